#pragma once

#include "derivation/pass/pass.h"
#include "derivation/whole/algebra/whole_work.h"

namespace planscope::whole {

/// whole::ModelIR → whole::DistributedTaskIR: the task classes of three units, what a rank of each stage holds, the
/// programs and the messages.
class DistributePass final : public Pass {
public:
    const PassContract& contract() const override;
    Result<AnyIr> run(const IrSnapshot& input, PassContext& context) const override;
    /// Beside the declared lineage: every saved tensor is a value that its owner's backward reads, and whatever a
    /// backward reads is kept, computed again, or made by a row that this case does not have.
    Diagnostics checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                              const SynthesisSession& session) const override;
};

/// The tasks that stand for the given work; run() calls it with the algebra's work.
DistributedTaskIR distributedTasksFor(const WholeWork& work, const ModelIR& model, const Digest& modelDigest,
                                      const WorkloadBinding& workload, const StrategyBinding& strategy);

} // namespace planscope::whole
