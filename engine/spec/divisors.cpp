#include "spec/divisors.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

namespace planscope {
namespace {

__extension__ typedef unsigned __int128 WideUnsigned;

std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t modulus)
{
    return static_cast<std::uint64_t>(static_cast<WideUnsigned>(a) * b % modulus);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t modulus)
{
    std::uint64_t result = 1;
    for (base %= modulus; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = multiply(result, base, modulus);
        base = multiply(base, base, modulus);
    }
    return result;
}

/// Miller–Rabin. The first twelve primes as bases decide every number below 3.3e24.
/// Requires: n odd, beyond the bases.
bool isPrime(std::uint64_t n)
{
    std::uint64_t odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2)
        ++twos;
    constexpr std::array<std::uint64_t, 12> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (const std::uint64_t base : bases) {
        std::uint64_t x = power(base, odd, n);
        if (x == 1 || x == n - 1)
            continue;
        bool composite = true;
        for (int k = 1; k < twos && composite; ++k) {
            x = multiply(x, x, n);
            composite = x != n - 1;
        }
        if (composite)
            return false;
    }
    return true;
}

/// One walk of x -> x² + c: a divisor of n, which is n itself when the walk was in vain.
/// Differences are multiplied up and their gcd taken once a batch.
std::uint64_t rhoWalk(std::uint64_t n, std::uint64_t c)
{
    constexpr std::uint64_t batch = 128;
    const auto step = [n, c](std::uint64_t x) {
        return static_cast<std::uint64_t>((static_cast<WideUnsigned>(x) * x + c) % n);
    };
    const auto distance = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; };

    std::uint64_t hare = 2, tortoise = 2, batchBegin = 2, product = 1, divisor = 1;
    for (std::uint64_t length = 1; divisor == 1; length *= 2) {
        tortoise = hare;
        for (std::uint64_t k = 0; k < length; ++k)
            hare = step(hare);
        for (std::uint64_t done = 0; done < length && divisor == 1; done += batch) {
            batchBegin = hare;
            for (std::uint64_t k = 0; k < std::min(batch, length - done); ++k) {
                hare = step(hare);
                product = multiply(product, distance(tortoise, hare), n);
            }
            divisor = std::gcd(product, n);
        }
    }
    if (divisor != n)
        return divisor;
    // Both factors fell into one batch: walk it again, one step at a time.
    do {
        batchBegin = step(batchBegin);
        divisor = std::gcd(distance(tortoise, batchBegin), n);
    } while (divisor == 1);
    return divisor;
}

/// Appends the primes of n, which has no small ones, in any order.
void splitInto(std::vector<std::uint64_t>& primes, std::uint64_t n)
{
    if (n == 1)
        return;
    if (isPrime(n)) {
        primes.push_back(n);
        return;
    }
    std::uint64_t divisor = n;
    for (std::uint64_t c = 1; divisor == n; ++c)
        divisor = rhoWalk(n, c);
    splitInto(primes, divisor);
    splitInto(primes, n / divisor);
}

} // namespace

std::vector<PrimePower> primeFactors(std::int64_t value)
{
    assert(value >= 1);
    auto rest = static_cast<std::uint64_t>(value);
    std::vector<std::uint64_t> primes;
    for (std::uint64_t small = 2; small < 256 && small * small <= rest; small += small == 2 ? 1 : 2)
        for (; rest % small == 0; rest /= small)
            primes.push_back(small);
    if (rest < 256 * 256) {
        if (rest > 1)
            primes.push_back(rest);
    } else {
        splitInto(primes, rest);
    }
    std::sort(primes.begin(), primes.end());

    std::vector<PrimePower> factors;
    for (const std::uint64_t prime : primes) {
        if (factors.empty() || factors.back().prime != static_cast<std::int64_t>(prime))
            factors.push_back({static_cast<std::int64_t>(prime), 0});
        ++factors.back().exponent;
    }
    return factors;
}

std::vector<std::int64_t> divisorsOf(std::int64_t value)
{
    std::vector<std::int64_t> divisors{1};
    for (const PrimePower factor : primeFactors(value)) {
        const std::size_t before = divisors.size();
        divisors.reserve(before * (static_cast<std::size_t>(factor.exponent) + 1));
        std::int64_t multiple = 1;
        for (int k = 0; k < factor.exponent; ++k) {
            multiple *= factor.prime;
            for (std::size_t i = 0; i < before; ++i)
                divisors.push_back(divisors[i] * multiple);
        }
    }
    std::sort(divisors.begin(), divisors.end());
    return divisors;
}

} // namespace planscope
