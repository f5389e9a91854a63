#pragma once

#include "derivation/pass/pass.h"
#include "derivation/transformer/block_work.h"

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

/// The plan for distributed tasks and the memory of their block; run() calls it with the algebra's memory.
PortablePlanIR portablePlanFor(const DistributedTaskIR& tasks, const Digest& tasksDigest,
                               const std::vector<MemoryFacts>& layerMemory, const BlockMemory& blockMemory,
                               const TransformerModelSpec& model, const SynthesisSession& session);

} // namespace planscope
