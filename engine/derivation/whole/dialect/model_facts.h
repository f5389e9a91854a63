#pragma once

#include "base/canonical_encoding.h"
#include "base/quantity.h"

#include <cstdint>

/// What is told of a published model as a whole, whatever it runs on.
namespace planscope::whole {

/// Parameters of the published model: no padding, no extra token, no copy.
struct ModelParameters {
    Elements total;
    Elements block;     ///< one block
    Elements embedding; ///< word embedding and learned positions
    Elements final;     ///< final norm and, untied, the head

    friend bool operator==(const ModelParameters&, const ModelParameters&) = default;
};

/// All that floating-point operations a token are counted from, with the published vocabulary.
struct FlopsInputs {
    Elements blockMatrices;  ///< L·(h(a+2k)d + a·d·h + F1·h + f·h)
    Elements vocabulary;     ///< V·h
    Elements attentionWidth; ///< L·a·d
    std::int64_t sequenceLength = 0;
    Elements parameters;     ///< total of ModelParameters

    friend bool operator==(const FlopsInputs&, const FlopsInputs&) = default;
};

/// Operations of a training step a token by five conventions. They can leave 64 bits where no fact does.
struct FlopsPerToken {
    Total<struct OperationsUnit> matmulFull;    ///< the full square (arXiv 2205.05198, PaLM's MFU)
    Total<struct OperationsUnit> causalHalf;    ///< half of it (Megatron-LM today)
    Total<struct OperationsUnit> causalExact;   ///< s(s+1)/2 pairs
    Total<struct OperationsUnit> withEmbedding; ///< causalHalf and the embedding as if it were a product
    Total<struct OperationsUnit> sixN;          ///< six times all parameters
};
FlopsPerToken flopsPerToken(const FlopsInputs& inputs);

template <class Io, Described<ModelParameters> Self>
void describe(Io& io, Self& parameters)
{
    io.field("block", parameters.block);
    io.field("embedding", parameters.embedding);
    io.field("final", parameters.final);
    io.field("total", parameters.total);
}
template <class Io, Described<FlopsInputs> Self>
void describe(Io& io, Self& inputs)
{
    io.field("attention_width", inputs.attentionWidth);
    io.field("block_matrices", inputs.blockMatrices);
    io.field("parameters", inputs.parameters);
    io.field("sequence_length", inputs.sequenceLength);
    io.field("vocabulary", inputs.vocabulary);
}

} // namespace planscope::whole
