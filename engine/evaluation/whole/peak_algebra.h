#pragma once

#include "base/expression.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <algorithm>
#include <cstdint>

/// What a stage's peak is computed by, each written once over its scalar: integers make the estimate, expressions
/// explain it.
namespace planscope::whole {

inline std::int64_t lastChunk(const PortablePlanIR& plan)
{
    return static_cast<std::int64_t>(plan.program.shape.chunks.size()) - 1;
}
inline std::int64_t blocksOf(const PortablePlanIR& plan, std::int64_t chunk)
{
    return plan.program.shape.chunks[static_cast<std::size_t>(chunk)];
}
/// What one microbatch keeps in a chunk.
inline Bytes savedOf(const PortablePlanIR& plan, std::int64_t chunk)
{
    const std::int64_t p = plan.program.rule.stages;
    return plan.stages[static_cast<std::size_t>(chunk % p)].savedPerMicrobatch[static_cast<std::size_t>(chunk / p)];
}

/// Walks one microbatch's backward through a chunk (in model order): visit(const PlanMoment&, kept, transient) at each
/// moment, with what the microbatch still keeps then. Terms gives a scalar for
///   saved(chunk)           all that the microbatch keeps
///   tensor(SavedTensor)    one tensor; nothing for one that the case has not
///   rebuilt()              what a fully recomputed block has again
///   embedding()            all tensors of the embedding
///   transient(PlanMoment)  what exists only while the moment lasts
template <class Terms, class Visit>
void walkBackward(const PortablePlanIR& plan, std::int64_t chunk, Terms& terms, Visit&& visit)
{
    const bool rebuilds = std::any_of(plan.saved.begin(), plan.saved.end(),
                                      [](const SavedBuffer& buffer) { return buffer.rebuilt; });
    auto kept = terms.saved(chunk);
    bool atBlock = false;
    for (const PlanMoment& moment : plan.moments) {
        if ((moment.unit == Unit::Head && chunk != lastChunk(plan))
            || (moment.unit == Unit::Block && blocksOf(plan, chunk) == 0)
            || (moment.unit == Unit::Embedding && chunk != 0))
            continue;
        if (moment.unit == Unit::Block && !atBlock) {
            atBlock = true;
            if (rebuilds)
                kept = kept + terms.rebuilt() - terms.tensor(SavedTensor::BlockInput);
        } else if (moment.unit == Unit::Embedding) {
            kept = terms.embedding();
        }
        visit(moment, kept, terms.transient(moment));
        for (const SavedTensor released : moment.releases)
            kept = kept - terms.tensor(released);
    }
}

constexpr WideInteger ceilingQuotient(WideInteger a, WideInteger b)
{
    return (a + b - 1) / b;
}
constexpr WideInteger valueOf(WideInteger value)
{
    return value;
}
inline WideInteger valueOf(const Expression& expression)
{
    return expression.statedValue();
}

/// What an allocator that gives out sizes of 512 bytes, and from 10 MiB whole segments of 2 MiB unless more than 1 MiB
/// is left of them, takes for a tensor; `number(int64)` is a number as a scalar.
template <class S, class Number>
S allocated(const S& bytes, Number&& number)
{
    constexpr std::int64_t step = 512, mebibyte = 1 << 20, segment = 2 * mebibyte;
    const auto roundedUp = [&number](const S& size, std::int64_t unit) {
        return S{ceilingQuotient(size, number(unit)) * number(unit)};
    };
    const S block = roundedUp(bytes, step);
    if (valueOf(block) < 10 * mebibyte)
        return block;
    const S whole = roundedUp(block, segment);
    return valueOf(whole) - valueOf(block) > mebibyte ? block : whole;
}

} // namespace planscope::whole
