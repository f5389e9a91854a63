#include "derivation/whole/dialect/model_facts.h"

namespace planscope::whole {
namespace {

using Sum = Total<OperationsUnit>;

/// factor times a 64-bit count: below 2^67 · 2^63, so never beyond 128 bits for the factors of this file.
Sum times(Elements count, std::int64_t factor)
{
    Sum sum;
    sum += Operations{count.value()};
    return *sum.times(factor);
}

Sum plus(Sum a, const Sum& b)
{
    a += b;
    return a;
}

} // namespace

FlopsPerToken flopsPerToken(const FlopsInputs& inputs)
{
    const Sum matrices = plus(times(inputs.blockMatrices, 6), times(inputs.vocabulary, 6));
    // 6·L·a·d·s, by two factors of 63 bits: at most 126 bits and the factor 6·2.
    const auto attention = [&](std::int64_t tokens) {
        const auto pairs = times(inputs.attentionWidth, 6).times(tokens);
        return pairs ? *pairs : Sum{};
    };
    const Sum half = plus(matrices, attention(inputs.sequenceLength));
    return {plus(half, attention(inputs.sequenceLength)), half, plus(half, times(inputs.attentionWidth, 6)),
            plus(half, times(inputs.vocabulary, 6)), times(inputs.parameters, 6)};
}

} // namespace planscope::whole
