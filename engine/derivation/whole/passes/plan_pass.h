#pragma once

#include "derivation/pass/pass.h"

namespace planscope::whole {

/// whole::DistributedTaskIR → whole::PortablePlanIR: what each task class demands of any target, and the buffers of
/// each stage in three lifetimes.
class PlanPass final : public Pass {
public:
    const PassContract& contract() const override;
    Result<AnyIr> run(const IrSnapshot& input, PassContext& context) const override;
    Diagnostics checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                              const SynthesisSession& session) const override;
};

/// The plan for distributed tasks; run() calls it. Requires: tasks that passed verify().
PortablePlanIR portablePlanFor(const DistributedTaskIR& tasks, const Digest& tasksDigest,
                               const StrategyBinding& strategy);

} // namespace planscope::whole
