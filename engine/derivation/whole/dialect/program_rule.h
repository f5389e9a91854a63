#pragma once

#include "base/canonical_encoding.h"
#include "spec/transformer_training_mapping_spec.h"

#include <cassert>
#include <cstdint>

namespace planscope::whole {

enum class Direction { Forward, Backward };

/// One step of a stage's program: one microbatch through one of the stage's chunks.
struct ProgramStep {
    Direction direction = Direction::Forward;
    std::int64_t microbatch = 0; ///< 0 … m − 1
    std::int64_t chunk = 0;      ///< of the whole model: chunk j is on stage j mod p

    friend bool operator==(const ProgramStep&, const ProgramStep&) = default;
};

/// The order in which each stage runs its microbatches and chunks, as a rule: any step in constant time, no list.
/// Warm-up forwards, then pairs of a forward and a backward, then the backwards that are left. Forwards take groups of
/// g microbatches through the chunks 0 … v − 1 in turn, backwards the same with the chunks reversed.
struct ProgramRule {
    ScheduleKind kind = ScheduleKind::SingleStage; ///< never forward_only
    std::int64_t stages = 1;        ///< p
    std::int64_t virtualStages = 1; ///< v; above 1 exactly when interleaved
    std::int64_t group = 1;         ///< g; counts only when interleaved
    std::int64_t microbatches = 1;  ///< m

    /// Forwards of one stage, and as many backwards: m·v. Requires: it fits 63 bits.
    std::int64_t forwards() const { return microbatches * virtualStages; }
    std::int64_t steps() const { return 2 * forwards(); }
    std::int64_t warmup(std::int64_t stage) const;
    /// The largest number of chunk-microbatches alive at once on a stage.
    std::int64_t inFlight(std::int64_t stage) const;
    /// Requires: 0 <= stage < p, 0 <= position < steps().
    ProgramStep step(std::int64_t stage, std::int64_t position) const;
    /// Where on its stage's program a step stands; the inverse of step().
    std::int64_t position(const ProgramStep& step) const;

    friend bool operator==(const ProgramRule&, const ProgramRule&) = default;
};

template <class Io, Described<ProgramRule> Self>
void describe(Io& io, Self& rule)
{
    io.field("group", rule.group);
    io.field("kind", rule.kind);
    io.field("microbatches", rule.microbatches);
    io.field("stages", rule.stages);
    io.field("virtual_stages", rule.virtualStages);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::Direction> {
    static constexpr std::array<std::string_view, 2> names{"forward", "backward"};
};

} // namespace planscope
