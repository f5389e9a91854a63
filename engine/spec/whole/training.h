#pragma once

#include "base/diagnostic.h"
#include "spec/whole/mapping_spec.h"
#include "spec/whole/model_spec.h"
#include "spec/whole/workload_spec.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace planscope::whole {

/// The counts that follow from a lawful training of a whole model; each division is exact.
struct Shape {
    std::int64_t worldSize = 0;        ///< t·c·p·D, ranks
    std::int64_t microbatchCount = 0;  ///< m, microbatches a replica and iteration
    std::vector<std::int64_t> chunks;  ///< blocks of each chunk in model order, p·v of them; j is on stage j mod p
    std::int64_t paddedVocabulary = 0; ///< V′, rows over all tensor ranks

    friend bool operator==(const Shape&, const Shape&) = default;
};

template <class Io, Described<Shape> Self>
void describe(Io& io, Self& shape)
{
    io.field("chunks", shape.chunks);
    io.field("microbatch_count", shape.microbatchCount);
    io.field("padded_vocabulary", shape.paddedVocabulary);
    io.field("world_size", shape.worldSize);
}

/// V′: the vocabulary with the tokenizer's extra rows, padded once to a multiple of multiple·t; nothing when it leaves
/// 64 bits. Requires: vocabularySize >= 1, tensorDegree >= 1, padding >= 0.
std::optional<std::int64_t> paddedVocabulary(std::int64_t vocabularySize, const VocabularyPadding& padding,
                                             std::int64_t tensorDegree);

/// A model, a workload and a mapping that keep every law of spec/whole/laws.h together, with their shape.
/// Only create() makes one, so whoever holds one need not check again. Immutable.
class Training {
public:
    /// Chunks that are laid out one by one: beyond it a list of them would outgrow memory.
    static constexpr std::int64_t mostChunks = 16'384;
    /// Microbatches times chunks: every stage's program is executed pass by pass, and must not take a second.
    static constexpr std::int64_t mostPasses = 2'097'152;

    /// Fails with one diagnostic for each broken law, in the order of the laws; with
    /// integer.overflow (shape.world_size, shape.padded_vocabulary) when a count leaves 64 bits;
    /// with limit.pipeline_chunks when p·v is above mostChunks, limit.program_passes when p·v·m is above mostPasses.
    static Result<Training> create(ModelSpec model, WorkloadSpec workload, MappingSpec mapping);

    const ModelSpec& model() const { return m_model; }
    const WorkloadSpec& workload() const { return m_workload; }
    const MappingSpec& mapping() const { return m_mapping; }
    const Shape& shape() const { return m_shape; }

    /// Whether they state the same; the shape follows.
    friend bool operator==(const Training& a, const Training& b)
    {
        return a.m_mapping == b.m_mapping && a.m_workload == b.m_workload && a.m_model == b.m_model;
    }

private:
    Training() = default;

    ModelSpec m_model;
    WorkloadSpec m_workload;
    MappingSpec m_mapping;
    Shape m_shape;
};

} // namespace planscope::whole
