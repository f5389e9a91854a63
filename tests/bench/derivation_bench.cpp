/// A case derived and evaluated as the programs do it: all verifiers, relations, independent checks, lineage and
/// digests.

#include "bundled_candidates.h"

#include "study/candidate_result.h"

#include <benchmark/benchmark.h>

namespace planscope::bench {
namespace {

void deriveCase(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(derive(gpt3().training));
}
BENCHMARK(deriveCase)->Unit(benchmark::kMicrosecond);

void deriveAndEvaluateCase(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(evaluate(gpt3()));
}
BENCHMARK(deriveAndEvaluateCase)->Unit(benchmark::kMicrosecond);

void evaluateDerivedCase(benchmark::State& state)
{
    const DerivationPtr derivation = derive(gpt3().training).value();
    for (auto _ : state)
        benchmark::DoNotOptimize(evaluate(gpt3().name, derivation, gpt3().system, gpt3().tiers));
}
BENCHMARK(evaluateDerivedCase)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace planscope::bench
