#pragma once

#include "derivation/dialect/entity_index.h"
#include "derivation/dialect/findings.h"
#include "derivation/distributed/distributed_task_ir.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace planscope {

/// What the body rules read of the IR around a task. Lives as long as one verification.
class BodyContext {
public:
    /// `meshSize` is absent when the mesh itself is illegal.
    BodyContext(const std::vector<DistributedValue>& values, const EntityIndex<DistributedValueKind>& index,
                std::optional<std::int64_t> meshSize);

    std::optional<std::int64_t> meshSize() const { return m_meshSize; }
    std::optional<std::size_t> find(DistributedValueId id) const { return m_index.find(id); }
    const DistributedValue& value(std::size_t position) const { return m_values[position]; }
    bool consumes(TaskId task, std::size_t value) const;

private:
    struct Use {
        std::size_t value;
        TaskId consumer;
        friend auto operator<=>(const Use&, const Use&) = default;
    };

    const std::vector<DistributedValue>& m_values;
    const EntityIndex<DistributedValueKind>& m_index;
    std::optional<std::int64_t> m_meshSize;
    std::vector<Use> m_uses; ///< sorted
};

/// Rules body, facts, message, work, participants, reduction, transfer, reshard, control (and reference for the values
/// of a reshard) of distributed_verifier.h.
void checkBody(Findings& found, const DistributedTask& task, const EntityPlace& place, const BodyContext& context);

} // namespace planscope
