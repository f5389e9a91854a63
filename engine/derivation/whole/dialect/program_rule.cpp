#include "derivation/whole/dialect/program_rule.h"

#include "base/quantity.h"

#include <algorithm>

namespace planscope::whole {
namespace {

/// The k-th pass of a stage over its chunks: groups of microbatches, each group through every chunk in turn. The last
/// group takes the microbatches that are left.
struct Pass {
    std::int64_t microbatch;
    std::int64_t turn; ///< the chunk's place in the turn
};
Pass passAt(const ProgramRule& rule, std::int64_t k)
{
    const std::int64_t group = rule.virtualStages > 1 ? std::min(rule.group, rule.microbatches) : 1;
    const std::int64_t whole = rule.microbatches / group;
    const std::int64_t index = k / (group * rule.virtualStages);
    const std::int64_t width = index < whole ? group : rule.microbatches % group;
    const std::int64_t inside = k - index * group * rule.virtualStages;
    return {index * group + inside % width, inside / width};
}
std::int64_t indexOf(const ProgramRule& rule, const Pass& pass)
{
    const std::int64_t group = rule.virtualStages > 1 ? std::min(rule.group, rule.microbatches) : 1;
    const std::int64_t whole = rule.microbatches / group;
    const std::int64_t index = pass.microbatch / group;
    const std::int64_t width = index < whole ? group : rule.microbatches % group;
    return index * group * rule.virtualStages + pass.turn * width + (pass.microbatch - index * group);
}

} // namespace

std::int64_t ProgramRule::warmup(std::int64_t stage) const
{
    assert(0 <= stage && stage < stages);
    if (kind != ScheduleKind::InterleavedOneForwardOneBackward)
        return std::min(microbatches, stages - stage - 1);
    const WideInteger ahead = WideInteger{2} * (stages - stage - 1)
        + WideInteger{virtualStages - 1} * WideInteger{group};
    return ahead < forwards() ? static_cast<std::int64_t>(ahead) : forwards();
}

std::int64_t ProgramRule::inFlight(std::int64_t stage) const
{
    const std::int64_t ahead = warmup(stage);
    return ahead < forwards() ? ahead + 1 : forwards();
}

ProgramStep ProgramRule::step(std::int64_t stage, std::int64_t position) const
{
    assert(0 <= position && position < steps());
    const std::int64_t ahead = warmup(stage);
    const std::int64_t pairsEnd = 2 * forwards() - ahead;
    Direction direction = Direction::Forward;
    std::int64_t k = position;
    if (position >= pairsEnd) {
        direction = Direction::Backward;
        k = position - forwards();
    } else if (position >= ahead) {
        const std::int64_t inPairs = position - ahead;
        direction = inPairs % 2 == 0 ? Direction::Forward : Direction::Backward;
        k = direction == Direction::Forward ? ahead + inPairs / 2 : inPairs / 2;
    }
    const Pass pass = passAt(*this, k);
    const std::int64_t local = direction == Direction::Forward ? pass.turn : virtualStages - 1 - pass.turn;
    return {direction, pass.microbatch, local * stages + stage};
}

std::int64_t ProgramRule::position(const ProgramStep& step) const
{
    const std::int64_t stage = step.chunk % stages;
    const std::int64_t local = step.chunk / stages;
    const std::int64_t ahead = warmup(stage);
    if (step.direction == Direction::Forward) {
        const std::int64_t k = indexOf(*this, {step.microbatch, local});
        return k < ahead ? k : ahead + 2 * (k - ahead);
    }
    const std::int64_t k = indexOf(*this, {step.microbatch, virtualStages - 1 - local});
    return k < forwards() - ahead ? ahead + 2 * k + 1 : forwards() + k;
}

} // namespace planscope::whole
