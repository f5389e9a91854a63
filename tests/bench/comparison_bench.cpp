/// What a view does after an edit of A or B: compare both results and attribute their difference. Counter "causes": how
/// many fields could be told apart, k of the 2^k mappings estimated.

#include "bundled_candidates.h"

#include "compare/whole_attribution.h"
#include "compare/whole_comparison.h"
#include "frontend/candidate_source.h"
#include "frontend/presets.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace planscope::bench {
namespace {

const CandidateResultPtr& selective()
{
    static const CandidateResultPtr result = evaluate(gpt3());
    return result;
}

/// The same model on the same system, mapped otherwise in every field.
CandidateResultPtr otherwise()
{
    Candidate candidate = gpt3();
    TransformerTrainingWorkloadSpec workload = candidate.training.workload();
    TransformerTrainingMappingSpec mapping = candidate.training.mapping();
    workload.globalBatchSize = 128;
    workload.microbatchSize = 2;
    mapping.tensor = {4, TensorCommunication::AllReduce};
    mapping.pipeline = {4, OneForwardOneBackward{}};
    mapping.data = {8, true};
    mapping.recompute = RecomputePolicy::None;
    mapping.fusedActivation = true;
    mapping.sequenceParallelAllGatherRedo = false;
    candidate.training = TransformerTraining::create(candidate.training.model(), workload, mapping).value();
    candidate.tiers = {1, 1, 1};
    return evaluate(candidate);
}

void compareOneField(benchmark::State& state)
{
    Candidate candidate = gpt3();
    TransformerTrainingMappingSpec mapping = candidate.training.mapping();
    mapping.fusedActivation = true;
    candidate.training =
        TransformerTraining::create(candidate.training.model(), candidate.training.workload(), mapping).value();
    const CandidateResultPtr other = evaluate(candidate);
    for (auto _ : state) {
        benchmark::DoNotOptimize(compare(*selective(), *other));
        benchmark::DoNotOptimize(attribute(*selective(), *other));
    }
}
BENCHMARK(compareOneField)->Unit(benchmark::kMillisecond);

void compareEverything(benchmark::State& state)
{
    const CandidateResultPtr other = otherwise();
    for (auto _ : state)
        benchmark::DoNotOptimize(compare(*selective(), *other));
}
BENCHMARK(compareEverything)->Unit(benchmark::kMillisecond);

void attributeEverything(benchmark::State& state)
{
    const CandidateResultPtr other = otherwise();
    std::size_t causes = 0;
    for (auto _ : state) {
        const Attribution attribution = attribute(*selective(), *other);
        causes = attribution.time->causes.size();
    }
    state.counters["causes"] = static_cast<double>(causes);
}
BENCHMARK(attributeEverything)->Unit(benchmark::kMillisecond);

/// The most causes there can be: every field but the redo, which the communication would be joined with.
void attributeFifteenFields(benchmark::State& state)
{
    // Degrees and sizes that divide everything either way, one tier for all, nothing that excludes anything.
    const auto candidate = [](bool isB) {
        TransformerModelSpec model{"model", isB ? 16384 : 8192, 65536, 4096, 64, 128, 64};
        TransformerTrainingWorkloadSpec workload{isB ? 512 : 256, isB ? 2 : 1, Datatype::Float16};
        TransformerTrainingMappingSpec mapping;
        mapping.tensor = {isB ? 8 : 4,
                          isB ? TensorCommunication::AllReduce : TensorCommunication::ReduceScatterAllGather};
        mapping.pipeline = {isB ? 8 : 4, OneForwardOneBackward{}};
        if (isB)
            mapping.pipeline.schedule = InterleavedOneForwardOneBackward{2};
        mapping.data = {isB ? 4 : 2, isB};
        mapping.recompute = isB ? RecomputePolicy::Attention : RecomputePolicy::None;
        mapping.fusedActivation = isB;
        SystemProfile system = *gpt3().system;
        system.networks[0].size = system.networks[1].size = 1 << 20;
        system.networks[0].mustBeFilled = false;
        if (isB)
            system.memoryPeakBytesPerSecond *= 2;
        const std::int64_t tier = isB ? 1 : 0;
        return evaluate({"case", TransformerTraining::create(model, workload, mapping).value(),
                         std::make_shared<const SystemProfile>(system), NetworkTierBinding{tier, tier, tier}});
    };
    const CandidateResultPtr a = candidate(false), b = candidate(true);
    std::size_t causes = 0;
    for (auto _ : state) {
        const Attribution attribution = attribute(*a, *b);
        causes = attribution.time->causes.size();
    }
    state.counters["causes"] = static_cast<double>(causes);
}
BENCHMARK(attributeFifteenFields)->Unit(benchmark::kMillisecond);

/// llama-3-70b on 64 ranks against itself with some fields changed, each lawful apart.
whole::CandidateResultPtr llama70b(bool isChanged)
{
    const Preset* const study = findPreset(PresetKind::Studies, "llama-3-70b-64xH100");
    whole::Candidate candidate = CandidateSource::open(study->json)->readWhole(0).candidate.value();
    if (!isChanged)
        return whole::evaluate(candidate);
    whole::WorkloadSpec workload = candidate.training.workload();
    whole::MappingSpec mapping = candidate.training.mapping();
    workload.sequenceLength = 4096;
    workload.microbatchSize = 2;
    mapping.tensor = {4, false};
    mapping.pipeline.layout = std::vector<std::int64_t>{21, 20, 20, 19};
    mapping.data = {4, false};
    mapping.recompute = whole::RecomputeKind::CoreAttention;
    mapping.loss = whole::LossKernel::Float32;
    mapping.gradientDatatype = whole::GradientDatatype::BFloat16;
    candidate.training =
        whole::Training::create(candidate.training.model(), std::move(workload), std::move(mapping)).value();
    return whole::evaluate(candidate);
}

void compareWholeModels(benchmark::State& state)
{
    const whole::CandidateResultPtr a = llama70b(false), b = llama70b(true);
    for (auto _ : state)
        benchmark::DoNotOptimize(compare(*a, *b));
}
BENCHMARK(compareWholeModels)->Unit(benchmark::kMillisecond);

void attributeWholeModels(benchmark::State& state)
{
    const whole::CandidateResultPtr a = llama70b(false), b = llama70b(true);
    std::size_t causes = 0;
    for (auto _ : state) {
        const Attribution attribution = attribute(*a, *b);
        causes = attribution.time->causes.size();
    }
    state.counters["causes"] = static_cast<double>(causes);
}
BENCHMARK(attributeWholeModels)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace planscope::bench
