#include "base/checked_integer.h"

#include "base/quantity.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace planscope {
namespace {

std::optional<std::int64_t> valueOf(CheckedInteger integer)
{
    return integer.overflowed() ? std::nullopt : std::optional{integer.value()};
}

std::optional<std::int64_t> narrowed(WideInteger value)
{
    if (value > std::numeric_limits<std::int64_t>::max() || value < std::numeric_limits<std::int64_t>::min())
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

/// Numbers of every magnitude, so that sums and products fall on both sides of the border.
rc::Gen<std::int64_t> anyMagnitude()
{
    return rc::gen::apply([](std::int64_t bits, int shift) { return bits >> shift; },
                          rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::int64_t>()),
                          rc::gen::inRange(0, 63));
}

RC_GTEST_PROP(CheckedInteger, AgreesWithWideArithmetic, ())
{
    const auto a = *anyMagnitude();
    const auto b = *anyMagnitude();
    const CheckedInteger x{a}, y{b};
    RC_ASSERT(valueOf(x + y) == narrowed(WideInteger{a} + b));
    RC_ASSERT(valueOf(x - y) == narrowed(WideInteger{a} - b));
    RC_ASSERT(valueOf(x * y) == narrowed(WideInteger{a} * b));
}

RC_GTEST_PROP(CheckedInteger, DividesExactlyAndUpwards, ())
{
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const std::int64_t a = *anyMagnitude() & largest;
    const std::int64_t b = std::max<std::int64_t>(*anyMagnitude() & largest, 1);
    const auto up = ceilingQuotient(CheckedInteger{a}, CheckedInteger{b});
    RC_ASSERT(valueOf(up) == narrowed((WideInteger{a} + b - 1) / b));
    const auto product = CheckedInteger{a} * CheckedInteger{b};
    if (!product.overflowed())
        RC_ASSERT(valueOf(exactQuotient(product, CheckedInteger{b})) == a);
}

TEST(CheckedInteger, RemembersAnOverflowThroughEveryStep)
{
    const CheckedInteger one{1};
    const CheckedInteger over = CheckedInteger{std::numeric_limits<std::int64_t>::max()} + one;
    EXPECT_TRUE(over.overflowed());
    EXPECT_TRUE((over + one).overflowed());
    EXPECT_TRUE((one - over).overflowed());
    EXPECT_TRUE((over * CheckedInteger{0}).overflowed());
    EXPECT_TRUE(exactQuotient(over, one).overflowed());
    EXPECT_TRUE(ceilingQuotient(one, over).overflowed());
    EXPECT_FALSE(one.overflowed());
}

} // namespace
} // namespace planscope
