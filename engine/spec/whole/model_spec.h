#pragma once

#include "base/canonical_encoding.h"
#include "base/enum_names.h"

#include <cstdint>
#include <string>
#include <vector>

/// The second accounting: dense decoder-only models, whole.
namespace planscope::whole {

enum class Feedforward {
    Gated, ///< SwiGLU: fc1 makes 2·f columns, one half gates the other
    Plain, ///< GELU
};

enum class Normalization {
    RmsNorm,   ///< one weight vector
    LayerNorm, ///< weight and bias
};

enum class PositionEncoding {
    Rotary,  ///< applied to queries and keys in every block
    Learned, ///< a table of maximumPositions rows added to the word embedding
    None,
};

/// The linear layers that can have a bias, in the order of files.
enum class BiasedLayer { Qkv, Proj, Fc1, Fc2 };

/// A dense decoder-only Transformer as published. Lawful when every size is at least 1, maximumPositions at least 1 with
/// learned positions and at least 0 else, and keyValueHeads divides attentionHeads;
/// attentionHeads × attentionHeadSize may differ from hiddenSize.
struct ModelSpec {
    std::string name;
    std::int64_t hiddenSize = 0;        ///< h, elements of a token's hidden state
    std::int64_t feedforwardSize = 0;   ///< f, elements of the MLP's inner state (one half when gated)
    std::int64_t attentionHeads = 0;    ///< a, query heads
    std::int64_t keyValueHeads = 0;     ///< k
    std::int64_t attentionHeadSize = 0; ///< d, elements of a head
    std::int64_t blockCount = 0;        ///< L
    std::int64_t vocabularySize = 0;    ///< V, rows of the published embedding
    Feedforward feedforward = Feedforward::Gated;
    Normalization normalization = Normalization::RmsNorm;
    PositionEncoding position = PositionEncoding::Rotary;
    std::int64_t maximumPositions = 0; ///< rows of the learned position table; counts only with it
    std::vector<BiasedLayer> bias;     ///< ascending, each once
    bool tiedEmbeddings = false;       ///< the head's weight is the word embedding
    bool queryKeyNorm = false;         ///< a norm on each query and key head (Qwen3)

    friend bool operator==(const ModelSpec&, const ModelSpec&) = default;
};

template <class Io, Described<ModelSpec> Self>
void describe(Io& io, Self& model)
{
    io.field("attention_head_size", model.attentionHeadSize);
    io.field("attention_heads", model.attentionHeads);
    io.field("bias", model.bias);
    io.field("block_count", model.blockCount);
    io.field("feedforward", model.feedforward);
    io.field("feedforward_size", model.feedforwardSize);
    io.field("hidden_size", model.hiddenSize);
    io.field("key_value_heads", model.keyValueHeads);
    io.field("maximum_positions", model.maximumPositions);
    io.field("name", model.name);
    io.field("normalization", model.normalization);
    io.field("position", model.position);
    io.field("query_key_norm", model.queryKeyNorm);
    io.field("tied_embeddings", model.tiedEmbeddings);
    io.field("vocabulary_size", model.vocabularySize);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::Feedforward> {
    static constexpr std::array<std::string_view, 2> names{"gated", "plain"};
};
template <>
struct EnumNames<whole::Normalization> {
    static constexpr std::array<std::string_view, 2> names{"rms_norm", "layer_norm"};
};
template <>
struct EnumNames<whole::PositionEncoding> {
    static constexpr std::array<std::string_view, 3> names{"rotary", "learned", "none"};
};
template <>
struct EnumNames<whole::BiasedLayer> {
    static constexpr std::array<std::string_view, 4> names{"qkv", "proj", "fc1", "fc2"};
};

} // namespace planscope
