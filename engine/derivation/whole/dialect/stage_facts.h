#pragma once

#include "derivation/whole/dialect/backward_moments.h"
#include "derivation/whole/dialect/messages.h"

#include <vector>

namespace planscope::whole {

/// What one rank of one stage holds for ever, keeps of each microbatch, and does once a step.
struct StageFacts {
    Elements parameters; ///< N, of one rank
    Bytes weights;
    Bytes gradients;     ///< main gradients
    Bytes optimizer;     ///< this rank's share of master copy and moments
    std::vector<Bytes> savedPerMicrobatch; ///< of each chunk of the stage, in order
    std::vector<StepMessage> step;         ///< in the order of StepMessageKind
    Elements optimized;                    ///< n, parameters that this rank's optimizer updates
    WorkloadFacts optimizerWork;           ///< once a step, vector engine
    friend bool operator==(const StageFacts&, const StageFacts&) = default;
};

/// Sizes of one microbatch on one rank, for what binds after the plan.
struct MicrobatchSizes {
    std::int64_t tokens = 0; ///< T
    Bytes hidden;            ///< wH: the full hidden state
    Bytes hiddenShard;       ///< wP: this rank's
    Bytes logits;            ///< X = wT·Vt
    Bytes ropeTable;         ///< the one of the model; 0 without rotary positions
    friend bool operator==(const MicrobatchSizes&, const MicrobatchSizes&) = default;
};

/// One tensor that exists while a moment lasts.
struct MomentTerm {
    Moment moment = Moment::LossForward;
    TransientTerm term = TransientTerm::Logits;
    Bytes bytes;
    friend bool operator==(const MomentTerm&, const MomentTerm&) = default;
};

template <class Io, Described<StageFacts> Self>
void describe(Io& io, Self& stage)
{
    io.field("gradient_bytes", stage.gradients);
    io.field("optimized_parameters", stage.optimized);
    io.field("optimizer_bytes", stage.optimizer);
    io.field("optimizer_work", stage.optimizerWork);
    io.field("parameters", stage.parameters);
    io.field("saved_per_microbatch", stage.savedPerMicrobatch);
    io.field("step", stage.step);
    io.field("weight_bytes", stage.weights);
}
template <class Io, Described<MicrobatchSizes> Self>
void describe(Io& io, Self& sizes)
{
    io.field("hidden_bytes", sizes.hidden);
    io.field("hidden_shard_bytes", sizes.hiddenShard);
    io.field("logits_bytes", sizes.logits);
    io.field("rope_table_bytes", sizes.ropeTable);
    io.field("tokens", sizes.tokens);
}
template <class Io, Described<MomentTerm> Self>
void describe(Io& io, Self& term)
{
    io.field("bytes", term.bytes);
    io.field("moment", term.moment);
    io.field("term", term.term);
}

} // namespace planscope::whole
