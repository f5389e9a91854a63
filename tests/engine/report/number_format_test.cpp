#include "report/number_format.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

TEST(NumberFormat, threeDigitsRoundAcrossPowersOfTen)
{
    EXPECT_EQ(threeDigits(0), "0");
    EXPECT_EQ(threeDigits(1), "1.00");
    EXPECT_EQ(threeDigits(9.994), "9.99");
    EXPECT_EQ(threeDigits(9.996), "10.0");
    EXPECT_EQ(threeDigits(99.96), "100");
    EXPECT_EQ(threeDigits(123.4), "123");
    EXPECT_EQ(threeDigits(12345), "12300");
    EXPECT_EQ(threeDigits(0.01234), "0.0123");
    EXPECT_EQ(threeDigits(0.09996), "0.100");
    EXPECT_EQ(threeDigits(-2.5), "-2.50");
    EXPECT_EQ(threeDigits(1.5e12), "1.50e+12");
    EXPECT_EQ(threeDigits(1.5e-9), "1.50e-09");
}

TEST(NumberFormat, bytesHaveBinaryPrefixes)
{
    EXPECT_EQ(humanBytes(0.0), "0 B");
    EXPECT_EQ(humanBytes(1000.0), "1000 B");
    EXPECT_EQ(humanBytes(1024.0), "1.00 KiB");
    EXPECT_EQ(humanBytes(Bytes{51705331712}), "48.2 GiB");
    EXPECT_EQ(humanBytes(1023.9 * 1024), "1.00 MiB");
    EXPECT_EQ(humanBytes(80000000000.0 * 1073741824.0), "74.5 EiB");
}

TEST(NumberFormat, operationsHaveDecimalPrefixes)
{
    EXPECT_EQ(humanOperations(Operations{0}), "0 FLOP");
    EXPECT_EQ(humanOperations(Operations{981454553088}), "981 GFLOP");
    EXPECT_EQ(humanOperations(Operations{999999999999}), "1.00 TFLOP");
}

TEST(NumberFormat, secondsPickTheirUnit)
{
    EXPECT_EQ(humanSeconds(0), "0 s");
    EXPECT_EQ(humanSeconds(1.3956), "1.40 s");
    EXPECT_EQ(humanSeconds(0.9999), "1.00 s");
    EXPECT_EQ(humanSeconds(0.0163), "16.3 ms");
    EXPECT_EQ(humanSeconds(1e-5), "10.0 µs");
    EXPECT_EQ(humanSeconds(2.5e-9), "2.50 ns");
}

TEST(NumberFormat, ratesAndPercentages)
{
    EXPECT_EQ(humanRate(5869.9), "5870");
    EXPECT_EQ(humanRate(1234567), "1.23 M");
    EXPECT_EQ(humanPercent(0.32385), "32.4 %");
    EXPECT_EQ(humanPercent(12.345), "1230 %");
    EXPECT_EQ(humanPercent(0.0001), "<0.1 %");
    EXPECT_EQ(humanPercent(0), "0.0 %");
}

TEST(NumberFormat, exactDigitsOfDoublesAreIntegersWhereTheyAreOnes)
{
    EXPECT_EQ(exactDigits(85899345920.0), "85899345920");
    EXPECT_EQ(exactDigits(80000000000.0 * 1073741824.0), "85899345920000000000");
    EXPECT_EQ(exactDigits(0.1 * 1073741824.0), "107374182.4");
    EXPECT_EQ(exactDigits(1e300), "1e+300");
}

} // namespace
} // namespace planscope
