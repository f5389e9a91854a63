/// Laws, algebra and estimate of one mapping, without IRs: the inner loop of a mapping search. Each benchmark goes
/// round the bundled cases, so that neither branches nor caches see one case alone; its time is for one case.

#include "bundled_candidates.h"

#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/session/synthesis_session.h"
#include "derivation/transformer/block_work.h"
#include "derivation/transformer/block_work_buffer.h"
#include "evaluation/estimate/estimate_figures.h"
#include "evaluation/estimate/iteration_memory.h"
#include "evaluation/estimate/network_tier_laws.h"
#include "spec/laws.h"

#include <benchmark/benchmark.h>

namespace planscope::bench {
namespace {

/// What the steps of the inner loop take and leave, made once.
struct Prepared {
    const Candidate* candidate;
    BlockParameters parameters;
    PlanProgram program;
    BlockWork work;
    SystemModel system;

    EstimateInput input() const { return {&program, &work.blockMemory, work.invocations}; }
};

PlanProgram programOf(const TransformerTraining& training)
{
    return planProgramFor(training.model().hiddenSize, training.model().sequenceLength, bindWorkload(training),
                          bindStrategy(training));
}

const std::vector<Prepared>& preparedCases()
{
    static const std::vector<Prepared> prepared = [] {
        std::vector<Prepared> cases;
        for (const Candidate& candidate : bundledCandidates()) {
            const BlockParameters parameters = blockParametersOf(candidate.training);
            cases.push_back({&candidate, parameters, programOf(candidate.training), deriveBlockWork(parameters).value(),
                             SystemModel{*candidate.system, candidate.training.workload().datatype}});
        }
        return cases;
    }();
    return prepared;
}

/// Runs the step on one case after the other.
template <class Step>
void goRound(benchmark::State& state, Step step)
{
    const std::vector<Prepared>& cases = preparedCases();
    std::size_t next = 0;
    for (auto _ : state) {
        step(cases[next]);
        next = next + 1 == cases.size() ? 0 : next + 1;
    }
}

void laws(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        const TransformerTraining& training = one.candidate->training;
        benchmark::DoNotOptimize(brokenLaws(lawOperands(training.model(), training.workload(), training.mapping())));
    });
}
BENCHMARK(laws);

void createTraining(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        const TransformerTraining& training = one.candidate->training;
        benchmark::DoNotOptimize(
            TransformerTraining::create(training.model(), training.workload(), training.mapping()));
    });
}
BENCHMARK(createTraining);

void algebra(benchmark::State& state)
{
    BlockWorkBuffer buffer;
    goRound(state, [&](const Prepared& one) {
        benchmark::DoNotOptimize(computeBlockWork(one.parameters, buffer));
        benchmark::DoNotOptimize(buffer);
    });
}
BENCHMARK(algebra);

void algebraIntoVectors(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) { benchmark::DoNotOptimize(deriveBlockWork(one.parameters)); });
}
BENCHMARK(algebraIntoVectors);

void memory(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        benchmark::DoNotOptimize(iterationMemoryIfItFits(one.program, one.work.blockMemory));
    });
}
BENCHMARK(memory);

void tierLaws(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        benchmark::DoNotOptimize(tiersHold(groupDegreesOf(one.program), one.system, one.candidate->tiers));
    });
}
BENCHMARK(tierLaws);

void estimateWithoutWords(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        benchmark::DoNotOptimize(estimateFigures(one.input(), one.system, one.candidate->tiers));
    });
}
BENCHMARK(estimateWithoutWords);

void estimateOnModel(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        benchmark::DoNotOptimize(estimate(one.input(), one.system, one.candidate->tiers));
    });
}
BENCHMARK(estimateOnModel);

void estimateOnProfile(benchmark::State& state)
{
    goRound(state, [](const Prepared& one) {
        benchmark::DoNotOptimize(estimate(one.input(), *one.candidate->system, one.candidate->tiers));
    });
}
BENCHMARK(estimateOnProfile);

/// The whole inner loop: specs in; memory, both modes and utilisation out.
void lawsAlgebraAndEstimate(benchmark::State& state)
{
    BlockWorkBuffer buffer;
    goRound(state, [&](const Prepared& one) {
        const TransformerTraining& stated = one.candidate->training;
        const auto training = TransformerTraining::create(stated.model(), stated.workload(), stated.mapping());
        if (!training || !computeBlockWork(blockParametersOf(*training), buffer))
            return state.SkipWithError("a bundled case is not lawful");
        const PlanProgram program = programOf(*training);
        const EstimateInput input{&program, &buffer.blockMemory, buffer.invocations()};
        benchmark::DoNotOptimize(estimateFigures(input, one.system, one.candidate->tiers));
    });
}
BENCHMARK(lawsAlgebraAndEstimate);

} // namespace
} // namespace planscope::bench
