/// A sweep over a space of mappings. One evaluation is laws, checked algebra, both modes, memory, utilisation and tier
/// laws of a point; nothing is reused from one point to the next, but where a name says that blocks are. Items a second
/// are points a second.

#include "sweep/space_reader.h"
#include "sweep/sweep.h"

#include "frontend/presets.h"

#include <benchmark/benchmark.h>

#include <sys/resource.h>

namespace planscope::sweep {
namespace {

MappingSpace bundledSpace()
{
    return readSpace(findPreset(PresetKind::Spaces, "turing-530B-2520xA100")->json).value();
}

/// All points have tiers that hold their groups, so that none is refused before it is evaluated.
MappingSpace spaceOfHeldPoints()
{
    MappingSpace space = bundledSpace();
    space.tensorTier = space.pipelineTier = space.dataTier = IntegerList{1};
    space.constraints.withinCapacity = false;
    return space;
}

/// More than ten million points: any number of accelerators, batch and blocks with many divisors.
MappingSpace tenMillionPoints()
{
    MappingSpace space = spaceOfHeldPoints();
    space.model.blockCount = 120;
    space.globalBatchSize = 5040;
    space.microbatchSize = AllLegal{};
    space.worldSize.reset();
    return space;
}

PointSpace pointsOf(MappingSpace space)
{
    return PointSpace::create(std::move(space)).value();
}

void setPoints(benchmark::State& state, std::int64_t points)
{
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * points);
}

/// Laws, algebra and estimate alone, on one core.
void evaluation(benchmark::State& state)
{
    const PointSpace space = pointsOf(spaceOfHeldPoints());
    const auto system = std::make_shared<SystemModel>(*space.statement().system, space.statement().datatype);
    PointEvaluator evaluator{space.statement(), system};
    PointSpace::Cursor cursor{space, 0};
    for (auto _ : state) {
        benchmark::DoNotOptimize(evaluator.evaluate(cursor.point()));
        if (cursor.index() + 1 == space.size())
            cursor = PointSpace::Cursor{space, 0};
        else
            cursor.next();
    }
    setPoints(state, 1);
}
BENCHMARK(evaluation);

/// The live count of an editor.
void lawfulPoints(benchmark::State& state)
{
    const MappingSpace space = tenMillionPoints();
    for (auto _ : state)
        benchmark::DoNotOptimize(PointSpace::create(space)->size());
}
BENCHMARK(lawfulPoints)->Unit(benchmark::kMicrosecond);

void sweepOf(benchmark::State& state, const MappingSpace& stated, const RunOptions& options)
{
    const PointSpace space = pointsOf(stated);
    std::int64_t kept = 0;
    for (auto _ : state) {
        Tally tally{space.statement()};
        run(space, tally, space.size(), options);
        kept = tally.kept;
    }
    setPoints(state, space.size());
    state.counters["points"] = static_cast<double>(space.size());
    state.counters["kept"] = static_cast<double>(kept);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

RunOptions threads(const benchmark::State& state)
{
    RunOptions options;
    options.reuse = Reuse::Nothing;
    options.threads = static_cast<int>(state.range(0));
    return options;
}

/// With front and best; by threads.
void sweep(benchmark::State& state)
{
    sweepOf(state, spaceOfHeldPoints(), threads(state));
}
BENCHMARK(sweep)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void sweepReusingBlocks(benchmark::State& state)
{
    RunOptions options = threads(state);
    options.reuse = Reuse::Blocks;
    sweepOf(state, spaceOfHeldPoints(), options);
}
BENCHMARK(sweepReusingBlocks)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void sweepToRows(benchmark::State& state)
{
    RunOptions options = threads(state);
    options.rows = true;
    sweepOf(state, spaceOfHeldPoints(), options);
}
BENCHMARK(sweepToRows)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void sweepForThreeObjectives(benchmark::State& state)
{
    MappingSpace space = spaceOfHeldPoints();
    space.objectives = {Objective::Time, Objective::Memory, Objective::MessageBytes};
    sweepOf(state, space, threads(state));
}
BENCHMARK(sweepForThreeObjectives)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

/// As bundled: most tier bindings cannot hold their groups, and most mappings do not fit the memory.
void sweepOfBundledSpace(benchmark::State& state)
{
    sweepOf(state, bundledSpace(), threads(state));
}
BENCHMARK(sweepOfBundledSpace)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void sweepOfTenMillionPointsToRowsReusingBlocks(benchmark::State& state)
{
    RunOptions options = threads(state);
    options.rows = true;
    options.reuse = Reuse::Blocks;
    sweepOf(state, tenMillionPoints(), options);
}
BENCHMARK(sweepOfTenMillionPointsToRowsReusingBlocks)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace
} // namespace planscope::sweep
