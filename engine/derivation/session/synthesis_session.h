#pragma once

#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/enum_names.h"
#include "derivation/whole/session/bindings.h"
#include "spec/accounting.h"
#include "spec/transformer_training.h"

#include <variant>

namespace planscope {

/// What the workload fixes for a derivation. States no fact of the model.
struct WorkloadBinding {
    std::int64_t globalBatchSize = 0;
    std::int64_t microbatchSize = 0;
    std::int64_t microbatchCount = 0; ///< n, for the ranks below
    std::int64_t worldSize = 0;       ///< ranks the batch is spread over
    Datatype datatype = Datatype::Float16;
    friend bool operator==(const WorkloadBinding&, const WorkloadBinding&) = default;
};

/// What the mapping fixes for a derivation, with the facts of the workload it was chosen for.
struct StrategyBinding {
    TransformerTrainingMappingSpec mapping;
    std::int64_t globalBatchSize = 0;
    std::int64_t microbatchSize = 0;
    std::int64_t worldSize = 0; ///< t·p·D
    std::int64_t blocksPerStage = 0;
    std::int64_t blocksPerVirtualChunk = 0;
    Datatype datatype = Datatype::Float16;
    friend bool operator==(const StrategyBinding&, const StrategyBinding&) = default;
};

/// The two bindings of the one-block accounting.
struct BlockBindings {
    WorkloadBinding workload;
    StrategyBinding strategy;
    friend bool operator==(const BlockBindings&, const BlockBindings&) = default;
};

/// Bindings that agree, and the digest of their canonical bytes. Immutable.
struct SynthesisSession {
    std::variant<BlockBindings, whole::Bindings> bindings; ///< its index is Accounting
    Digest strategyFingerprint; ///< of the strategy binding alone
    Digest fingerprint;         ///< of both

    Accounting accounting() const { return static_cast<Accounting>(bindings.index()); }
    /// Require: accounting() == Accounting::Block.
    const WorkloadBinding& workload() const { return std::get<BlockBindings>(bindings).workload; }
    const StrategyBinding& strategy() const { return std::get<BlockBindings>(bindings).strategy; }
    /// Requires: accounting() == Accounting::Whole.
    const whole::Bindings& wholeBindings() const { return std::get<whole::Bindings>(bindings); }
};

WorkloadBinding bindWorkload(const TransformerTraining& training);
StrategyBinding bindStrategy(const TransformerTraining& training);

/// Fails with one session.conflict for each fact on which separately made bindings disagree (datatype,
/// batch, microbatch, ranks, microbatch count on the strategy's replicas); path: the fact, as in
/// "session.datatype"; given: both values.
Result<SynthesisSession> synthesisSessionFor(WorkloadBinding workload, StrategyBinding strategy);
/// Bindings made from one training cannot disagree.
SynthesisSession synthesisSessionFor(const TransformerTraining& training);
SynthesisSession synthesisSessionFor(const whole::Training& training);

template <class Io, Described<WorkloadBinding> Self>
void describe(Io& io, Self& binding)
{
    io.field("datatype", binding.datatype);
    io.field("global_batch_size", binding.globalBatchSize);
    io.field("microbatch_count", binding.microbatchCount);
    io.field("microbatch_size", binding.microbatchSize);
    io.field("world_size", binding.worldSize);
}
template <class Io, Described<StrategyBinding> Self>
void describe(Io& io, Self& binding)
{
    io.field("blocks_per_stage", binding.blocksPerStage);
    io.field("blocks_per_virtual_chunk", binding.blocksPerVirtualChunk);
    io.field("datatype", binding.datatype);
    io.field("global_batch_size", binding.globalBatchSize);
    io.field("mapping", binding.mapping);
    io.field("microbatch_size", binding.microbatchSize);
    io.field("world_size", binding.worldSize);
}

} // namespace planscope
