#pragma once

#include "derivation/checks/exact_count.h"
#include "derivation/dialect/dialect.h"
#include "spec/transformer_training.h"

#include <array>
#include <cstdint>
#include <optional>

namespace planscope {

/// The two halves of a block; each ends in a residual addition.
enum class BlockHalf { Attention, Mlp };
template <>
struct EnumNames<BlockHalf> {
    static constexpr std::array<std::string_view, 2> names{"attention", "mlp"};
};
constexpr BlockHalf halfOf(Layer layer)
{
    return layer < Layer::MlpFork ? BlockHalf::Attention : BlockHalf::Mlp;
}

/// The local work that one half of a block does with one primitive in one phase, on one rank.
struct WorkShare {
    std::int64_t tasks = 0;
    ExactCount operations;
    ExactCount read;  ///< bytes
    ExactCount write; ///< bytes
};

/// What one half of a block holds for one primitive, on one rank. Bytes, but for the parameters.
struct MemoryShare {
    ExactCount parameters;
    ExactCount working;  ///< not aliased
    ExactCount aliased;  ///< working bytes that are another layer's
    ExactCount kept;
    ExactCount gradient;
};

/// Where the mapping has the exchanges of a block repeated before the backward pass.
struct Recommunication {
    bool attentionInput = false;
    bool mlpInput = false;
    bool outputs = false;
    std::int64_t count() const { return attentionInput + mlpInput + 2 * outputs; }
};

/// Closed forms of the work and memory of a block, told from the specs alone: the sizes of the unsharded tensors
/// of the block (hidden state b·s·h, heads b·s·a·d, scores b·a·s², inner state b·s·f) and of its weights, divided
/// by the degree that shards them. Linear layers are fused as the literature counts them (one projection of the
/// hidden state to 3·a·d columns, arXiv 1909.08053; sharding over the sequence, arXiv 2205.05198).
class BlockClosedForms {
public:
    explicit BlockClosedForms(const TransformerTraining& training);

    /// Phases: forward, activation_gradient, weight_gradient, optimizer. Collectives have no local share here.
    WorkShare local(Phase phase, BlockHalf half, Primitive primitive) const;
    /// What the recompute policy repeats, all halves and primitives together.
    WorkShare recomputed() const;
    bool isRecomputed(Layer layer) const;

    bool exchanges() const { return m_degree > 1; }              ///< t > 1
    bool sequenceSharded() const { return m_sequenceSharded; }   ///< and reduce_scatter_all_gather
    const Recommunication& recommunication() const { return m_again; }
    ExactCount message() const { return m_width * m_hidden; }    ///< bytes of a full hidden state
    /// Additions of a rank in a reduction over the group: a t-th of the elements, from t − 1 others.
    ExactCount reductionOperations() const { return m_hidden * (m_degree - 1) / m_degree; }

    MemoryShare memory(BlockHalf half, Primitive primitive) const;
    ExactCount boundaryBytes() const; ///< of a rank's shard of the block's input or output
    ExactCount checkpointBytes() const;
    /// Σ ⌈each·N / g⌉ over the layers with N parameters.
    ExactCount overShards(ExactCount eachParameter) const;
    ExactCount overShards(ExactCount eachParameter, BlockHalf half) const;
    ExactCount parameters() const;

    std::int64_t elementBytes() const { return m_width; }
    std::int64_t optimizerShards() const { return m_shards; }

    static constexpr std::int64_t optimizerOperations = 11; ///< Adam, operations a parameter
    static constexpr std::int64_t optimizerBytes = 12;      ///< 32-bit master copy and two moments

private:
    WorkShare forward(BlockHalf half, Primitive primitive) const;
    WorkShare activationGradient(BlockHalf half, Primitive primitive) const;
    WorkShare weightGradient(BlockHalf half, Primitive primitive) const;
    WorkShare optimizer(BlockHalf half) const;
    MemoryShare attentionMemory(Primitive primitive) const;
    MemoryShare mlpMemory(Primitive primitive) const;
    MemoryShare collectiveMemory() const;
    ExactCount weightsOf(BlockHalf half) const { return half == BlockHalf::Attention ? m_projection : m_expansion; }

    std::int64_t m_width;  ///< w
    std::int64_t m_degree; ///< t
    std::int64_t m_shards; ///< g
    bool m_sequenceSharded;
    bool m_fused;
    RecomputePolicy m_recompute;
    Recommunication m_again;      ///< exchanges that are repeated
    bool m_attentionInputDropped; ///< the gathered input is not kept, whether or not an exchange repeats it
    bool m_mlpInputDropped;

    ExactCount m_hidden;        ///< b·s·h elements, unsharded
    ExactCount m_outside;       ///< the same as it lies on a rank outside the sharded layers
    ExactCount m_heads;         ///< b·s·a·d / t elements
    ExactCount m_scores;        ///< b·a·s² / t elements
    ExactCount m_inner;         ///< b·s·f / t elements
    ExactCount m_norm;          ///< 2·h weights of a layer norm, unsharded
    ExactCount m_projection;    ///< h·a·d / t weights of one of the four attention projections
    ExactCount m_expansion;     ///< h·f / t weights of one of the two MLP layers
    ExactCount m_boundary;      ///< elements of a rank's shard of the block's input
    std::array<ExactCount, 2> m_linearOperations; ///< of one direction of a half's linear layers
    ExactCount m_attentionOperations;             ///< of the two products over the scores, forward
};

} // namespace planscope
