#pragma once

#include "evaluation/estimate/estimate.h"

#include <vector>

namespace planscope::test {

/// Round numbers: matrix 1000, vector 100 operations/s; memory 10 bytes/s; efficiency 1/2 from 64 units of work,
/// else 1/4. Two tiers, of 8 ranks (must be filled, 4 bytes/s at 1/2, latency 1 s) and of 64 (2 bytes/s at 1/2).
inline SystemProfile smallSystem()
{
    const EfficiencyCurve curve{{64, 0.5}, {0, 0.25}};
    SystemProfile system;
    system.name = "small";
    system.matrix = {{TableDatatype::Float16, 1000, curve}};
    system.vector = {{TableDatatype::Float16, 100, curve}};
    system.capacityGib = 1;
    system.memoryPeakBytesPerSecond = 10;
    system.memoryEfficiency = curve;
    const std::array<NetworkOperationCost, 4> costs{{{1, 0}, {2, -1}, {1, -1}, {1.5, -1}}};
    system.networks = {{"near", 4, 0.5, 1, 8, true, costs}, {"far", 2, 0.5, 0, 64, false, costs}};
    return system;
}

/// One stage on one rank, one block, one microbatch of one token.
inline PlanProgram smallProgram()
{
    PlanProgram program;
    program.tensorDegree = program.pipelineDegree = program.dataDegree = 1;
    program.schedule = SingleStage{};
    program.globalBatchSize = program.microbatchSize = program.sequenceLength = program.hiddenSize = 1;
    program.shape = {1, 1, 1, 1};
    return program;
}

inline Invocation work(Primitive primitive, std::int64_t operations, std::int64_t read, std::int64_t write,
                       Phase phase = Phase::Forward)
{
    return {Layer::MlpExpand, phase, primitive, {}, {Operations{operations}, Bytes{read}, Bytes{write}, {}}};
}

inline Invocation collective(CollectiveKind kind, std::int64_t operations, std::int64_t bytes, std::int64_t message,
                             Phase phase = Phase::Forward)
{
    return {Layer::MlpOutputCollective,
            phase,
            Primitive::Collective,
            kind,
            {Operations{operations}, Bytes{bytes}, {}, Bytes{message}}};
}

inline Result<Estimate> estimateOf(const PlanProgram& program, const std::vector<Invocation>& invocations,
                                   const SystemProfile& system, const NetworkTierBinding& tiers = {})
{
    const BlockMemory memory{Bytes{16}, {}, {}, {}, {}, {}, {}, {}};
    return estimate(EstimateInput{&program, &memory, invocations}, system, tiers);
}

inline const ModeEstimate& modeOf(const Result<Estimate>& result, EstimateMode mode)
{
    return result.value().modes.value()[static_cast<std::size_t>(mode)];
}

} // namespace planscope::test
