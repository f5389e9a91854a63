#include "study/work_total.h"

#include <gtest/gtest.h>

namespace planscope::testing_study {
namespace {

TEST(WorkTotal, addsUpFactsAndTimes)
{
    WorkTotal total;
    total += WorkloadFacts{Operations{12}, Bytes{2}, Bytes{1}, Bytes{7}};
    EXPECT_FALSE(total.seconds);
    WorkTotal other;
    other += WorkloadFacts{Operations{3}, Bytes{4}, Bytes{5}, Bytes{6}};
    other.seconds = 0.5;
    total += other;
    total += other;
    EXPECT_EQ(total.operations.toString(), "18");
    EXPECT_EQ(total.read.toString(), "10");
    EXPECT_EQ(total.write.toString(), "11");
    EXPECT_EQ(total.message.toString(), "19");
    EXPECT_EQ(total.seconds, 1.0);
}

TEST(WorkTotal, intensityIsOperationsAByteOfLocalTraffic)
{
    EXPECT_EQ(arithmeticIntensity({Operations{12}, Bytes{2}, Bytes{1}, Bytes{100}}), 4.0);
    EXPECT_EQ(arithmeticIntensity({Operations{}, Bytes{2}, Bytes{1}, Bytes{}}), 0.0);
    EXPECT_FALSE(arithmeticIntensity({Operations{12}, Bytes{}, Bytes{}, Bytes{100}}));
}

} // namespace
} // namespace planscope::testing_study
