#pragma once

#include "base/enum_names.h"

#include <cstdint>

namespace planscope::sweep {

/// What a sweep finds of a mapping: what a table of mappings shows, and all that an objective is a function of.
/// Times, tokens and utilisation are those of evaluate(), bit for bit.
struct Figures {
    double seconds = 0;         ///< of an iteration, by the measured curves (system_evidence)
    double peakOnlySeconds = 0; ///< of an iteration, every efficiency 1
    double tokensPerSecond = 0; ///< system_evidence
    double mfu = 0;             ///< system_evidence
    std::int64_t memoryBytes = 0;  ///< of a rank of the first stage
    std::int64_t accelerators = 0; ///< t·p·D
    /// Bytes of the messages of a rank of the first stage in an iteration: B·n times the block's collectives, 2·v·n
    /// hops to another stage, B exchanges of the gradients, with optimizer sharding also of the weights.
    double messageBytes = 0;
    bool overCapacity = false;

    friend bool operator==(const Figures&, const Figures&) = default;
};

enum class Objective { Time, TokensPerSecond, Memory, Mfu, Accelerators, MessageBytes };

} // namespace planscope::sweep

namespace planscope {
template <>
struct EnumNames<sweep::Objective> {
    static constexpr std::array<std::string_view, 6> names{"time", "tokens_per_second", "memory",
                                                           "mfu",  "accelerators",      "message_bytes"};
};
} // namespace planscope

namespace planscope::sweep {

/// Whether more of it is better; of the others less is.
constexpr bool isMaximised(Objective objective)
{
    switch (objective) {
    case Objective::TokensPerSecond:
    case Objective::Mfu: return true;
    case Objective::Time:
    case Objective::Memory:
    case Objective::Accelerators:
    case Objective::MessageBytes: return false;
    }
    return false;
}

/// In the objective's unit: seconds, tokens a second, bytes, a fraction, ranks, bytes. Bytes from 2^53 round.
constexpr double valueOf(Objective objective, const Figures& figures)
{
    switch (objective) {
    case Objective::Time: return figures.seconds;
    case Objective::TokensPerSecond: return figures.tokensPerSecond;
    case Objective::Memory: return static_cast<double>(figures.memoryBytes);
    case Objective::Mfu: return figures.mfu;
    case Objective::Accelerators: return static_cast<double>(figures.accelerators);
    case Objective::MessageBytes: return figures.messageBytes;
    }
    return 0;
}

/// The same such that less is better.
constexpr double costOf(Objective objective, const Figures& figures)
{
    const double value = valueOf(objective, figures);
    return isMaximised(objective) ? -value : value;
}

} // namespace planscope::sweep
