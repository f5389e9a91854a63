#pragma once

#include "derivation/dialect/demand.h"
#include "derivation/dialect/dialect.h"

#include <optional>
#include <vector>

namespace planscope {

/// What a task of that work asks of any target. Traffic beyond 2^63 − 1 bytes counts as that.
ResourceDemand demandOf(const WorkloadFacts& facts);

/// What a target must be able to do for a task, with what can do it, and beside which tasks it can run.
struct TaskRequirement {
    Capability capability = Capability::VectorElementwise;
    std::vector<ResourceClass> alternatives;
    ConcurrencyGroup group = ConcurrencyGroup::Compute;
};
TaskRequirement requirementOf(Engine engine, std::optional<CollectiveKind> collective);

} // namespace planscope
