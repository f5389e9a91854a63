#pragma once

#include "study/rank_work.h"
#include "study/whole_result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace planscope::whole {

/// What a rank works for.
enum class WorkPhase { Forward, Recompute, ActivationGradient, WeightGradient, Optimizer };
/// With which ranks messages are exchanged.
enum class MessageGroup {
    Tensor,    ///< microbatches, and gradients of replicated parameters
    Pipeline,  ///< with the stages before and behind, sent and received
    Data,      ///< gradients and weights
    Embedding, ///< gradients of tied embeddings
};

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::WorkPhase> {
    static constexpr std::array<std::string_view, 5> names{"forward", "recompute", "activation_gradient",
                                                           "weight_gradient", "optimizer"};
};
template <>
struct EnumNames<whole::MessageGroup> {
    static constexpr std::array<std::string_view, 4> names{"tensor", "pipeline", "data", "embedding"};
};

} // namespace planscope

namespace planscope::whole {

/// The group in which ranks of an axis exchange.
MessageGroup messageGroupOf(GroupAxis axis);

/// A training step.
struct StepWork {
    Total<ElementsUnit> parameters;
    Total<ElementsUnit> optimized; ///< parameters whose optimizer states are held and updated
    /// All microbatches; message is what tensor ranks exchange in them.
    std::array<PhaseWork, countOf<WorkPhase>()> phases;
    PhaseWork total;                                                ///< the sum of the phases
    std::array<Total<BytesUnit>, countOf<MessageGroup>()> messages; ///< whole buffers, one count a message
    Total<BytesUnit> allMessages;                                   ///< the sum of the groups

    friend bool operator==(const StepWork&, const StepWork&) = default;
};

/// The ranks of a stage: all do the same.
struct StageWork {
    std::int64_t stage = 0;
    std::int64_t firstRank = 0;
    std::int64_t rankCount = 0; ///< t·c·D
    std::int64_t blocks = 0;    ///< of all its chunks
    StepWork rank;              ///< of each of the ranks
};

/// Consecutive stages whose ranks do the same.
struct StageRun {
    std::size_t first = 0;
    std::size_t count = 0;
};

struct RankWork {
    std::vector<StageWork> stages;
    std::vector<StageRun> runs; ///< in order, as long as can be; together all stages
    StepWork all;               ///< of all ranks together, without times
};

/// The plan's tasks summed for a rank of each stage over a step. Absent without a plan, and where a count of runs
/// leaves 63 bits or a sum 127.
std::optional<RankWork> rankWorkOf(const CandidateResult& result);

} // namespace planscope::whole
