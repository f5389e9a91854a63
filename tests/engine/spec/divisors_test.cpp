#include "spec/divisors.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <chrono>
#include <limits>

namespace planscope {
namespace {

using testing::ElementsAre;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(PrimeFactors, OfSmallNumbers)
{
    EXPECT_THAT(primeFactors(1), ElementsAre());
    EXPECT_THAT(primeFactors(2), ElementsAre(PrimePower{2, 1}));
    EXPECT_THAT(primeFactors(360), ElementsAre(PrimePower{2, 3}, PrimePower{3, 2}, PrimePower{5, 1}));
    EXPECT_THAT(primeFactors(251 * 257), ElementsAre(PrimePower{251, 1}, PrimePower{257, 1}));
    EXPECT_THAT(primeFactors(257 * 257), ElementsAre(PrimePower{257, 2}));
    EXPECT_THAT(primeFactors(65537), ElementsAre(PrimePower{65537, 1}));
}

TEST(PrimeFactors, OfNumbersMadeToBeHard)
{
    EXPECT_THAT(primeFactors(largest),
                ElementsAre(PrimePower{7, 2}, PrimePower{73, 1}, PrimePower{127, 1}, PrimePower{337, 1},
                            PrimePower{92737, 1}, PrimePower{649657, 1}));
    // The largest primes below 2^31.5 and 2^63, squares and cubes of primes, a strong pseudoprime to bases 2, 3, 5, 7.
    EXPECT_THAT(primeFactors(std::int64_t{3037000493} * 3037000453),
                ElementsAre(PrimePower{3037000453, 1}, PrimePower{3037000493, 1}));
    EXPECT_THAT(primeFactors(9223372036854775783), ElementsAre(PrimePower{9223372036854775783, 1}));
    EXPECT_THAT(primeFactors(std::int64_t{3037000493} * 3037000493), ElementsAre(PrimePower{3037000493, 2}));
    EXPECT_THAT(primeFactors(std::int64_t{2097143} * 2097143 * 2097143), ElementsAre(PrimePower{2097143, 3}));
    EXPECT_THAT(primeFactors(3215031751), ElementsAre(PrimePower{151, 1}, PrimePower{751, 1}, PrimePower{28351, 1}));
}

TEST(PrimeFactors, TakeMillisecondsForTheWorstNumber)
{
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(primeFactors(std::int64_t{3037000493} * 3037000453).size(), 2U);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{1})
        << "generous: sanitizers, busy machines";
}

RC_GTEST_PROP(PrimeFactors, MultiplyToTheNumber, ())
{
    const auto value =
        *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 2000000), rc::gen::inRange<std::int64_t>(1, largest));
    std::int64_t product = 1, before = 1;
    for (const PrimePower factor : primeFactors(value)) {
        RC_ASSERT(factor.prime > before);
        before = factor.prime;
        for (int k = 0; k < factor.exponent; ++k)
            product *= factor.prime;
        for (std::int64_t d = 2; d < 1000 && d * d <= factor.prime; ++d)
            RC_ASSERT(factor.prime % d != 0);
    }
    RC_ASSERT(product == value);
}

TEST(Divisors, AreThoseOfTrialDivision)
{
    for (std::int64_t value = 1; value <= 2000; ++value) {
        std::vector<std::int64_t> tried;
        for (std::int64_t d = 1; d <= value; ++d)
            if (value % d == 0)
                tried.push_back(d);
        ASSERT_EQ(divisorsOf(value), tried) << value;
    }
}

TEST(Divisors, OfTheNumberThatHasMost)
{
    const std::vector<std::int64_t> divisors = divisorsOf(897612484786617600);
    EXPECT_EQ(divisors.size(), 103680U);
    EXPECT_TRUE(std::is_sorted(divisors.begin(), divisors.end()));
    EXPECT_EQ(divisors.back(), 897612484786617600);
}

} // namespace
} // namespace planscope
