#include "base/quantity.h"

#include <cstdint>
#include <type_traits>

#include <gtest/gtest.h>

namespace planscope {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

static_assert(!std::is_same_v<Bytes, Operations>, "units are types");
static_assert(!std::is_convertible_v<std::int64_t, Bytes>, "a number has no unit until it is given one");
static_assert(!std::is_convertible_v<Bytes, std::int64_t>);

TEST(Quantity, AddsUpToTheLargestNumber)
{
    EXPECT_EQ(checkedAdd(Bytes{largest - 1}, Bytes{1}), Bytes{largest});
    EXPECT_EQ(checkedAdd(Bytes{largest}, Bytes{1}), std::nullopt);
    EXPECT_EQ(checkedAdd(Bytes{least}, Bytes{-1}), std::nullopt);
    EXPECT_EQ(checkedAdd(Bytes{least}, Bytes{largest}), Bytes{-1});
}

TEST(Quantity, ComparesByValue)
{
    EXPECT_LT(Ranks{1}, Ranks{2});
    EXPECT_EQ(Elements{}, Elements{0});
}

TEST(Total, OutgrowsSixtyFourBits)
{
    Total<OperationsUnit> total;
    total += Operations{largest};
    EXPECT_EQ(total.narrow(), Operations{largest});
    total += Operations{1};
    EXPECT_EQ(total.narrow(), std::nullopt);
    EXPECT_EQ(total.toString(), "9223372036854775808");
    total += Operations{-1};
    EXPECT_EQ(total.narrow(), Operations{largest});
}

TEST(Total, GoesBelowSixtyFourBits)
{
    Total<BytesUnit> total;
    total += Bytes{least};
    EXPECT_EQ(total.narrow(), Bytes{least});
    total += Bytes{-1};
    EXPECT_EQ(total.narrow(), std::nullopt);
    EXPECT_EQ(total.toString(), "-9223372036854775809");
}

TEST(Total, MultipliesWithinOneHundredTwentyEightBits)
{
    Total<BytesUnit> total;
    total += Bytes{largest};
    const auto square = total.times(largest);
    ASSERT_TRUE(square);
    EXPECT_EQ(square->toString(), "85070591730234615847396907784232501249");
    EXPECT_EQ(square->times(3), std::nullopt);
    EXPECT_DOUBLE_EQ(square->toDouble(), 0x1p126);
    EXPECT_TRUE(*total.times(0) < total);
    EXPECT_EQ(*total.times(1), total);
}

TEST(Total, AddsTotals)
{
    Total<BytesUnit> a;
    a += Bytes{largest};
    Total<BytesUnit> b = a;
    b += a;
    EXPECT_EQ(b, *a.times(2));
}

TEST(DecimalDigits, CoversAllOfOneHundredTwentyEightBits)
{
    const WideInteger half = WideInteger{1} << 126;
    EXPECT_EQ(decimalDigits(0), "0");
    EXPECT_EQ(decimalDigits(-7), "-7");
    EXPECT_EQ(decimalDigits(half - 1 + half), "170141183460469231731687303715884105727");
    EXPECT_EQ(decimalDigits(-half - half), "-170141183460469231731687303715884105728");
}

} // namespace
} // namespace planscope
