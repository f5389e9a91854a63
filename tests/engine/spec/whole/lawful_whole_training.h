#pragma once

#include "spec/whole/laws.h"
#include "spec/whole/training.h"

namespace planscope::whole {

/// A training that keeps every law with room to break each alone: 24 heads of 64 with 12 of keys and values, 24 blocks,
/// 2 × 3 × 4 × 3 ranks, interleaved by 3 in groups of 6 of 11 microbatches.
inline ModelSpec lawfulModel()
{
    ModelSpec model;
    model.name = "lawful";
    model.hiddenSize = 1536;
    model.feedforwardSize = 4096;
    model.attentionHeads = 24;
    model.keyValueHeads = 12;
    model.attentionHeadSize = 64;
    model.blockCount = 24;
    model.vocabularySize = 32000;
    model.position = PositionEncoding::Learned;
    model.maximumPositions = 8192;
    return model;
}
inline WorkloadSpec lawfulWorkload()
{
    return {6144, 66, 2, Datatype::BFloat16, false, false};
}
inline MappingSpec lawfulMapping()
{
    MappingSpec mapping;
    mapping.tensor = {2, true};
    mapping.context = {3, ContextExchange::AllToAll};
    mapping.pipeline = {4, Interleaved{3, 6}, {}};
    mapping.data = {3, true};
    mapping.vocabulary = {0, 0};
    return mapping;
}
inline LawOperands lawfulOperands()
{
    LawOperands operands = lawOperands(lawfulModel(), lawfulWorkload(), lawfulMapping());
    operands.worldSize = 72;
    return operands;
}

} // namespace planscope::whole
