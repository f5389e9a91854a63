#include "compare/whole_attribution.h"
#include "compare/whole_comparison.h"
#include "compare/whole_mixed_estimate.h"
#include "frontend/framework_reader.h"
#include "frontend/system_reader.h"
#include "property/comparison_checks.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace planscope::whole {
namespace {

std::int64_t upTo(std::int64_t most)
{
    return *rc::gen::inRange<std::int64_t>(1, most + 1);
}

bool flag()
{
    return *rc::gen::arbitrary<bool>();
}

Schedule anySchedule(std::int64_t stages)
{
    if (stages == 1)
        return SingleStage{};
    return flag() ? Schedule{OneForwardOneBackward{}} : Schedule{Interleaved{upTo(3) + 1, std::nullopt}};
}

MappingSpec anyMapping(std::int64_t stages, std::int64_t blocks)
{
    MappingSpec mapping;
    mapping.tensor = {*rc::gen::element<std::int64_t>(1, 2, 4), flag()};
    mapping.context = {*rc::gen::weightedElement<std::int64_t>({{8, 1}, {1, 2}}),
                       flag() ? ContextExchange::Ring : ContextExchange::AllToAll};
    mapping.pipeline.degree = stages;
    mapping.pipeline.schedule = anySchedule(stages);
    if (flag()) { // uneven: everything beyond one block a chunk is on the first
        const auto chunks = static_cast<std::size_t>(stages * virtualStagesOf(mapping.pipeline.schedule));
        mapping.pipeline.layout = std::vector<std::int64_t>(chunks, 1);
        mapping.pipeline.layout->front() = std::max<std::int64_t>(blocks - static_cast<std::int64_t>(chunks) + 1, 0);
    }
    mapping.data = {upTo(3), flag()};
    mapping.recompute = *rc::gen::element(RecomputeKind::None, RecomputeKind::CoreAttention, RecomputeKind::Full);
    mapping.attention = mapping.context.degree > 1 || flag() ? AttentionKernel::Fused : AttentionKernel::Unfused;
    mapping.loss = flag() ? LossKernel::Fused : LossKernel::Float32;
    mapping.gradientDatatype = flag() ? GradientDatatype::Float32 : GradientDatatype::BFloat16;
    mapping.vocabulary = {upTo(2) - 1, upTo(64)};
    return mapping;
}

/// Small, and most often lawful: a batch of many divisors, heads and blocks that degrees divide.
Candidate anyCandidate()
{
    for (;;) {
        ModelSpec model;
        model.name = flag() ? "one" : "other";
        model.hiddenSize = 32 * upTo(4);
        model.feedforwardSize = 16 * upTo(8);
        model.keyValueHeads = *rc::gen::element<std::int64_t>(4, 8);
        model.attentionHeads = model.keyValueHeads * upTo(2);
        model.attentionHeadSize = 8 * upTo(2);
        const std::int64_t stages = upTo(4);
        model.blockCount = stages * 12;
        model.vocabularySize = upTo(1000);
        model.feedforward = flag() ? Feedforward::Gated : Feedforward::Plain;
        model.normalization = flag() ? Normalization::RmsNorm : Normalization::LayerNorm;
        model.position = *rc::gen::element(PositionEncoding::Rotary, PositionEncoding::Learned, PositionEncoding::None);
        model.maximumPositions = 512;
        model.tiedEmbeddings = flag();
        model.queryKeyNorm = flag();
        const WorkloadSpec workload{64 * upTo(8), 24, upTo(2), Datatype::BFloat16, flag(), flag()};
        auto training = Training::create(model, workload, anyMapping(stages, model.blockCount));
        if (!training)
            continue;
        const auto tier = [] { return *rc::gen::weightedElement<std::int64_t>({{1, 0}, {8, 1}}); };
        return {"any",
                std::move(*training),
                bundledSystem(flag() ? "a100_80e" : "h100_80g_nvl8"),
                {tier(), tier(), tier()},
                flag() ? bundledFramework("megatron-0.14-te-2.11")
                       : std::make_shared<const FrameworkProfile>(FrameworkProfile{.name = "none"})};
    }
}

StatedCase statedCase(const Candidate& candidate)
{
    return {candidate.training.model(),
            candidate.training.workload(),
            candidate.training.mapping(),
            candidate.system,
            candidate.tiers,
            candidate.framework};
}

std::optional<Candidate> candidateOf(const StatedCase& stated)
{
    auto training = Training::create(stated.model, stated.workload, stated.mapping);
    if (!training)
        return std::nullopt;
    return Candidate{"mix", std::move(*training), stated.system, stated.tiers, stated.framework};
}

/// One in so many of them.
FieldSet anyOf(FieldSet fields, int oneIn)
{
    FieldSet some;
    for (const CauseField field : fields.fields())
        if (*rc::gen::inRange(0, oneIn) == 0)
            some.insert(field);
    return some;
}

struct Pair {
    Candidate a;
    Candidate b;
};

/// One that has a few fields of another: each doubles the intermediates.
Pair anyPair()
{
    const Candidate first = anyCandidate();
    const Candidate stranger = anyCandidate();
    const StatedCase a = statedCase(first), b = statedCase(stranger);
    for (int attempt = 0; attempt < 20; ++attempt) {
        const FieldSet fromB = anyOf(changedFields(a, b), 4);
        if (auto second = candidateOf(mixed(a, b, fromB)); second && fromB.size() <= 7)
            return {first, std::move(*second)};
    }
    return {first, first};
}

RC_GTEST_PROP(WholeComparison, MirrorsAndAddsUp, ())
{
    const Pair pair = anyPair();
    const CandidateResultPtr a = evaluate(pair.a), b = evaluate(pair.b);
    const Comparison here = compare(*a, *b);
    RC_ASSERT(here.taskCounts.totalA() == static_cast<std::int64_t>(a->derivation->plan().tasks.size()));
    RC_ASSERT(here.taskCounts.totalB() == static_cast<std::int64_t>(b->derivation->plan().tasks.size()));
    // Tasks of either side come in the order of its plan.
    std::array<std::size_t, 2> next{};
    for (const ComparedTask& task : here.tasks)
        for (const std::size_t side : {0, 1})
            if (const auto& index = side == 0 ? task.indexA : task.indexB) {
                RC_ASSERT(*index == next[side]);
                ++next[side];
            }
    checkMirror(here, compare(*b, *a));
    RC_ASSERT(compare(*a, *a).equal());
}

RC_GTEST_PROP(WholeAttribution, EveryShareIsPartOfTheDifference, ())
{
    const Pair pair = anyPair();
    const CandidateResultPtr a = evaluate(pair.a), b = evaluate(pair.b);
    const Attribution attribution = attribute(*a, *b);
    RC_ASSERT(attribution.time.has_value() == (a->estimate->modes && b->estimate->modes));
    RC_ASSERT(attribution.work.has_value());
    const FieldSet known = checkShares(attribution);
    checkTurned(attribution, attribute(*b, *a));
    if (attribution.time)
        RC_ASSERT(known == changedFields(statedCase(pair.a), statedCase(pair.b)));
}

RC_GTEST_PROP(WholeMixedEstimate, IsTheDerivationsEstimateToTheLastBit, ())
{
    const Pair pair = anyPair();
    const StatedCase a = statedCase(pair.a), b = statedCase(pair.b);
    MixedEstimate mixes{a, b};
    const FieldSet fromB = anyOf(mixes.changed(), 2);
    const auto candidate = candidateOf(mixed(a, b, fromB));
    const auto fault = mixes.mix(fromB);
    RC_ASSERT(fault.has_value() == !candidate.has_value());
    if (fault) {
        RC_ASSERT(!(fault->operands & mixes.changed()).empty());
        return;
    }
    const CandidateResultPtr derived = evaluate(*candidate);
    RC_ASSERT(mixes.peaks().value() == derived->estimate->peaks);
    if (candidate->training.mapping().context.degree > 1)
        return;
    const auto steps = mixes.steps();
    RC_ASSERT(steps.has_value() == derived->estimate->modes.has_value());
    for (std::size_t mode = 0; steps && mode < steps->size(); ++mode)
        for (const NamedFigure<IterationTime>& figure : iterationFigures) {
            const double seconds = (*steps)[mode].iteration.*figure.member;
            RC_ASSERT(seconds == (*derived->estimate->modes)[mode].time.iteration.*figure.member);
        }
}

} // namespace
} // namespace planscope::whole
