#pragma once

#include "derivation/pass/pass.h"
#include "derivation/transformer/block_work.h"

namespace planscope {

/// ModelIR → DistributedTaskIR: the tasks of one block and one microbatch on a tensor-parallel group.
class DistributeTransformerTrainingPass final : public Pass {
public:
    const PassContract& contract() const override;
    Result<AnyIr> run(const IrSnapshot& input, PassContext& context) const override;
    Diagnostics checkRelation(const IrSnapshot& input, const IrSnapshot& output,
                              const SynthesisSession& session) const override;
};

/// The tasks that stand for the given work; run() calls it with the algebra's work.
DistributedTaskIR distributedTasksFor(const BlockWork& work, const ModelIR& model, const Digest& modelDigest,
                                      const StrategyBinding& strategy);

} // namespace planscope
