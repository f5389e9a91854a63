#include "report/breakdown.h"

#include "sample_results.h"

#include <gtest/gtest.h>

namespace planscope::test {
namespace {

TEST(Breakdown, sharesAreOfTheTotalAndOfTheCapacity)
{
    const auto result = sampleResult();
    const Estimate& estimate = *result->estimate;
    const std::vector<TimePart> times = timeParts(estimate);
    ASSERT_EQ(times.size(), iterationTimeFigures.size());
    EXPECT_EQ(times.front().name, "forward");
    EXPECT_EQ(times.back().name, "total");
    EXPECT_EQ((*times.back().share)[0], 1.0);
    double shares = 0;
    for (const TimePart& part : times)
        shares += (*part.share)[1];
    EXPECT_NEAR(shares, 2.0, 1e-12);
    const std::vector<MemoryPart> memory = memoryParts(estimate);
    EXPECT_EQ(memory.back().bytes, estimate.memory.total);
    EXPECT_EQ(memory.back().shareOfTotal, 1.0);
    EXPECT_EQ(memory.back().shareOfCapacity, static_cast<double>(estimate.memory.total.value()) / estimate.capacity);
    Estimate none;
    EXPECT_TRUE(timeParts(none).empty());
    EXPECT_FALSE(memoryParts(none).back().shareOfTotal);
    EXPECT_FALSE(memoryParts(none).back().shareOfCapacity);
}

} // namespace
} // namespace planscope::test
