#include "derivation/passes/task_demand.h"

#include <limits>

namespace planscope {
namespace {

Capability capabilityOf(CollectiveKind kind)
{
    switch (kind) {
    case CollectiveKind::AllReduce: return Capability::AllReduce;
    case CollectiveKind::ReduceScatter: return Capability::ReduceScatter;
    case CollectiveKind::AllGather: return Capability::AllGather;
    case CollectiveKind::AllToAll: return Capability::AllToAll;
    case CollectiveKind::Broadcast: return Capability::Broadcast;
    }
    return Capability::Broadcast;
}

template <class Q>
std::optional<Q> unlessZero(Q quantity)
{
    return quantity.value() == 0 ? std::nullopt : std::optional{quantity};
}

} // namespace

ResourceDemand demandOf(const WorkloadFacts& facts)
{
    const Bytes traffic = checkedAdd(facts.read, facts.write).value_or(Bytes{std::numeric_limits<std::int64_t>::max()});
    return {unlessZero(facts.operations), unlessZero(traffic), unlessZero(facts.message)};
}

TaskRequirement requirementOf(Engine engine, std::optional<CollectiveKind> collective)
{
    if (collective)
        return {capabilityOf(*collective), {ResourceClass::Network}, ConcurrencyGroup::Network};
    if (engine == Engine::Matrix)
        return {Capability::MatrixMultiply, {ResourceClass::Matrix}, ConcurrencyGroup::Compute};
    return {Capability::VectorElementwise, {ResourceClass::Vector}, ConcurrencyGroup::Compute};
}

} // namespace planscope
