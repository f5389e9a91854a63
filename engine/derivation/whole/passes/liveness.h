#pragma once

#include "derivation/whole/distributed/distributed_task_ir.h"

#include <optional>
#include <string>
#include <vector>

namespace planscope::whole {

/// From which task to which one a kept tensor lives, and what else lies in its storage.
struct Lifetime {
    TaskId birth;
    TaskId death;
    Row deathRow = Row::AttnNorm;
    std::vector<std::string> aliases;
};

/// When the tensors of one case live, as its tasks run: born when the owner's forward (rebuilt: its recompute) has run,
/// dead when the last backward task that reads them has.
/// Requires: tasks that passed verify(); the liveness refers to them.
class Liveness {
public:
    explicit Liveness(const DistributedTaskIR& tasks);

    Lifetime of(const SavedContent& saved) const;
    /// The moment of the backward walk after whose judgement the tensor is gone: the last one at or before its death,
    /// or the first of its unit.
    Moment releaseOf(const SavedContent& saved) const;
    /// The tasks that run at a moment, in order.
    std::vector<TaskId> tasksAt(Moment moment) const;
    /// The moments of this case in the order of the walk, each once.
    const std::vector<Moment>& moments() const { return m_moments; }

private:
    Row lastReader(SavedTensor tensor) const;
    Row rowOf(Moment moment) const;

    const DistributedTaskIR& m_tasks;
    bool m_fused;
    std::vector<Moment> m_moments;
};

} // namespace planscope::whole
