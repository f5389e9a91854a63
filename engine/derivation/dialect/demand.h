#pragma once

#include "base/canonical_encoding.h"
#include "base/enum_names.h"
#include "base/quantity.h"

#include <optional>
#include <vector>

/// What a plan asks of any target, without naming one.
namespace planscope {

/// Abstract demand of one rank; only what is not zero is stated.
struct ResourceDemand {
    std::optional<Operations> compute;
    std::optional<Bytes> memoryTraffic; ///< read + write
    std::optional<Bytes> network;       ///< message bytes
    friend bool operator==(const ResourceDemand&, const ResourceDemand&) = default;
};

/// What a target must be able to do to run a task. Closed and product-free.
enum class Capability { MatrixMultiply, VectorElementwise, AllReduce, ReduceScatter, AllGather, AllToAll, Broadcast };
template <>
struct EnumNames<Capability> {
    static constexpr std::array<std::string_view, 7> names{"matrix_multiply", "vector_elementwise", "all_reduce",
                                                           "reduce_scatter",  "all_gather",         "all_to_all",
                                                           "broadcast"};
};

/// Classes of resource that can provide a capability. Closed and product-free.
enum class ResourceClass { Matrix, Vector, Network };
template <>
struct EnumNames<ResourceClass> {
    static constexpr std::array<std::string_view, 3> names{"matrix", "vector", "network"};
};

enum class ConcurrencyGroup { Compute, Network };
template <>
struct EnumNames<ConcurrencyGroup> {
    static constexpr std::array<std::string_view, 2> names{"compute", "network"};
};

enum class MemorySpace { Local };
template <>
struct EnumNames<MemorySpace> {
    static constexpr std::array<std::string_view, 1> names{"local"};
};

enum class Metric { Latency, PeakMemory };
template <>
struct EnumNames<Metric> {
    static constexpr std::array<std::string_view, 2> names{"latency", "peak_memory"};
};
enum class Sense { Minimise };
template <>
struct EnumNames<Sense> {
    static constexpr std::array<std::string_view, 1> names{"minimise"};
};
struct Objective {
    Metric metric = Metric::Latency;
    Sense sense = Sense::Minimise;
    friend bool operator==(const Objective&, const Objective&) = default;
};

template <class Io, Described<ResourceDemand> Self>
void describe(Io& io, Self& demand)
{
    io.field("compute_operations", demand.compute);
    io.field("memory_traffic_bytes", demand.memoryTraffic);
    io.field("network_bytes", demand.network);
}
template <class Io, Described<Objective> Self>
void describe(Io& io, Self& objective)
{
    io.field("metric", objective.metric);
    io.field("sense", objective.sense);
}

} // namespace planscope
