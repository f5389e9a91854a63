#pragma once

#include "base/canonical_encoding.h"

#include <cstdint>
#include <string>

namespace planscope {

/// A decoder-only Transformer of equal blocks. Lawful when every number is at least 1;
/// attention_heads × attention_head_size may differ from hidden_size.
struct TransformerModelSpec {
    std::string name;
    std::int64_t hiddenSize = 0;        ///< h, elements of a token's hidden state
    std::int64_t feedforwardSize = 0;   ///< f, elements of the MLP's inner state
    std::int64_t sequenceLength = 0;    ///< s, tokens
    std::int64_t attentionHeads = 0;    ///< a
    std::int64_t attentionHeadSize = 0; ///< d, elements of a head
    std::int64_t blockCount = 0;        ///< L

    friend bool operator==(const TransformerModelSpec&, const TransformerModelSpec&) = default;
};

template <class Io, Described<TransformerModelSpec> Self>
void describe(Io& io, Self& model)
{
    io.field("attention_head_size", model.attentionHeadSize);
    io.field("attention_heads", model.attentionHeads);
    io.field("block_count", model.blockCount);
    io.field("feedforward_size", model.feedforwardSize);
    io.field("hidden_size", model.hiddenSize);
    io.field("name", model.name);
    io.field("sequence_length", model.sequenceLength);
}

} // namespace planscope
