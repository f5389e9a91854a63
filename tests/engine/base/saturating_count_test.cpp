#include "base/saturating_count.h"

#include "base/quantity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>

namespace planscope {
namespace {

constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();

std::int64_t atMostLimit(WideInteger value)
{
    return static_cast<std::int64_t>(std::min(value, static_cast<WideInteger>(limit)));
}

/// Counts of every magnitude, so that sums and products fall on both sides of the limit.
rc::Gen<std::int64_t> anyCount()
{
    return rc::gen::apply([](std::int64_t bits, int shift) { return (bits & limit) >> shift; },
                          rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::int64_t>()),
                          rc::gen::inRange(0, 63));
}

RC_GTEST_PROP(SaturatingCount, IsTheTrueValueOrTheLimit, ())
{
    const auto a = *anyCount();
    const auto b = *anyCount();
    RC_ASSERT((SaturatingCount{a} + SaturatingCount{b}).value() == atMostLimit(WideInteger{a} + b));
    RC_ASSERT((SaturatingCount{a} * SaturatingCount{b}).value() == atMostLimit(WideInteger{a} * b));
    RC_ASSERT((SaturatingCount{std::max(a, b)} - SaturatingCount{std::min(a, b)}).value()
              == std::max(a, b) - std::min(a, b));
    const std::int64_t divisor = std::max<std::int64_t>(b, 1);
    RC_ASSERT(ceilingQuotient(SaturatingCount{a}, SaturatingCount{divisor}).value()
              == atMostLimit((WideInteger{a} + divisor - 1) / divisor));
}

TEST(SaturatingCount, ASaturatedCountStaysSoThroughEveryStep)
{
    const SaturatingCount two{2};
    const SaturatingCount over = SaturatingCount{limit} * two;
    EXPECT_TRUE(over.saturated());
    EXPECT_TRUE((over + two).saturated());
    EXPECT_TRUE((over * two).saturated());
    EXPECT_TRUE((over - two).saturated());
    EXPECT_TRUE(exactQuotient(over, two).saturated());
    EXPECT_TRUE(ceilingQuotient(over, two).saturated());
    EXPECT_FALSE(two.saturated());
    EXPECT_EQ(exactQuotient(SaturatingCount{12}, SaturatingCount{4}).value(), 3);
}

} // namespace
} // namespace planscope
