#pragma once

#include "spec/laws.h"

namespace planscope {

/// A training that keeps every law with room to break each alone: 48 heads of 64, 24 blocks, 2 × 4 × 3 ranks,
/// interleaved by 3.
inline TransformerModelSpec lawfulModel()
{
    return {"lawful", 3072, 12288, 2048, 48, 64, 24};
}
inline TransformerTrainingWorkloadSpec lawfulWorkload()
{
    return {36, 2, Datatype::BFloat16};
}
inline TransformerTrainingMappingSpec lawfulMapping()
{
    TransformerTrainingMappingSpec mapping;
    mapping.tensor = {2, TensorCommunication::ReduceScatterAllGather};
    mapping.pipeline = {4, InterleavedOneForwardOneBackward{3}};
    mapping.data = {3, true};
    mapping.recompute = RecomputePolicy::Attention;
    mapping.sequenceParallelAllGatherRedo = true;
    return mapping;
}
inline LawOperands lawfulOperands()
{
    LawOperands operands = lawOperands(lawfulModel(), lawfulWorkload(), lawfulMapping());
    operands.worldSize = 24;
    return operands;
}

} // namespace planscope
