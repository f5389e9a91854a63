#pragma once

#include "study/candidate_result.h"

#include <string>

namespace planscope::test {

/// A system of round numbers: 100 TFLOP/s matrix at half efficiency, 80 GiB, one tier of 8 ranks.
inline SystemProfile sampleSystem(double capacityGib = 80)
{
    SystemProfile system;
    system.name = "round";
    system.matrix = {{TableDatatype::Float16, 100e12, {{0, 0.5}}}};
    system.vector = {{TableDatatype::Float16, 10e12, {{0, 0.5}}}};
    system.capacityGib = capacityGib;
    system.memoryPeakBytesPerSecond = 1e12;
    system.memoryEfficiency = {{0, 0.5}};
    NetworkTier tier;
    tier.name = "fabric";
    tier.peakBytesPerSecond = 100e9;
    tier.efficiency = 0.5;
    tier.latencySeconds = 1e-5;
    tier.size = 8;
    tier.operations = {{{1, 0}, {2, -1}, {1, -1}, {1, -1}}};
    system.networks = {tier};
    return system;
}

/// A small model on 4 ranks, tensor 2 × pipeline 2.
inline Candidate sampleCandidate(std::string name = "sample", double capacityGib = 80)
{
    TransformerModelSpec model{"small", 1024, 4096, 512, 16, 64, 4};
    TransformerTrainingWorkloadSpec workload{8, 2, Datatype::Float16};
    TransformerTrainingMappingSpec mapping;
    mapping.tensor = {2, TensorCommunication::ReduceScatterAllGather};
    mapping.pipeline = {2, OneForwardOneBackward{}};
    mapping.data = {1, false};
    mapping.recompute = RecomputePolicy::Attention;
    auto training = TransformerTraining::create(model, workload, mapping);
    return {std::move(name), *training, std::make_shared<const SystemProfile>(sampleSystem(capacityGib)), {}};
}

inline CandidateResultPtr sampleResult(std::string name = "sample", double capacityGib = 80)
{
    return evaluate(sampleCandidate(std::move(name), capacityGib));
}

inline CandidateResult refusedResult()
{
    CandidateResult refused;
    refused.diagnostics = {{Severity::Error,
                            Origin::Import,
                            "mapping.tensor.divides_heads",
                            "mapping.tensor.degree",
                            "3 does not divide 16 heads; nearest: 2, 4",
                            "3",
                            {"1", "2", "4"}}};
    return refused;
}

} // namespace planscope::test
