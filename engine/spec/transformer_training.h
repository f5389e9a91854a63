#pragma once

#include "base/diagnostic.h"
#include "spec/transformer_model_spec.h"
#include "spec/transformer_training_mapping_spec.h"
#include "spec/transformer_training_workload_spec.h"

#include <cstdint>

namespace planscope {

/// The counts that follow from a lawful training; each division is exact.
struct TrainingShape {
    std::int64_t worldSize = 0;             ///< t·p·D, ranks
    std::int64_t microbatchCount = 0;       ///< n, microbatches a replica and iteration
    std::int64_t blocksPerStage = 0;        ///< B
    std::int64_t blocksPerVirtualChunk = 0; ///< B / v

    friend bool operator==(const TrainingShape&, const TrainingShape&) = default;
};

template <class Io, Described<TrainingShape> Self>
void describe(Io& io, Self& shape)
{
    io.field("blocks_per_stage", shape.blocksPerStage);
    io.field("blocks_per_virtual_chunk", shape.blocksPerVirtualChunk);
    io.field("microbatch_count", shape.microbatchCount);
    io.field("world_size", shape.worldSize);
}

/// A model, a workload and a mapping that keep every law of spec/laws.h together, with their shape.
/// Only create() makes one, so whoever holds one need not check again. Immutable.
class TransformerTraining {
public:
    /// Fails with one diagnostic for each broken law, in the order of the laws; with
    /// integer.overflow (shape.world_size) when t·p·D leaves 64 bits.
    static Result<TransformerTraining> create(TransformerModelSpec model, TransformerTrainingWorkloadSpec workload,
                                              TransformerTrainingMappingSpec mapping);

    const TransformerModelSpec& model() const { return m_model; }
    const TransformerTrainingWorkloadSpec& workload() const { return m_workload; }
    const TransformerTrainingMappingSpec& mapping() const { return m_mapping; }
    const TrainingShape& shape() const { return m_shape; }

    /// Whether they state the same; the shape follows.
    friend bool operator==(const TransformerTraining& a, const TransformerTraining& b)
    {
        return a.m_mapping == b.m_mapping && a.m_workload == b.m_workload && a.m_model == b.m_model;
    }

private:
    TransformerTraining() = default;

    TransformerModelSpec m_model;
    TransformerTrainingWorkloadSpec m_workload;
    TransformerTrainingMappingSpec m_mapping;
    TrainingShape m_shape;
};

} // namespace planscope
