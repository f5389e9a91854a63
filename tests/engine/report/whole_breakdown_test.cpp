#include "report/whole_breakdown.h"

#include "engine/study/whole_case_text.h"

#include <algorithm>

namespace planscope::whole {
namespace {

testing_study::WholeCaseText twoStages()
{
    testing_study::WholeCaseText text;
    text.pipeline = R"({"degree": 2, "schedule": {"kind": "one_forward_one_backward"}})";
    text.framework = "\"megatron-0.14-te-2.11\"";
    return text;
}

TEST(WholeBreakdown, TimesAreTheLastStagesWithTheirShares)
{
    const auto result = twoStages().evaluated();
    const Estimate& estimate = *result->estimate;
    const std::vector<TimePart> parts = timeParts(estimate);
    ASSERT_EQ(parts.size(), iterationFigures.size());
    EXPECT_EQ(parts.back().name, "total");
    EXPECT_EQ(parts.back().seconds[1], estimate.modes.value()[1].time.total);
    double shares = 0;
    for (const TimePart& part : parts)
        shares += (*part.share)[1];
    EXPECT_NEAR(shares, 2.0, 1e-12);
    EXPECT_TRUE(timeParts(Estimate{}).empty());
}

TEST(WholeBreakdown, MemoryIsTheFullestStagesWithoutZeros)
{
    const auto result = twoStages().evaluated();
    const Estimate& estimate = *result->estimate;
    const StagePeak& peak = estimate.peaks[fullestStage(estimate)];
    EXPECT_EQ(peak.bytes, estimate.peak);
    const std::vector<MemoryPart> parts = memoryParts(estimate);
    std::int64_t sum = 0;
    for (const MemoryPart& part : parts) {
        EXPECT_NE(part.bytes, Bytes{});
        sum += part.name == "peak" ? 0 : part.bytes.value();
    }
    EXPECT_EQ(sum, estimate.peak.value());
    EXPECT_EQ(parts.back().name, "peak");
    Estimate tight = estimate;
    tight.capacity = static_cast<double>(estimate.peak.value());
    EXPECT_FALSE(isOverCapacity(tight));
    tight.capacity -= 1;
    EXPECT_TRUE(isOverCapacity(tight));
    EXPECT_EQ(parts.back().shareOfCapacity, static_cast<double>(sum) / estimate.capacity);
    EXPECT_EQ(parts.size(),
              1 + static_cast<std::size_t>(std::count_if(peak.parts.begin(), peak.parts.end(), [](Bytes part) {
                  return part != Bytes{};
              })));
}

TEST(WholeBreakdown, OperationsAddUpToAPassOfEveryChunk)
{
    const auto result = twoStages().evaluated();
    const std::vector<OperationCost> costs = operationCosts(*result);
    ASSERT_FALSE(costs.empty());
    double shares = 0;
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode) {
        double seconds = 0;
        for (const OperationCost& cost : costs)
            seconds += cost.seconds[mode];
        double chunks = 0;
        for (const ChunkTime& chunk : result->estimate->modes.value()[mode].time.chunks)
            chunks += chunk.forward + chunk.backward;
        EXPECT_NEAR(seconds, chunks, 1e-12 * chunks);
    }
    for (const OperationCost& cost : costs)
        shares += cost.share;
    EXPECT_NEAR(shares, 1.0, 1e-12);
    const auto fc1 = std::find_if(costs.begin(), costs.end(), [](const OperationCost& c) { return c.row == Row::Fc1; });
    ASSERT_NE(fc1, costs.end());
    EXPECT_EQ(fc1->invocations, 32 * 3) << "forward and two gradients in each of 32 blocks";
    EXPECT_EQ(fc1->operations.toString(), std::to_string(32 * 3 * 2LL * 8192 * 4096 * (2 * 14336)));
}

TEST(WholeBreakdown, WithoutTimesNothingIsTold)
{
    auto text = twoStages();
    text.context = R"({"degree": 2, "exchange": "all_to_all"})";
    const auto result = text.evaluated();
    ASSERT_FALSE(result->estimate->modes);
    EXPECT_TRUE(operationCosts(*result).empty());
    EXPECT_TRUE(timeParts(*result->estimate).empty());
    EXPECT_EQ(memoryParts(*result->estimate).back().bytes, result->estimate->peak);
}

} // namespace
} // namespace planscope::whole
