#include "sweep/sweep.h"

#include "bundled_space.h"
#include "sweep/sweep_row.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

namespace planscope::sweep {
namespace {

/// What a run tells and leaves.
struct Outcome {
    std::string rows;
    std::vector<EvaluatedPoint> kept, front, best;
    FilterCounts filtered{};
    std::int64_t keptCount = 0;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

PointSpace pointsOf(MappingSpace space)
{
    return PointSpace::create(std::move(space)).value();
}

void add(Outcome& outcome, const Batch& batch)
{
    outcome.rows += batch.rows;
    outcome.kept.insert(outcome.kept.end(), batch.kept.begin(), batch.kept.end());
}

void finish(Outcome& outcome, const Tally& tally)
{
    outcome.front = tally.front.members();
    outcome.best = tally.best.points();
    outcome.filtered = tally.filtered;
    outcome.keptCount = tally.kept;
}

Outcome outcomeOf(const PointSpace& space, int threads, Reuse reuse = Reuse::Blocks)
{
    Outcome outcome;
    Tally tally{space.statement()};
    RunOptions options;
    options.threads = threads;
    options.reuse = reuse;
    options.rows = true;
    options.onBatch = [&](const Batch& batch) { add(outcome, batch); };
    EXPECT_TRUE(run(space, tally, space.size(), options));
    finish(outcome, tally);
    return outcome;
}

TEST(Sweep, GivesTheSameOnAnyNumberOfThreads)
{
    const PointSpace space = pointsOf(bundledSpace());
    const Outcome alone = outcomeOf(space, 1);
    ASSERT_GT(alone.keptCount, 1000);
    ASSERT_FALSE(alone.rows.empty());
    EXPECT_EQ(alone, outcomeOf(space, 8));
    EXPECT_EQ(alone, outcomeOf(space, 3));
}

TEST(Sweep, GivesTheSameWhetherBlocksAreReused)
{
    MappingSpace stated = bundledSpace();
    stated.worldSize.reset();
    stated.globalBatchSize = 12;
    stated.microbatchSize = AllLegal{};
    const PointSpace space = pointsOf(stated);
    const Outcome reusing = outcomeOf(space, 2, Reuse::Blocks);
    ASSERT_GT(reusing.keptCount, 1000);
    EXPECT_EQ(reusing, outcomeOf(space, 2, Reuse::Nothing));
}

TEST(Sweep, CountsEveryPointOnce)
{
    const PointSpace space = pointsOf(bundledSpace());
    const Outcome outcome = outcomeOf(space, 2);
    std::int64_t counted = outcome.keptCount;
    for (const std::int64_t count : outcome.filtered)
        counted += count;
    EXPECT_EQ(counted, space.size());
    EXPECT_EQ(outcome.keptCount, static_cast<std::int64_t>(outcome.kept.size()));
    EXPECT_GT(outcome.filtered[static_cast<std::size_t>(Filter::TierCapacity)], 0);
    EXPECT_GT(outcome.filtered[static_cast<std::size_t>(Filter::OverCapacity)], 0);
}

TEST(Sweep, TellsBatchesInOrderOneAtATime)
{
    const PointSpace space = pointsOf(bundledSpace());
    Tally tally{space.statement()};
    std::mutex inside;
    std::int64_t next = 0, batches = 0, lastIndex = -1;
    RunOptions options;
    options.threads = 4;
    options.onBatch = [&](const Batch& batch) {
        const std::unique_lock alone{inside, std::try_to_lock};
        EXPECT_TRUE(alone);
        EXPECT_EQ(batch.begin, next);
        EXPECT_EQ(batch.tally->end, batch.end);
        EXPECT_GT(batch.pointsPerSecond, 0);
        EXPECT_TRUE(batch.rows.empty()) << "none were asked for";
        for (const EvaluatedPoint& point : batch.kept) {
            EXPECT_GT(point.index, lastIndex);
            lastIndex = point.index;
        }
        next = batch.end;
        ++batches;
    };
    ASSERT_TRUE(run(space, tally, space.size(), options));
    EXPECT_EQ(next, space.size());
    EXPECT_EQ(batches, (space.size() + batchPoints - 1) / batchPoints);
}

TEST(Sweep, OfShardsPutTogetherIsThatOfTheWhole)
{
    const PointSpace space = pointsOf(smallSpace());
    const Outcome whole = outcomeOf(space, 2);
    ASSERT_GT(whole.keptCount, 0);
    for (const std::int64_t count : {1, 2, 7, 1000}) {
        Outcome joined;
        Tally sum{space.statement()};
        for (std::int64_t number = 1; number <= count; ++number) {
            const auto [begin, end] = rangeOf({number, count}, space.size());
            EXPECT_EQ(begin, sum.end);
            Tally tally{space.statement(), begin};
            RunOptions options;
            options.rows = true;
            options.onBatch = [&](const Batch& batch) { add(joined, batch); };
            ASSERT_TRUE(run(space, tally, end, options));
            sum.append(tally);
        }
        EXPECT_EQ(sum.end, space.size());
        finish(joined, sum);
        EXPECT_EQ(joined, whole) << count;
    }
}

MappingSpace spaceOfAMillionPoints()
{
    MappingSpace space = bundledSpace();
    space.microbatchSize = AllLegal{};
    space.worldSize.reset();
    return space;
}

/// Runs and cancels after a while; how long it went on after that.
std::chrono::steady_clock::duration timeToCancel(const PointSpace& space, Tally& tally)
{
    std::atomic<bool> cancelled{false};
    RunOptions options;
    options.cancelled = &cancelled;
    std::chrono::steady_clock::time_point asked;
    std::thread other{[&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        asked = std::chrono::steady_clock::now();
        cancelled = true;
    }};
    EXPECT_FALSE(run(space, tally, space.size(), options));
    const auto ended = std::chrono::steady_clock::now();
    other.join();
    return ended - asked;
}

TEST(Sweep, IsCancelledWithinATenthOfASecond)
{
    const PointSpace space = pointsOf(spaceOfAMillionPoints());
    ASSERT_GT(space.size(), 1'000'000) << "or it might be done before it is cancelled";
    auto shortest = std::chrono::steady_clock::duration::max(); // of several: others may have the processors
    for (int attempt = 0; attempt < 3; ++attempt) {
        Tally tally{space.statement()};
        shortest = std::min(shortest, timeToCancel(space, tally));
    }
    EXPECT_LT(shortest, std::chrono::milliseconds{100});
}

TEST(Sweep, GoesOnAfterItWasCancelledToTheSame)
{
    const PointSpace space = pointsOf(spaceOfAMillionPoints());
    Tally tally{space.statement()};
    timeToCancel(space, tally);
    const std::int64_t stoppedAt = tally.end;
    EXPECT_LT(stoppedAt, space.size());
    EXPECT_EQ(stoppedAt % batchPoints, 0);

    const std::int64_t end = stoppedAt + 3 * batchPoints;
    ASSERT_TRUE(run(space, tally, end, {}));
    Tally again{space.statement()};
    ASSERT_TRUE(run(space, again, end, {}));
    EXPECT_EQ(tally.front.members(), again.front.members());
    EXPECT_EQ(tally.best.points(), again.best.points());
    EXPECT_EQ(tally.filtered, again.filtered);
    EXPECT_EQ(tally.kept, again.kept);
}

TEST(Sweep, OfAnEmptySpaceIsDoneAtOnce)
{
    MappingSpace space = bundledSpace();
    space.tensorDegree = IntegerList{7};
    const PointSpace points = pointsOf(space);
    Tally tally{space};
    EXPECT_TRUE(run(points, tally, 0, {}));
    EXPECT_EQ(tally.kept, 0);
}

TEST(SweepRow, HasAFieldForEachColumnAndReadsBack)
{
    const PointSpace space = pointsOf(bundledSpace());
    EvaluatedPoint evaluated;
    evaluated.index = 5;
    evaluated.figures.seconds = 0.1;
    evaluated.figures.messageBytes = 3e15;
    std::string row;
    appendRow(row, space.at(5), evaluated);
    EXPECT_EQ(std::count(row.begin(), row.end(), ','),
              std::count(rowHeader().begin(), rowHeader().end(), ','));
    EXPECT_EQ(row, "5,1,all_reduce,1,single_stage,1,2520,false,none,false,false,1,1,0,1,0,0.1,0,0,0,0,3e+15,false\r\n");
}

} // namespace
} // namespace planscope::sweep
