#pragma once

#include "base/diagnostic.h"
#include "derivation/dialect/dialect.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "evaluation/system/system_profile.h"

#include <array>
#include <optional>
#include <span>
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

/// Iteration time by component, in seconds; total is their sum.
struct IterationTime {
    double forward = 0;
    double backward = 0;
    double optimizer = 0;
    double recompute = 0;
    double tensorParallel = 0;
    double pipelineParallel = 0;
    double dataParallel = 0;
    double recommunication = 0;
    double pipelineBubble = 0;
    double total = 0;
};

/// One block and one microbatch on one rank, in seconds.
struct BlockTime {
    double forward = 0;
    double recompute = 0;
    double activationGradient = 0;
    double weightGradient = 0;
    double optimizer = 0;
    double tensorParallelForward = 0;
    double tensorParallelBackward = 0;
    double recommunication = 0;
};

struct Utilisation {
    double mfu = 0; ///< model operations / (time · ranks · peak matrix operations a second)
    double hfu = 0; ///< the same with recomputed matrix operations added
    double tokensPerSecond = 0;
};

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

/// What the estimate reads: the portable plan's figures without its graph. The spans belong to the caller.
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
    double capacity = 0; ///< bytes
    /// Indexed by EstimateMode; absent when a tier cannot hold its group.
    std::optional<std::array<ModeEstimate, countOf<EstimateMode>()>> modes;
    Diagnostics diagnostics; ///< tier errors, then memory.over_capacity as a warning
};

/// Memory of the first stage. Fails with integer.overflow at the first term beyond 2^63 − 1 ("memory.weights").
Result<IterationMemory> iterationMemory(const PlanProgram& program, const BlockMemory& block);

/// Predicted time of one invocation on one rank: local part and network part.
struct TaskTime {
    double local = 0;
    double network = 0;
};

/// A system made ready for estimating one datatype: peaks and curves looked up once. Immutable, no allocation
/// on use; one may serve any number of plans of that datatype. Holds no reference to the profile.
class SystemModel;

/// The estimate of any plan's figures; the plan route and the sweep share it.
/// Fails: integer.overflow of a memory term.
Result<Estimate> estimate(const EstimateInput& input, const SystemProfile& profile, const NetworkTierBinding& tiers);

/// The invocations a plan's tasks stand for, in order.
std::vector<Invocation> invocationsOf(const PortablePlanIR& plan);
Result<Estimate> estimate(const PortablePlanIR& plan, const SystemProfile& profile, const NetworkTierBinding& tiers);

} // namespace planscope
