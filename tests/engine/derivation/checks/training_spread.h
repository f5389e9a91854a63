#pragma once

#include "spec/transformer_training.h"

#include <string>
#include <vector>

namespace planscope {

struct NamedTraining {
    std::string name;
    TransformerTraining training;
};

/// A small block whose sizes share few factors, so that different facts seldom have equal values.
inline TransformerModelSpec unevenModel()
{
    return {"uneven", 28, 44, 20, 12, 5, 6};
}

/// Every legal choice of communication, recompute, redo, fusion and optimizer sharding, on one rank and on four.
inline std::vector<NamedTraining> trainingSpread()
{
    std::vector<NamedTraining> spread;
    for (const std::int64_t degree : {1, 4})
        for (const auto communication : {TensorCommunication::AllReduce, TensorCommunication::ReduceScatterAllGather})
            for (const auto recompute : {RecomputePolicy::None, RecomputePolicy::Attention, RecomputePolicy::Full})
                for (const bool redo : {false, true})
                    for (const bool fused : {false, true})
                        for (const bool sharding : {false, true}) {
                            TransformerTrainingMappingSpec mapping;
                            mapping.tensor = {degree, communication};
                            mapping.pipeline = {3, InterleavedOneForwardOneBackward{2}};
                            mapping.data = {5, sharding};
                            mapping.recompute = recompute;
                            mapping.fusedActivation = fused;
                            mapping.sequenceParallelAllGatherRedo = redo;
                            auto training = TransformerTraining::create(unevenModel(), {105, 3, Datatype::BFloat16},
                                                                        mapping);
                            if (!training)
                                continue; // redo has laws of its own
                            std::string name = "t=" + std::to_string(degree) + " " + std::string{nameOf(communication)}
                                + " recompute=" + std::string{nameOf(recompute)} + (redo ? " redo" : "")
                                + (fused ? " fused" : "") + (sharding ? " sharding" : "");
                            spread.push_back({std::move(name), *std::move(training)});
                        }
    return spread;
}

} // namespace planscope
