#pragma once

#include "base/diagnostic.h"
#include "derivation/dialect/dialect.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "evaluation/system/system_profile.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace planscope {

/// A duration predicted for the target. Not the host's.
struct Seconds {
    double value = 0;
    friend auto operator<=>(Seconds, Seconds) = default;
};

enum class EstimateMode {
    PeakOnly,       ///< every efficiency 1; latencies and volume factors stay
    SystemEvidence, ///< the profile's efficiency curves
};
template <>
struct EnumNames<EstimateMode> {
    static constexpr std::array<std::string_view, 2> names{"peak_only", "system_evidence"};
};

/// One value for each EstimateMode, indexed by it.
using PerMode = std::array<double, countOf<EstimateMode>()>;

/// A member of a figure with the name that files and tables give it.
template <class Figures>
struct NamedFigure {
    std::string_view name;
    double Figures::*member;
};

/// Iteration time by component, in seconds; total is their sum, added up in the order of the members.
template <class Scalar>
struct IterationTimeOf {
    Scalar forward{};
    Scalar backward{};
    Scalar optimizer{};
    Scalar recompute{};
    Scalar tensorParallel{};
    Scalar pipelineParallel{};
    Scalar dataParallel{};
    Scalar recommunication{};
    Scalar pipelineBubble{};
    Scalar total{};
};
using IterationTime = IterationTimeOf<double>;
inline constexpr std::array<NamedFigure<IterationTime>, 10> iterationTimeFigures{{
    {"forward", &IterationTime::forward},
    {"backward", &IterationTime::backward},
    {"optimizer", &IterationTime::optimizer},
    {"recompute", &IterationTime::recompute},
    {"tensor_parallel", &IterationTime::tensorParallel},
    {"pipeline_parallel", &IterationTime::pipelineParallel},
    {"data_parallel", &IterationTime::dataParallel},
    {"recommunication", &IterationTime::recommunication},
    {"pipeline_bubble", &IterationTime::pipelineBubble},
    {"total", &IterationTime::total},
}};

/// One block and one microbatch on one rank, in seconds; the optimizer once a step. A collective counts, with its
/// local part, in tensorParallelForward or tensorParallelBackward; repeated in backward, with its network part in
/// recommunication.
template <class Scalar>
struct BlockTimeOf {
    Scalar forward{};
    Scalar recompute{};
    Scalar activationGradient{};
    Scalar weightGradient{};
    Scalar optimizer{};
    Scalar tensorParallelForward{};
    Scalar tensorParallelBackward{};
    Scalar recommunication{};
};
using BlockTime = BlockTimeOf<double>;
inline constexpr std::array<NamedFigure<BlockTime>, 8> blockTimeFigures{{
    {"forward", &BlockTime::forward},
    {"recompute", &BlockTime::recompute},
    {"activation_gradient", &BlockTime::activationGradient},
    {"weight_gradient", &BlockTime::weightGradient},
    {"optimizer", &BlockTime::optimizer},
    {"tensor_parallel_forward", &BlockTime::tensorParallelForward},
    {"tensor_parallel_backward", &BlockTime::tensorParallelBackward},
    {"recommunication", &BlockTime::recommunication},
}};

template <class Scalar>
struct UtilisationOf {
    Scalar mfu{}; ///< model operations / (time · ranks · peak matrix operations a second)
    Scalar hfu{}; ///< the same with recomputed matrix operations added
    Scalar tokensPerSecond{};
    Scalar samplesPerSecond{}; ///< sequences; finite where tokensPerSecond is
};
using Utilisation = UtilisationOf<double>;
/// Those that files have.
inline constexpr std::array<NamedFigure<Utilisation>, 3> utilisationFigures{{
    {"mfu", &Utilisation::mfu},
    {"hfu", &Utilisation::hfu},
    {"tokens_per_second", &Utilisation::tokensPerSecond},
}};

/// Bytes of the first pipeline stage on one rank, each rounded up to a byte.
struct IterationMemory {
    Bytes weights;
    Bytes activations;
    Bytes activationCheckpoints;
    Bytes weightGradients;
    Bytes activationGradients;
    Bytes optimizer;
    Bytes total;
    friend bool operator==(const IterationMemory&, const IterationMemory&) = default;
};

struct NamedBytes {
    std::string_view name;
    Bytes IterationMemory::*member;
};
inline constexpr std::array<NamedBytes, 7> iterationMemoryFigures{{
    {"weights", &IterationMemory::weights},
    {"activations", &IterationMemory::activations},
    {"activation_checkpoints", &IterationMemory::activationCheckpoints},
    {"weight_gradients", &IterationMemory::weightGradients},
    {"activation_gradients", &IterationMemory::activationGradients},
    {"optimizer", &IterationMemory::optimizer},
    {"total", &IterationMemory::total},
}};

/// What the estimate reads: the portable plan's figures without its graph. The spans belong to the caller.
/// The plan's verifier or the laws have accepted the figures: degrees and counts are at least 1, work is not negative.
struct EstimateInput {
    const PlanProgram* program = nullptr;
    const BlockMemory* blockMemory = nullptr;
    std::span<const Invocation> invocations; ///< in program order
};

struct ModeEstimate {
    BlockTime block;
    IterationTime iteration;
    Utilisation utilisation;
};

/// Time, memory and utilisation of a plan on a system.
struct Estimate {
    IterationMemory memory;
    double capacity = 0;       ///< bytes
    bool overCapacity = false; ///< decided on exact bytes
    /// Indexed by EstimateMode; absent when a tier cannot hold its group or a figure is not finite.
    std::optional<std::array<ModeEstimate, countOf<EstimateMode>()>> modes;
    /// network_tiers.* in their order; else network.no_cost for a collective that the profile has no cost for, or
    /// time.not_finite; last memory.over_capacity, the only warning.
    Diagnostics diagnostics;
};

/// Memory of the first stage. Fails with integer.overflow at the first term beyond 2^63 − 1 ("memory.weights").
Result<IterationMemory> iterationMemory(const PlanProgram& program, const BlockMemory& block);

/// Predicted time of one invocation on one rank, in seconds: local part and network part.
struct TaskTime {
    double local = 0;
    double network = 0;
};

/// A system made ready for estimating one datatype: peaks and curves looked up once. Immutable, no allocation
/// on use; one may serve any number of plans of that datatype. Holds no reference to the profile.
class SystemModel;

/// The estimate of any plan's figures; the plan route and the sweep share it. Every sum is taken in the order of the
/// invocations, so equal figures give equal bits on every route.
/// Requires: the model was made for the program's datatype.
/// Fails:    integer.overflow of a memory term.
Result<Estimate> estimate(const EstimateInput& input, const SystemModel& system, const NetworkTierBinding& tiers);
Result<Estimate> estimate(const EstimateInput& input, const SystemProfile& profile, const NetworkTierBinding& tiers);

/// The invocations a plan's tasks stand for, in order.
std::vector<Invocation> invocationsOf(const PortablePlanIR& plan);
Result<Estimate> estimate(const PortablePlanIR& plan, const SystemProfile& profile, const NetworkTierBinding& tiers);

} // namespace planscope
