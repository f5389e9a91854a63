#include "sweep/point_evaluator.h"

#include "bundled_space.h"
#include "property/swept_evaluation.h"
#include "sweep/sweep.h"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>

namespace planscope::sweep {
namespace {

Evaluation evaluated(const MappingSpace& space, const Point& point)
{
    return PointEvaluator{space, std::make_shared<SystemModel>(*space.system, space.datatype)}.evaluate(point);
}

/// The figure that no result of evaluate() has, from the plan of one that does.
TEST(PointEvaluator, CountsTheMessagesOfAnIteration)
{
    MappingSpace space = bundledSpace();
    Point point;
    point.mapping.tensor = {8, TensorCommunication::ReduceScatterAllGather};
    point.mapping.pipeline = {35, InterleavedOneForwardOneBackward{3}};
    point.mapping.data = {9, true};
    point.microbatchSize = 2;
    point.tiers = {0, 1, 1};
    space.constraints.withinCapacity = false;
    const Evaluation evaluation = evaluated(space, point);
    ASSERT_FALSE(evaluation.filter);
    const double n = 2520.0 / 9 / 2, B = 3, hidden = 2.0 * 2 * 2048 * 20480;
    const double weights = 2 * (4 * 20480.0 + 4.0 * 20480 * 128 / 8 * 160 + 2.0 * 20480 * 81920 / 8);
    // Two collectives in each half of the block, forward and backward; hops of a sequence shard both ways.
    EXPECT_EQ(evaluation.figures.messageBytes, B * n * 8 * hidden + 2 * 3 * n * hidden / 8 + B * weights * 2);
}

TEST(PointEvaluator, HoldsPointsToTheBoundsOfTheSpace)
{
    MappingSpace space = bundledSpace();
    space.constraints.withinCapacity = false;
    const Point point = PointSpace::create(space)->at(17);
    space.tensorTier = space.dataTier = IntegerList{1};
    const Point held{point.mapping, point.microbatchSize, {1, 1, 1}};
    const Figures figures = evaluated(space, held).figures;
    space.constraints.atMost[0] = figures.seconds;
    space.constraints.atLeast[3] = figures.mfu;
    EXPECT_EQ(evaluated(space, held).filter, std::nullopt) << "bounds are within";
    space.constraints.atLeast[3] = std::nextafter(figures.mfu, 1);
    EXPECT_EQ(evaluated(space, held).filter, Filter::AtLeast);
    space.constraints.atMost[0] = std::nextafter(figures.seconds, 0);
    EXPECT_EQ(evaluated(space, held).filter, Filter::AtMost);
}

/// Every lawful mapping of the bundled space, found by trying all values of nested loops and evaluated with IRs.
std::vector<std::pair<Point, Figures>> resultsOfAnExhaustiveLoop(const MappingSpace& space)
{
    struct Tried {
        TransformerTraining training;
        std::vector<std::pair<NetworkTierBinding, Evaluation>> evaluations;
    };
    std::vector<Tried> tried;
    TransformerTrainingMappingSpec mapping;
    for (std::int64_t t = 1; t <= 128; ++t)
        for (std::int64_t p = 1; p <= 105; ++p)
            for (std::int64_t v = 1; v <= 105 && 2520 % (t * p) == 0; ++v)
                for (std::int64_t b = 1; b <= 8; ++b)
                    for (int flags = 0; flags < 48; ++flags) {
                        mapping.tensor = {t, static_cast<TensorCommunication>(flags & 1)};
                        mapping.pipeline = {p, scheduleOf(p, v)};
                        mapping.data = {2520 / (t * p), (flags & 2) != 0};
                        mapping.sequenceParallelAllGatherRedo = (flags & 4) != 0;
                        mapping.fusedActivation = (flags & 8) != 0;
                        mapping.recompute = static_cast<RecomputePolicy>(flags >> 4);
                        if (!brokenLaws(lawOperands(space.model, {2520, b, space.datatype}, mapping)).empty())
                            continue;
                        const TransformerTrainingWorkloadSpec workload{2520, b, space.datatype};
                        tried.push_back({*TransformerTraining::create(space.model, workload, mapping), {}});
                    }
    tbb::parallel_for(std::size_t{0}, tried.size(), [&](std::size_t k) {
        const auto derivation = derive(tried[k].training);
        for (std::int64_t tiers = 0; tiers < 8; ++tiers) {
            const NetworkTierBinding binding{tiers & 1, tiers >> 1 & 1, tiers >> 2};
            const Point point{tried[k].training.mapping(), tried[k].training.workload().microbatchSize, binding};
            tried[k].evaluations.emplace_back(
                binding, evaluationOf(*evaluate("", *derivation, space.system, binding), space, point));
        }
    });
    std::vector<std::pair<Point, Figures>> results;
    for (const Tried& one : tried)
        for (const auto& [tiers, evaluation] : one.evaluations)
            if (!evaluation.filter)
                results.push_back({{one.training.mapping(), one.training.workload().microbatchSize, tiers},
                                   evaluation.figures});
    return results;
}

TEST(Sweep, FindsTheBestAndTheFrontOfAnExhaustiveLoopOverEvaluate)
{
    const MappingSpace stated = bundledSpace();
    const auto space = PointSpace::create(stated);
    Tally tally{stated};
    ASSERT_TRUE(run(*space, tally, space->size(), {}));

    const auto results = resultsOfAnExhaustiveLoop(stated);
    EXPECT_EQ(tally.kept, static_cast<std::int64_t>(results.size()));
    ASSERT_FALSE(results.empty());
    std::vector<std::pair<double, double>> front;
    double best = results.front().second.seconds;
    for (const auto& [point, figures] : results) {
        best = std::min(best, figures.seconds);
        const bool isDominated = std::any_of(results.begin(), results.end(), [&f = figures](const auto& other) {
            const Figures& o = other.second;
            return o.seconds <= f.seconds && o.memoryBytes <= f.memoryBytes
                && (o.seconds < f.seconds || o.memoryBytes < f.memoryBytes);
        });
        if (!isDominated)
            front.emplace_back(figures.seconds, static_cast<double>(figures.memoryBytes));
    }
    std::sort(front.begin(), front.end());
    front.erase(std::unique(front.begin(), front.end()), front.end());
    EXPECT_EQ(tally.best.points().front().figures.seconds, best);
    std::vector<std::pair<double, double>> swept;
    for (const EvaluatedPoint& member : tally.front.members()) {
        swept.emplace_back(member.figures.seconds, static_cast<double>(member.figures.memoryBytes));
        const Point point = space->at(member.index);
        const auto found = std::find_if(results.begin(), results.end(),
                                        [&point](const auto& result) { return result.first == point; });
        ASSERT_NE(found, results.end());
        EXPECT_TRUE(sameBits(found->second.seconds, member.figures.seconds));
        EXPECT_EQ(found->second.memoryBytes, member.figures.memoryBytes);
    }
    EXPECT_EQ(swept, front);
}

} // namespace
} // namespace planscope::sweep
