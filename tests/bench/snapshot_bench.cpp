/// Encoding, digest, decoding and verification of each IR of a case; the bytes are in the label.

#include "bundled_candidates.h"

#include "base/canonical_encoding.h"
#include "study/candidate_result.h"

#include <benchmark/benchmark.h>

namespace planscope::bench {
namespace {

const IrSnapshot& snapshotOf(IrKind kind)
{
    static const DerivationPtr derivation = derive(gpt3().training).value();
    return *derivation->snapshot(kind);
}

template <class Ir>
void encode(benchmark::State& state)
{
    const IrSnapshot& snapshot = snapshotOf(Ir::kind);
    for (auto _ : state)
        benchmark::DoNotOptimize(encodeCanonical(snapshot.as<Ir>()));
    state.SetLabel(std::to_string(snapshot.bytes().size()) + " bytes");
}

template <class Ir>
void digest(benchmark::State& state)
{
    const IrSnapshot& snapshot = snapshotOf(Ir::kind);
    for (auto _ : state)
        benchmark::DoNotOptimize(Digest::of(snapshot.bytes()));
}

template <class Ir>
void decode(benchmark::State& state)
{
    const IrSnapshot& snapshot = snapshotOf(Ir::kind);
    for (auto _ : state)
        benchmark::DoNotOptimize(decodeCanonical<Ir>(snapshot.bytes()));
}

template <class Ir>
void verifyIr(benchmark::State& state)
{
    const IrSnapshot& snapshot = snapshotOf(Ir::kind);
    for (auto _ : state)
        benchmark::DoNotOptimize(verifyAny(snapshot.ir()));
}

#define PLANSCOPE_BENCH_IR(Ir)                                                                                         \
    BENCHMARK(encode<Ir>)->Name("encode/" #Ir)->Unit(benchmark::kMicrosecond);                                         \
    BENCHMARK(digest<Ir>)->Name("digest/" #Ir)->Unit(benchmark::kMicrosecond);                                         \
    BENCHMARK(decode<Ir>)->Name("decode/" #Ir)->Unit(benchmark::kMicrosecond);                                         \
    BENCHMARK(verifyIr<Ir>)->Name("verify/" #Ir)->Unit(benchmark::kMicrosecond)

PLANSCOPE_BENCH_IR(ModelIR);
PLANSCOPE_BENCH_IR(DistributedTaskIR);
PLANSCOPE_BENCH_IR(PortablePlanIR);

} // namespace
} // namespace planscope::bench
