#pragma once

#include "derivation/dialect/entity_index.h"
#include "derivation/dialect/findings.h"
#include "derivation/distributed/distributed_task_ir.h"

#include <cstdint>
#include <optional>

namespace planscope {

/// The rules on boundary values of distributed_verifier.h, their ids and lineage included. Without a known mesh size
/// sharding_divides judges nothing.
void checkBoundaryValues(Findings& found, const DistributedTaskIR& ir, const EntityIndex<TaskKind>& tasks,
                         const EntityIndex<DistributedValueKind>& values, std::optional<std::int64_t> meshSize);

} // namespace planscope
