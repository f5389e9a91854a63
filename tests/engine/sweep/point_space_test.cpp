#include "sweep/point_space.h"

#include "bundled_space.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace planscope::sweep {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The values of a stated choice, without what the engine knows of sets.
IntegerList valuesOf(const IntegerChoice& choice, std::int64_t legalUpTo)
{
    IntegerList values;
    if (const auto* range = std::get_if<IntegerRange>(&choice))
        for (std::int64_t value = range->from; value <= range->to; value += range->step)
            values.push_back(value);
    else if (const auto* list = std::get_if<IntegerList>(&choice))
        values = *list;
    else
        for (std::int64_t value = 1; value <= legalUpTo; ++value)
            if (legalUpTo % value == 0)
                values.push_back(value);
    std::sort(values.begin(), values.end());
    return values;
}

std::vector<bool> valuesOf(FlagChoice choice)
{
    return choice == FlagChoice::both() ? std::vector<bool>{false, true} : std::vector<bool>{choice.on};
}

/// The law at which the loops would turn back first.
std::optional<Law> firstBroken(const MappingSpace& space, const Point& point)
{
    LawOperands operands =
        lawOperands(space.model, {space.globalBatchSize, point.microbatchSize, space.datatype}, point.mapping);
    const LawSet broken = brokenLaws(operands);
    const std::int64_t world =
        point.mapping.tensor.degree * point.mapping.pipeline.degree * point.mapping.data.degree;
    const IntegerList worlds = space.worldSize ? valuesOf(*space.worldSize, 0) : IntegerList{world};
    const bool worldIsChosen = std::find(worlds.begin(), worlds.end(), world) != worlds.end();
    for (const Law law :
         {Law::TensorDividesHidden, Law::TensorDividesFeedforward, Law::TensorDividesHeads, Law::PipelineDividesBlocks,
          Law::DataDividesBatch, Law::WorldSize, Law::MicrobatchDividesLocalBatch, Law::ScheduleKind,
          Law::VirtualStages, Law::TensorDividesSequence, Law::RedoCommunication, Law::RedoFullRecompute, Law::OptimizerSharding})
        if (law == Law::WorldSize ? !worldIsChosen : broken.contains(law))
            return law;
    return std::nullopt;
}

/// Every combination of the values, in nested loops, held against the laws one by one.
template <class Body>
void forEachCombination(const MappingSpace& space, Body body)
{
    const std::int64_t tensorLegal =
        std::gcd(std::gcd(space.model.hiddenSize, space.model.feedforwardSize), space.model.attentionHeads);
    Point point;
    TransformerTrainingMappingSpec& mapping = point.mapping;
    for (const std::int64_t t : valuesOf(space.tensorDegree, tensorLegal))
        for (const std::int64_t p : valuesOf(space.pipelineDegree, space.model.blockCount))
            for (const std::int64_t d : valuesOf(space.dataDegree, space.globalBatchSize))
                for (const std::int64_t b : valuesOf(space.microbatchSize, space.globalBatchSize))
                    for (const std::int64_t v : valuesOf(space.virtualStages, space.model.blockCount))
                        for (const TensorCommunication communication : space.communication)
                            for (const RecomputePolicy recompute : space.recompute)
                                for (const bool redo : valuesOf(space.allGatherRedo))
                                    for (const bool sharded : valuesOf(space.optimizerSharding))
                                        for (const bool fused : valuesOf(space.fusedActivation))
                                            for (const std::int64_t tensorTier : valuesOf(space.tensorTier, 0))
                                                for (const std::int64_t dataTier : valuesOf(space.dataTier, 0)) {
                                                    mapping.tensor = {t, communication};
                                                    mapping.pipeline = {p, scheduleOf(p, v)};
                                                    mapping.data = {d, sharded};
                                                    mapping.recompute = recompute;
                                                    mapping.fusedActivation = fused;
                                                    mapping.sequenceParallelAllGatherRedo = redo;
                                                    point.microbatchSize = b;
                                                    point.tiers = {tensorTier, 0, dataTier};
                                                    body(point);
                                                }
}

void expectLikeNestedLoops(const MappingSpace& stated)
{
    const auto space = PointSpace::create(stated);
    ASSERT_TRUE(space);
    SpaceCounts counts;
    std::vector<Point> lawful;
    forEachCombination(stated, [&](const Point& point) {
        ++counts.combinations;
        const auto law = firstBroken(stated, point);
        if (law)
            ++counts.refused[static_cast<std::size_t>(*law)];
        else
            lawful.push_back(point);
        ASSERT_EQ(space->refusals(point).empty(), !law);
        ASSERT_EQ(space->indexOf(point).has_value(), !law);
    });
    counts.lawful = static_cast<std::int64_t>(lawful.size());
    ASSERT_EQ(space->counts(), counts);
    std::optional<PointSpace::Cursor> cursor;
    for (std::int64_t index = 0; index < space->size(); ++index) {
        const Point& expected = lawful[static_cast<std::size_t>(index)];
        ASSERT_EQ(space->at(index), expected) << index;
        ASSERT_EQ(space->indexOf(expected), index);
        if (cursor)
            cursor->next();
        else
            cursor.emplace(*space, index);
        ASSERT_EQ(cursor->point(), expected);
        ASSERT_EQ(cursor->index(), index);
    }
}

MappingSpace tinySpace()
{
    MappingSpace space = bundledSpace();
    space.model.hiddenSize = 24;
    space.model.feedforwardSize = 36;
    space.model.attentionHeads = 12;
    space.model.sequenceLength = 10;
    space.model.blockCount = 12;
    space.globalBatchSize = 12;
    space.worldSize.reset();
    space.tensorTier = space.pipelineTier = space.dataTier = IntegerList{0};
    return space;
}

TEST(PointSpace, IsWhatNestedLoopsFindInTheirOrder)
{
    expectLikeNestedLoops(tinySpace());
}

TEST(PointSpace, CountsByLawWhatRangesHoldBesideLawfulValues)
{
    MappingSpace space = tinySpace();
    space.tensorDegree = IntegerRange{1, 9};
    space.pipelineDegree = IntegerRange{1, 5};
    space.dataDegree = IntegerRange{2, 8, 2};
    space.microbatchSize = IntegerRange{1, 5, 2};
    space.virtualStages = IntegerList{3, 1, 2, 5};
    space.worldSize = IntegerList{24, 8, 12};
    space.dataTier = IntegerList{0, 7};
    space.fusedActivation = FlagChoice::fixed(true);
    expectLikeNestedLoops(space);
}

TEST(PointSpace, OfOneMappingHasOnePoint)
{
    MappingSpace space = tinySpace();
    space.tensorDegree = space.pipelineDegree = space.dataDegree = space.microbatchSize = IntegerList{2};
    space.virtualStages = IntegerList{3};
    space.communication = {TensorCommunication::ReduceScatterAllGather};
    space.recompute = {RecomputePolicy::None};
    space.allGatherRedo = space.optimizerSharding = space.fusedActivation = FlagChoice::fixed(true);
    expectLikeNestedLoops(space);
    EXPECT_EQ(PointSpace::create(space)->size(), 1);
}

TEST(PointSpace, MayBeEmptyAndSaysWhichLawEmptiesIt)
{
    MappingSpace space = tinySpace();
    space.tensorDegree = IntegerList{5};
    const auto points = PointSpace::create(space);
    ASSERT_TRUE(points);
    EXPECT_EQ(points->size(), 0);
    EXPECT_EQ(points->counts().refused[static_cast<std::size_t>(Law::TensorDividesHidden)],
              points->counts().combinations);
}

RC_GTEST_PROP(PointSpaceProperty, isWhatNestedLoopsFind, ())
{
    const auto upTo = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most + 1); };
    const auto flag = [] {
        return *rc::gen::element(FlagChoice::fixed(false), FlagChoice::fixed(true), FlagChoice::both());
    };
    const auto choice = [&]() -> IntegerChoice {
        switch (upTo(3)) {
        case 1: return AllLegal{};
        case 2: {
            const std::int64_t from = upTo(6);
            return IntegerRange{from, from + upTo(5) - 1, upTo(3)};
        }
        default: return *rc::gen::unique<IntegerList>(3, rc::gen::inRange<std::int64_t>(1, 9));
        }
    };
    MappingSpace space = tinySpace();
    space.model.sequenceLength = upTo(12);
    space.globalBatchSize = upTo(12);
    space.tensorDegree = choice();
    space.pipelineDegree = choice();
    space.dataDegree = choice();
    space.microbatchSize = choice();
    space.virtualStages = choice();
    if (upTo(2) == 1)
        space.worldSize = IntegerRange{upTo(6), 5 + upTo(40), upTo(3)};
    space.allGatherRedo = flag();
    space.optimizerSharding = flag();
    space.fusedActivation = flag();
    expectLikeNestedLoops(space);
    RC_ASSERT(!testing::Test::HasFailure());
}

TEST(PointSpace, ALongRangeCostsNothing)
{
    MappingSpace space = tinySpace();
    space.tensorDegree = space.pipelineDegree = IntegerRange{1, 1'000'000'000};
    space.dataDegree = IntegerList{1};
    space.microbatchSize = IntegerList{1};
    space.virtualStages = IntegerList{1};
    space.communication = {TensorCommunication::AllReduce};
    space.recompute = {RecomputePolicy::None};
    space.allGatherRedo = space.optimizerSharding = space.fusedActivation = FlagChoice::fixed(false);
    const auto points = PointSpace::create(space);
    ASSERT_TRUE(points);
    EXPECT_EQ(points->size(), 6 * 6); // the divisors of 12
    EXPECT_EQ(points->counts().combinations, 1'000'000'000'000'000'000);
    EXPECT_EQ(points->counts().refused[static_cast<std::size_t>(Law::PipelineDividesBlocks)], 6 * 999'999'994LL);
}

TEST(PointSpace, RefusesWhatCannotBeCounted)
{
    MappingSpace space = tinySpace();
    space.tensorDegree = space.pipelineDegree = space.dataDegree = IntegerRange{1, 1'000'000'000};
    const auto points = PointSpace::create(space);
    ASSERT_FALSE(points);
    EXPECT_EQ(points.error().front().code, "space.too_large");
}

TEST(PointSpace, TellsWhatAPointIsNotAmong)
{
    const auto space = PointSpace::create(bundledSpace());
    Point point = space->at(0);
    EXPECT_THAT(space->refusals(point), IsEmpty());
    point.mapping.tensor.degree = 3;
    point.microbatchSize = 16;
    const Diagnostics faults = space->refusals(point);
    std::vector<std::string> told;
    for (const Diagnostic& fault : faults)
        told.push_back(fault.code + " " + fault.path);
    EXPECT_THAT(told, ElementsAre("space.not_chosen mapping.tensor.degree", "space.not_chosen workload.microbatch_size",
                                  "mapping.tensor.divides_hidden mapping.tensor.degree",
                                  "mapping.tensor.divides_feedforward mapping.tensor.degree",
                                  "mapping.tensor.divides_heads mapping.tensor.degree",
                                  "workload.microbatch.divides_local_batch workload.microbatch_size",
                                  "mapping.world_size mapping.world_size"));
    EXPECT_THAT(faults.front().legal, ElementsAre("1", "2", "4", "8", "16", "32", "64", "128"));
}

TEST(IntegerSet, CoversTheIntegersUpToTheLast)
{
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    const IntegerSet set{IntegerRange{last - 5, last, 2}};
    EXPECT_EQ(set.count(), 3U);
    EXPECT_EQ(set.at(2), last - 1);
    EXPECT_EQ(set.indexOf(last - 3), 1);
    EXPECT_FALSE(set.contains(last));
    EXPECT_EQ(set.text(), "9223372036854775802 to 9223372036854775807 by 2");
}

} // namespace
} // namespace planscope::sweep
