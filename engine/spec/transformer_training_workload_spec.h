#pragma once

#include "base/canonical_encoding.h"

#include <cstdint>

namespace planscope {

enum class Datatype { Float16, BFloat16 };
template <>
struct EnumNames<Datatype> {
    static constexpr std::array<std::string_view, 2> names{"float16", "bfloat16"};
};

/// w: bytes of one element of either datatype.
constexpr std::int64_t bytesPerElement(Datatype)
{
    return 2;
}

/// What one training iteration processes. Lawful when both sizes are at least 1.
struct TransformerTrainingWorkloadSpec {
    std::int64_t globalBatchSize = 0; ///< sequences an iteration, over all ranks
    std::int64_t microbatchSize = 0;  ///< b, sequences a microbatch
    Datatype datatype = Datatype::Float16;

    friend bool operator==(const TransformerTrainingWorkloadSpec&, const TransformerTrainingWorkloadSpec&) = default;
};

template <class Io, Described<TransformerTrainingWorkloadSpec> Self>
void describe(Io& io, Self& workload)
{
    io.field("datatype", workload.datatype);
    io.field("global_batch_size", workload.globalBatchSize);
    io.field("microbatch_size", workload.microbatchSize);
}

} // namespace planscope
