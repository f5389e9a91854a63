#pragma once

#include "base/diagnostic.h"
#include "base/enum_names.h"
#include "base/quantity.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"
#include "evaluation/estimate/estimate.h"
#include "evaluation/system/framework_profile.h"
#include "evaluation/system/system_profile.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

/// Right of the red boundary: what a plan of a whole model holds and takes on a system, under a framework.
namespace planscope::whole {

/// What a stage's peak is made of, in the order of answers.
enum class PeakPart {
    Weights,
    Gradients,
    Optimizer,
    RopeTable,
    GemmWorkspace,        ///< held by the framework, from here
    BlasWorkspace,
    DummyWeightGradients,
    GatherBuffer,
    LossMask,             ///< to here
    PreviousInputGradient, ///< of the backward before, which the schedule still refers to
    AllocatorRounding,
    SavedOtherMicrobatches,
    ThisMicrobatchAndTransients,
};

/// The most that a rank of a stage holds at once.
struct StagePeak {
    Bytes bytes;
    Moment moment = Moment::ForwardEnd;
    ProgramStep step; ///< the forward or backward in which it is
    std::array<Bytes, 13> parts{}; ///< indexed by PeakPart; they add up to bytes

    Bytes& operator[](PeakPart part) { return parts[static_cast<std::size_t>(part)]; }
    Bytes operator[](PeakPart part) const { return parts[static_cast<std::size_t>(part)]; }
    friend bool operator==(const StagePeak&, const StagePeak&) = default;
};

/// Work of one microbatch in one chunk, in seconds.
struct ChunkTime {
    double forward = 0;
    double backward = 0; ///< recompute with it
};

/// What one stage does in a step, in seconds.
struct StageTime {
    double busy = 0;       ///< working on microbatches
    double hops = 0;       ///< receiving from neighbouring stages
    double programEnd = 0; ///< when the last microbatch is done
    double gradients = 0;
    double weights = 0;
    double tiedEmbedding = 0;
    double replicatedGradients = 0;
    double optimizer = 0;
    double end = 0;    ///< programEnd and all of these
    double bubble = 0; ///< waiting before programEnd
    double idle = 0;   ///< waiting for the slowest stage
};
inline constexpr std::array<NamedFigure<StageTime>, 11> stageTimeFigures{{
    {"busy", &StageTime::busy},
    {"hops", &StageTime::hops},
    {"program_end", &StageTime::programEnd},
    {"gradients", &StageTime::gradients},
    {"weights", &StageTime::weights},
    {"tied_embedding", &StageTime::tiedEmbedding},
    {"replicated_gradients", &StageTime::replicatedGradients},
    {"optimizer", &StageTime::optimizer},
    {"end", &StageTime::end},
    {"bubble", &StageTime::bubble},
    {"idle", &StageTime::idle},
}};

/// A training step by component, in seconds, as the stage spends it that ends last and so is never idle. total is the
/// step's; the others add up to it but for rounding.
struct IterationTime {
    double forward = 0; ///< work of microbatches without that of their messages, as the three below
    double recompute = 0;
    double activationGradient = 0;
    double weightGradient = 0;
    double tensorParallel = 0;   ///< messages between tensor ranks and their reductions, of replicated gradients too
    double recommunication = 0;  ///< messages that a recompute repeats
    double pipelineParallel = 0; ///< hops, and the gradient of tied embeddings
    double pipelineBubble = 0;
    double dataParallel = 0; ///< gradients reduced, weights gathered
    double optimizer = 0;
    double total = 0;
};
inline constexpr std::array<NamedFigure<IterationTime>, 11> iterationFigures{{
    {"forward", &IterationTime::forward},
    {"recompute", &IterationTime::recompute},
    {"activation_gradient", &IterationTime::activationGradient},
    {"weight_gradient", &IterationTime::weightGradient},
    {"tensor_parallel", &IterationTime::tensorParallel},
    {"recommunication", &IterationTime::recommunication},
    {"pipeline_parallel", &IterationTime::pipelineParallel},
    {"pipeline_bubble", &IterationTime::pipelineBubble},
    {"data_parallel", &IterationTime::dataParallel},
    {"optimizer", &IterationTime::optimizer},
    {"total", &IterationTime::total},
}};

/// A training step, in seconds.
struct StepTime {
    double total = 0; ///< the largest end
    double hop = 0;   ///< one message between neighbouring stages
    std::vector<ChunkTime> chunks; ///< in model order
    std::vector<StageTime> stages;
    std::size_t lastStage = 0; ///< the first of those that end last
    IterationTime iteration;   ///< of that stage
};

struct Utilisation {
    double mfuFull = 0;   ///< by operations of the full attention square
    double mfuCausal = 0; ///< by those of its causal half
    double tokensPerSecond = 0;
};
inline constexpr std::array<NamedFigure<Utilisation>, 3> utilisationFigures{{
    {"mfu_full", &Utilisation::mfuFull},
    {"mfu_causal", &Utilisation::mfuCausal},
    {"tokens_per_second", &Utilisation::tokensPerSecond},
}};

struct ModeEstimate {
    StepTime time;
    Utilisation utilisation;
};

/// Memory, time and utilisation of a plan on a system, under a framework.
struct Estimate {
    std::vector<StagePeak> peaks; ///< of each stage
    Bytes peak;                   ///< the largest
    double capacity = 0;          ///< bytes
    /// Indexed by EstimateMode; absent when a tier cannot hold its group, when context parallelism is in use, whose
    /// messages are not costed, or when a figure is not finite.
    std::optional<std::array<ModeEstimate, countOf<EstimateMode>()>> modes;
    /// network_tiers.*, time.context_not_costed (a warning), time.not_finite, memory.over_capacity (a warning).
    Diagnostics diagnostics;
};

/// Requires: a plan that passed verify(), lawful profiles.
/// Fails: integer.overflow of a stage's peak ("stages[0].peak.bytes").
Result<Estimate> estimate(const PortablePlanIR& plan, const SystemProfile& system, const NetworkTierBinding& tiers,
                          const FrameworkProfile& framework);

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::PeakPart> {
    static constexpr std::array<std::string_view, 13> names{"weights",
                                                            "gradients",
                                                            "optimizer",
                                                            "rope_table",
                                                            "gemm_workspace",
                                                            "blas_workspace",
                                                            "dummy_weight_gradients",
                                                            "gather_buffer",
                                                            "loss_mask",
                                                            "previous_input_gradient",
                                                            "allocator_rounding",
                                                            "saved_other_microbatches",
                                                            "this_microbatch_and_transients"};
};

} // namespace planscope
