#pragma once

#include "base/canonical_encoding.h"
#include "base/diagnostic.h"
#include "base/digest.h"
#include "spec/transformer_training_workload_spec.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// One step of an efficiency curve: holds for sizes from the threshold up.
struct EfficiencyStep {
    double threshold = 0;  ///< operations, or bytes
    double efficiency = 0; ///< of the peak, (0, 1]
    friend bool operator==(const EfficiencyStep&, const EfficiencyStep&) = default;
};
/// Thresholds strictly descending to 0.
using EfficiencyCurve = std::vector<EfficiencyStep>;

enum class TableDatatype { Float8, Float16, BFloat16, Float32 };
template <>
struct EnumNames<TableDatatype> {
    static constexpr std::array<std::string_view, 4> names{"float8", "float16", "bfloat16", "float32"};
};

struct EngineTable {
    TableDatatype datatype = TableDatatype::Float16;
    double peakOperationsPerSecond = 0;
    EfficiencyCurve efficiency; ///< over operations
    friend bool operator==(const EngineTable&, const EngineTable&) = default;
};

enum class ProcessingMode {
    NoOverlap, ///< compute time + memory time
    Roofline,  ///< the larger of both
};
template <>
struct EnumNames<ProcessingMode> {
    static constexpr std::array<std::string_view, 2> names{"no_overlap", "roofline"};
};

enum class NetworkOperation { PointToPoint, AllReduce, ReduceScatter, AllGather };
template <>
struct EnumNames<NetworkOperation> {
    static constexpr std::array<std::string_view, 4> names{"point_to_point", "all_reduce", "reduce_scatter",
                                                           "all_gather"};
};
struct NetworkOperationCost {
    double volumeFactor = 0;      ///< x, of the message
    double participantOffset = 0; ///< o: volume is x·(1 + o/k) for k participants
    friend bool operator==(const NetworkOperationCost&, const NetworkOperationCost&) = default;
};

struct NetworkTier {
    std::string name;
    double peakBytesPerSecond = 0;
    double efficiency = 0; ///< (0, 1]
    double latencySeconds = 0;
    std::int64_t size = 0; ///< ranks one group can have
    bool mustBeFilled = false;
    std::array<NetworkOperationCost, countOf<NetworkOperation>()> operations; ///< indexed by NetworkOperation
    friend bool operator==(const NetworkTier&, const NetworkTier&) = default;
};

/// A target as measured: peaks and efficiency evidence. Lawful when validate() (system_laws.h) finds nothing.
/// Its evidence revision is the digest of its canonical bytes.
struct SystemProfile {
    std::string name;
    ProcessingMode processingMode = ProcessingMode::NoOverlap;
    std::vector<EngineTable> matrix; ///< ascending by datatype, each once; float16 is always there
    std::vector<EngineTable> vector; ///< likewise
    double capacityGib = 0;
    double memoryPeakBytesPerSecond = 0;
    EfficiencyCurve memoryEfficiency; ///< over bytes
    std::vector<NetworkTier> networks;

    double capacityBytes() const { return capacityGib * 1073741824.0; }
    friend bool operator==(const SystemProfile&, const SystemProfile&) = default;
};

/// The table for a datatype; bfloat16 falls back to float16's. Requires: float16 is there.
const EngineTable& tableFor(const std::vector<EngineTable>& tables, Datatype datatype);

template <class Io, Described<EfficiencyStep> Self>
void describe(Io& io, Self& step)
{
    io.field("efficiency", step.efficiency);
    io.field("threshold", step.threshold);
}
template <class Io, Described<EngineTable> Self>
void describe(Io& io, Self& table)
{
    io.field("datatype", table.datatype);
    io.field("efficiency", table.efficiency);
    io.field("peak_operations_per_second", table.peakOperationsPerSecond);
}
template <class Io, Described<NetworkOperationCost> Self>
void describe(Io& io, Self& cost)
{
    io.field("participant_offset", cost.participantOffset);
    io.field("volume_factor", cost.volumeFactor);
}
template <class Io, Described<NetworkTier> Self>
void describe(Io& io, Self& tier)
{
    const auto cost = [&tier](NetworkOperation operation) -> auto&
    {
        return tier.operations[static_cast<std::size_t>(operation)];
    };
    io.field("all_gather", cost(NetworkOperation::AllGather));
    io.field("all_reduce", cost(NetworkOperation::AllReduce));
    io.field("efficiency", tier.efficiency);
    io.field("latency_seconds", tier.latencySeconds);
    io.field("must_be_filled", tier.mustBeFilled);
    io.field("name", tier.name);
    io.field("peak_bytes_per_second", tier.peakBytesPerSecond);
    io.field("point_to_point", cost(NetworkOperation::PointToPoint));
    io.field("reduce_scatter", cost(NetworkOperation::ReduceScatter));
    io.field("size", tier.size);
}
template <class Io, Described<SystemProfile> Self>
void describe(Io& io, Self& profile)
{
    io.field("capacity_gib", profile.capacityGib);
    io.field("matrix", profile.matrix);
    io.field("memory_efficiency", profile.memoryEfficiency);
    io.field("memory_peak_bytes_per_second", profile.memoryPeakBytesPerSecond);
    io.field("name", profile.name);
    io.field("networks", profile.networks);
    io.field("processing_mode", profile.processingMode);
    io.field("vector", profile.vector);
}

/// The evidence revision: the digest of the canonical bytes of the profile, schema name and version with it.
Digest evidenceRevision(const SystemProfile& profile);

/// Which tier each kind of group uses; bound at evaluation and only there.
struct NetworkTierBinding {
    std::int64_t tensor = 0;
    std::int64_t pipeline = 0;
    std::int64_t data = 0;
    friend bool operator==(const NetworkTierBinding&, const NetworkTierBinding&) = default;
};

} // namespace planscope
