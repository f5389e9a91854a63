#pragma once

#include "base/entity_id.h"

/// The kinds of entity that IRs consist of.
namespace planscope {

struct OperationKind {
    static constexpr std::string_view prefix = "operation";
};
struct ModelValueKind {
    static constexpr std::string_view prefix = "value";
};
/// The spec that a model IR is built from, as a lineage source.
struct ModelSpecKind {
    static constexpr std::string_view prefix = "model_spec";
};
struct TaskKind {
    static constexpr std::string_view prefix = "task";
};
struct DistributedValueKind {
    static constexpr std::string_view prefix = "tensor";
};
struct PlanTaskKind {
    static constexpr std::string_view prefix = "plan_task";
};
struct BufferKind {
    static constexpr std::string_view prefix = "buffer";
};

using OperationId = EntityId<OperationKind>;
using ModelValueId = EntityId<ModelValueKind>;
using ModelSpecId = EntityId<ModelSpecKind>;
using TaskId = EntityId<TaskKind>;
using DistributedValueId = EntityId<DistributedValueKind>;
using PlanTaskId = EntityId<PlanTaskKind>;
using BufferId = EntityId<BufferKind>;

} // namespace planscope
