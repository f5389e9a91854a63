#pragma once

#include "derivation/pass/pass.h"

namespace planscope {

/// DistributedTaskIR → PortablePlanIR: what each task demands of any target, what the block holds in
/// memory, and how often it runs.
class PlanTransformerTrainingPass final : public Pass {
public:
    const PassContract& contract() const override;
    Result<AnyIr> run(const IrSnapshot& input, PassContext& context) const override;
    Diagnostics checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                              const SynthesisSession& session) const override;
};

/// The plan for distributed tasks whose memory sums to blockMemory; run() calls it with the analysis of its input.
/// Requires: tasks that passed verify().
PortablePlanIR portablePlanFor(const DistributedTaskIR& tasks, const Digest& tasksDigest,
                               const BlockMemory& blockMemory, const WorkloadBinding& workload,
                               const StrategyBinding& strategy);

/// What a plan says of the whole iteration, for those who need it without the plan as well. hiddenSize and
/// sequenceLength in elements.
PlanProgram planProgramFor(std::int64_t hiddenSize, std::int64_t sequenceLength, const WorkloadBinding& workload,
                           const StrategyBinding& strategy);

} // namespace planscope
