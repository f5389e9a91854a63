#pragma once

#include "base/canonical_encoding.h"

#include <optional>
#include <string>

/// The words in which the work of a Transformer block is told, shared by the algebra, the IRs, the
/// verifiers and the independent checks. No formula stands here.
namespace planscope {

/// The layers of one block in program order.
enum class Layer {
    AttentionFork, AttentionLayerNorm, AttentionInputCollective, AttentionQkvFork,
    AttentionQuery, AttentionKey, AttentionValue, AttentionQueryKey, AttentionSoftmax,
    AttentionProbabilityDropout, AttentionProbabilityValue, AttentionOutputProjection,
    AttentionOutputCollective, AttentionOutputDropout, AttentionResidual,
    MlpFork, MlpLayerNorm, MlpInputCollective, MlpExpand, MlpGelu, MlpContract,
    MlpOutputCollective, MlpOutputDropout, MlpResidual,
};
template <>
struct EnumNames<Layer> {
    static constexpr std::array<std::string_view, 24> names{
        "attention.fork", "attention.layer_norm", "attention.input_collective", "attention.qkv_fork",
        "attention.query", "attention.key", "attention.value", "attention.query_key", "attention.softmax",
        "attention.probability_dropout", "attention.probability_value", "attention.output_projection",
        "attention.output_collective", "attention.output_dropout", "attention.residual",
        "mlp.fork", "mlp.layer_norm", "mlp.input_collective", "mlp.expand", "mlp.gelu", "mlp.contract",
        "mlp.output_collective", "mlp.output_dropout", "mlp.residual"};
};

enum class Primitive { Fork, LayerNorm, Linear, BatchMatmul, Softmax, Dropout, ResidualAdd, Gelu, Collective, Adam };
template <>
struct EnumNames<Primitive> {
    static constexpr std::array<std::string_view, 10> names{"fork", "layer_norm", "linear", "batch_matmul", "softmax",
                                                            "dropout", "residual_add", "gelu", "collective", "adam"};
};

/// In the order in which a rank runs them for one microbatch; recompute and recommunication share one list.
enum class Phase { Forward, Recompute, Recommunication, ActivationGradient, WeightGradient, Optimizer };
template <>
struct EnumNames<Phase> {
    static constexpr std::array<std::string_view, 6> names{"forward", "recompute", "recommunication",
                                                           "activation_gradient", "weight_gradient", "optimizer"};
};

/// The class of resource a primitive needs; not a device.
enum class Engine { Matrix, Vector, Collective };
template <>
struct EnumNames<Engine> {
    static constexpr std::array<std::string_view, 3> names{"matrix", "vector", "collective"};
};

enum class CollectiveKind { AllReduce, ReduceScatter, AllGather, AllToAll, Broadcast };
template <>
struct EnumNames<CollectiveKind> {
    static constexpr std::array<std::string_view, 5> names{"all_reduce", "reduce_scatter", "all_gather", "all_to_all",
                                                           "broadcast"};
};

/// linear and batch_matmul run on the matrix engine, collective on the collective one, the rest on the vector engine.
constexpr Engine engineOf(Primitive primitive)
{
    switch (primitive) {
    case Primitive::Linear:
    case Primitive::BatchMatmul: return Engine::Matrix;
    case Primitive::Collective: return Engine::Collective;
    case Primitive::Fork:
    case Primitive::LayerNorm:
    case Primitive::Softmax:
    case Primitive::Dropout:
    case Primitive::ResidualAdd:
    case Primitive::Gelu:
    case Primitive::Adam: return Engine::Vector;
    }
    return Engine::Vector;
}

/// The primitive of a layer's forward and backward work; its optimizer work is Primitive::Adam.
constexpr Primitive primitiveOf(Layer layer)
{
    switch (layer) {
    case Layer::AttentionFork:
    case Layer::AttentionQkvFork:
    case Layer::MlpFork: return Primitive::Fork;
    case Layer::AttentionLayerNorm:
    case Layer::MlpLayerNorm: return Primitive::LayerNorm;
    case Layer::AttentionInputCollective:
    case Layer::AttentionOutputCollective:
    case Layer::MlpInputCollective:
    case Layer::MlpOutputCollective: return Primitive::Collective;
    case Layer::AttentionQuery:
    case Layer::AttentionKey:
    case Layer::AttentionValue:
    case Layer::AttentionOutputProjection:
    case Layer::MlpExpand:
    case Layer::MlpContract: return Primitive::Linear;
    case Layer::AttentionQueryKey:
    case Layer::AttentionProbabilityValue: return Primitive::BatchMatmul;
    case Layer::AttentionSoftmax: return Primitive::Softmax;
    case Layer::AttentionProbabilityDropout:
    case Layer::AttentionOutputDropout:
    case Layer::MlpOutputDropout: return Primitive::Dropout;
    case Layer::AttentionResidual:
    case Layer::MlpResidual: return Primitive::ResidualAdd;
    case Layer::MlpGelu: return Primitive::Gelu;
    }
    return Primitive::Fork;
}

/// Exact work of one invocation: one layer in one phase, one microbatch, one rank.
struct WorkloadFacts {
    Operations operations;
    Bytes read;    ///< bytes read from local memory
    Bytes write;   ///< bytes written to local memory
    Bytes message; ///< bytes of the full logical message of a collective

    friend bool operator==(const WorkloadFacts&, const WorkloadFacts&) = default;
};

template <class Io, Described<WorkloadFacts> Self>
void describe(Io& io, Self& facts)
{
    io.field("message_bytes", facts.message);
    io.field("operations", facts.operations);
    io.field("read_bytes", facts.read);
    io.field("write_bytes", facts.write);
}

/// One layer in one phase, with its work.
struct Invocation {
    Layer layer = Layer::AttentionFork;
    Phase phase = Phase::Forward;
    Primitive primitive = Primitive::Fork;
    std::optional<CollectiveKind> collective; ///< exactly for Primitive::Collective
    WorkloadFacts facts;

    friend bool operator==(const Invocation&, const Invocation&) = default;
};

/// "layer.phase", for a collective "layer.phase.kind": "mlp.expand.forward". Unique in a block.
std::string invocationName(Layer layer, Phase phase, std::optional<CollectiveKind> collective);

/// What one layer of a block holds in memory on a rank.
struct MemoryFacts {
    Layer layer = Layer::AttentionFork;
    Elements parameters;      ///< N
    Bytes working;            ///< held while the block runs
    bool workingIsAlias = false; ///< the bytes are another layer's: counted 0 in the block's sum
    Bytes kept;               ///< kept for backward
    Bytes gradient;           ///< activation-gradient buffer

    friend bool operator==(const MemoryFacts&, const MemoryFacts&) = default;
};

template <class Io, Described<MemoryFacts> Self>
void describe(Io& io, Self& facts)
{
    io.field("activation_gradient_bytes", facts.gradient);
    io.field("kept_bytes", facts.kept);
    io.field("layer", facts.layer);
    io.field("parameters", facts.parameters);
    io.field("working_bytes", facts.working);
    io.field("working_is_alias", facts.workingIsAlias);
}

/// Sums over the layers of a block, bytes on one rank.
struct BlockMemory {
    Bytes weights;
    Bytes activationWorking;
    Bytes activationStorage;
    Bytes activationCheckpoint;
    Bytes weightGradients;          ///< this rank's shard
    Bytes weightGradientsUnsharded; ///< 4 bytes a parameter
    Bytes activationGradients;
    Bytes optimizer;                ///< this rank's shard

    friend bool operator==(const BlockMemory&, const BlockMemory&) = default;
};

template <class Io, Described<BlockMemory> Self>
void describe(Io& io, Self& memory)
{
    io.field("activation_checkpoint", memory.activationCheckpoint);
    io.field("activation_gradients", memory.activationGradients);
    io.field("activation_storage", memory.activationStorage);
    io.field("activation_working", memory.activationWorking);
    io.field("optimizer", memory.optimizer);
    io.field("weight_gradients", memory.weightGradients);
    io.field("weight_gradients_unsharded", memory.weightGradientsUnsharded);
    io.field("weights", memory.weights);
}

/// Sums over the invocations of one phase of a block.
struct PhaseTotals {
    std::int64_t invocations = 0;
    WorkloadFacts facts;

    friend bool operator==(const PhaseTotals&, const PhaseTotals&) = default;
};

template <class Io, Described<PhaseTotals> Self>
void describe(Io& io, Self& totals)
{
    io.field("facts", totals.facts);
    io.field("invocations", totals.invocations);
}

/// Indexed by Phase.
using BlockTotals = std::array<PhaseTotals, countOf<Phase>()>;

} // namespace planscope
