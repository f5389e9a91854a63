#include "compare/attribution.h"
#include "compare/comparison.h"
#include "compare/mixed_estimate.h"
#include "frontend/system_reader.h"
#include "property/comparison_checks.h"
#include "property/random_training.h"
#include "spec/laws.h"
#include "study/candidate_result.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace planscope {
namespace {

template <class T>
T oneOf(const std::vector<T>& values)
{
    return *rc::gen::elementOf(values);
}

/// Another lawful training of the same model and global batch: some fields redrawn, each to a value that some law of
/// its own allows, until they agree; the first itself where they never do.
TransformerTraining neighbourOf(const TransformerTraining& first)
{
    const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
    for (int attempt = 0; attempt < 20; ++attempt) {
        TransformerTrainingWorkloadSpec workload = first.workload();
        TransformerTrainingMappingSpec mapping = first.mapping();
        if (flag())
            mapping.tensor.communication = flag() ? TensorCommunication::AllReduce
                                                  : TensorCommunication::ReduceScatterAllGather;
        if (flag())
            mapping.recompute =
                *rc::gen::element(RecomputePolicy::None, RecomputePolicy::Attention, RecomputePolicy::Full);
        mapping.fusedActivation = mapping.fusedActivation != (flag() && flag());
        mapping.sequenceParallelAllGatherRedo = mapping.tensor.communication
                == TensorCommunication::ReduceScatterAllGather
            && mapping.recompute != RecomputePolicy::Full && flag();
        const auto operands = [&] { return lawOperands(first.model(), workload, mapping); };
        if (flag())
            mapping.tensor.degree = oneOf(legalTensorDegrees(operands()));
        if (flag()) {
            LawOperands loose = operands();
            loose.scheduleKind.reset();
            loose.virtualStages.reset();
            mapping.pipeline.degree = oneOf(legalPipelineDegrees(loose));
            mapping.pipeline.schedule = OneForwardOneBackward{};
            const std::vector<std::int64_t> chunks = legalVirtualStages(lawOperands(first.model(), workload, mapping));
            if (mapping.pipeline.degree == 1)
                mapping.pipeline.schedule = SingleStage{};
            else if (!chunks.empty() && flag())
                mapping.pipeline.schedule = InterleavedOneForwardOneBackward{oneOf(chunks)};
        }
        if (flag()) {
            LawOperands loose = operands();
            loose.microbatchSize = 0;
            loose.optimizerSharding.reset();
            mapping.data.degree = oneOf(legalDataDegrees(loose));
            mapping.data.optimizerSharding = mapping.data.degree > 1 && flag();
            workload.microbatchSize = oneOf(legalMicrobatchSizes(operands()));
        }
        if (auto training = TransformerTraining::create(first.model(), workload, mapping))
            return *std::move(training);
    }
    return first;
}

const std::shared_ptr<const SystemProfile>& systemAtHand()
{
    static const std::shared_ptr<const SystemProfile> system = [] {
        SystemProfile profile = *bundledSystem("a100_80g");
        NetworkTier small = profile.networks.back();
        small.name = "small";
        small.size = 12; // holds some groups and not others
        small.efficiency = 0.5;
        profile.networks.push_back(small);
        return std::make_shared<const SystemProfile>(std::move(profile));
    }();
    return system;
}

NetworkTierBinding anyTiers()
{
    // The tier for all comes up often enough for most pairs to have times.
    const auto tier = [] { return *rc::gen::weightedElement<std::int64_t>({{1, 0}, {8, 1}, {2, 2}}); };
    return {tier(), tier(), tier()};
}

struct Pair {
    CandidateResultPtr a;
    CandidateResultPtr b;
};

/// Two legal cases: of one model, or now and then of two.
Pair anyPair()
{
    const TransformerTraining first = *anyTraining();
    const bool stranger = *rc::gen::inRange(0, 8) == 0;
    const TransformerTraining second = stranger ? TransformerTraining{*anyTraining()} : neighbourOf(first);
    const NetworkTierBinding tiers = anyTiers();
    Pair pair{evaluate({"a", first, systemAtHand(), tiers}),
              evaluate({"b", second, systemAtHand(), *rc::gen::arbitrary<bool>() ? tiers : anyTiers()})};
    if (pair.a->status != ResultStatus::Ok || pair.b->status != ResultStatus::Ok)
        RC_DISCARD("beyond 64 bits");
    return pair;
}

StatedCase statedCase(const CandidateResult& result)
{
    const TransformerTraining& training = result.derivation->training;
    return {training.model(), training.workload(), training.mapping(), result.system, result.tiers};
}

RC_GTEST_PROP(Comparison, MirrorsAndAddsUp, ())
{
    const Pair pair = anyPair();
    const Comparison here = compare(*pair.a, *pair.b);
    const auto tasksIn = [](const CandidateResult& result) {
        return static_cast<std::int64_t>(result.derivation->plan().tasks.size());
    };
    RC_ASSERT(here.taskCounts.totalA() == tasksIn(*pair.a));
    RC_ASSERT(here.taskCounts.totalB() == tasksIn(*pair.b));
    checkMirror(here, compare(*pair.b, *pair.a));
    RC_ASSERT(compare(*pair.a, *pair.a).equal());
}

RC_GTEST_PROP(Attribution, EveryShareIsPartOfTheDifference, ())
{
    const Pair pair = anyPair();
    const Attribution attribution = attribute(*pair.a, *pair.b);
    RC_ASSERT(attribution.time.has_value() == (pair.a->estimate->modes && pair.b->estimate->modes));
    RC_ASSERT(attribution.work.has_value());
    const FieldSet known = checkShares(attribution);
    checkTurned(attribution, attribute(*pair.b, *pair.a));
    if (attribution.time)
        RC_ASSERT(known == changedFields(statedCase(*pair.a), statedCase(*pair.b)));
}

RC_GTEST_PROP(MixedEstimate, IsTheDerivationsEstimateToTheLastBit, ())
{
    const Pair pair = anyPair();
    const StatedCase a = statedCase(*pair.a), b = statedCase(*pair.b);
    MixedEstimate mixes{a, b};
    FieldSet fromB;
    for (const CauseField field : mixes.changed().fields())
        if (*rc::gen::arbitrary<bool>())
            fromB.insert(field);
    const MixedFigures& figures = mixes.figures(fromB);
    const StatedCase mix = mixed(a, b, fromB);
    const auto training = TransformerTraining::create(mix.model, mix.workload, mix.mapping);
    const CandidateResultPtr derived = training ? evaluate({"mix", *training, mix.system, mix.tiers})
                                                : std::make_shared<const CandidateResult>();
    RC_ASSERT(figures.workLegal == (derived->status == ResultStatus::Ok));
    if (!figures.workLegal)
        return;
    RC_ASSERT(*figures.estimate.memory == derived->estimate->memory);
    RC_ASSERT(figures.timeLegal == derived->estimate->modes.has_value());
    if (!figures.timeLegal)
        return;
    for (std::size_t mode = 0; mode < figures.estimate.modes.size(); ++mode)
        for (const NamedFigure<IterationTime>& figure : iterationTimeFigures) {
            const double seconds = figures.estimate.modes[mode].iteration.*figure.member;
            RC_ASSERT(seconds == (*derived->estimate->modes)[mode].iteration.*figure.member);
        }
}

/// The mean over all orders of what each cause changes when its turn comes, every intermediate derived.
std::vector<double> sharesByOrders(const CandidateResult& a, const CandidateResult& b, const std::vector<Cause>& causes)
{
    const auto total = [&](FieldSet fromB) {
        const StatedCase mix = mixed(statedCase(a), statedCase(b), fromB);
        const auto training = TransformerTraining::create(mix.model, mix.workload, mix.mapping).value();
        const auto modes = evaluate({"mix", training, mix.system, mix.tiers})->estimate->modes.value();
        return modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)].iteration.total;
    };
    std::vector<std::size_t> order(causes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> shares(causes.size());
    double orders = 0;
    do {
        FieldSet fromB;
        double before = total(fromB);
        for (const std::size_t cause : order) {
            fromB = fromB | causes[cause].fields;
            const double after = total(fromB);
            shares[cause] += after - before;
            before = after;
        }
        ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    for (double& share : shares)
        share /= orders;
    return shares;
}

RC_GTEST_PROP(Attribution, IsTheMeanOverAllOrdersOfDerivedMappings, ())
{
    const Pair pair = anyPair();
    const Attribution attribution = attribute(*pair.a, *pair.b);
    if (!attribution.time || attribution.time->causes.empty() || attribution.time->causes.size() > 3)
        return; // 3! orders of 4 derivations are enough
    const AttributedMeasure* measure = attribution.time->find("time.system_evidence.total");
    const std::vector<double> defined = sharesByOrders(*pair.a, *pair.b, attribution.time->causes);
    const double scale = std::max(measure->a.toDouble(), measure->b.toDouble());
    for (std::size_t k = 0; k < defined.size(); ++k)
        RC_ASSERT(std::abs(defined[k] - measure->shares[k]) <= 1e-9 * scale);
}

} // namespace
} // namespace planscope
