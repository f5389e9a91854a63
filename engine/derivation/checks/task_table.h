#pragma once

#include "derivation/distributed/distributed_task_ir.h"

#include <array>

namespace planscope {

/// Finds the task of a layer in a phase. Of tasks that stand twice it knows the last. Lives no longer than the IR.
class TaskTable {
public:
    explicit TaskTable(const DistributedTaskIR& ir)
    {
        for (const DistributedTask& task : ir.tasks)
            m_tasks[static_cast<std::size_t>(task.phase)][static_cast<std::size_t>(task.layer)] = &task;
    }

    /// Null when there is none.
    const DistributedTask* find(Phase phase, Layer layer) const
    {
        return m_tasks[static_cast<std::size_t>(phase)][static_cast<std::size_t>(layer)];
    }
    /// No work when there is no such task.
    const WorkloadFacts& facts(Phase phase, Layer layer) const
    {
        static const WorkloadFacts none;
        const DistributedTask* task = find(phase, layer);
        return task ? task->facts : none;
    }

private:
    std::array<std::array<const DistributedTask*, countOf<Layer>()>, countOf<Phase>()> m_tasks{};
};

} // namespace planscope
