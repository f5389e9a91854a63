#pragma once

#include "base/canonical_encoding.h"
#include "spec/transformer_training_workload_spec.h"

#include <cstdint>

namespace planscope::whole {

/// What one training iteration of a whole model processes. Lawful when the three sizes are at least 1.
struct WorkloadSpec {
    std::int64_t sequenceLength = 0;  ///< s, tokens
    std::int64_t globalBatchSize = 0; ///< sequences an iteration, over all ranks
    std::int64_t microbatchSize = 0;  ///< b, sequences a microbatch
    Datatype datatype = Datatype::BFloat16; ///< bfloat16 alone is lawful
    bool hiddenDropout = false;       ///< whether its probability is above 0
    bool attentionDropout = false;    ///< likewise

    friend bool operator==(const WorkloadSpec&, const WorkloadSpec&) = default;
};

template <class Io, Described<WorkloadSpec> Self>
void describe(Io& io, Self& workload)
{
    io.field("attention_dropout", workload.attentionDropout);
    io.field("datatype", workload.datatype);
    io.field("global_batch_size", workload.globalBatchSize);
    io.field("hidden_dropout", workload.hiddenDropout);
    io.field("microbatch_size", workload.microbatchSize);
    io.field("sequence_length", workload.sequenceLength);
}

} // namespace planscope::whole
