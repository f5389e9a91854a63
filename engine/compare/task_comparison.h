#pragma once

#include "compare/compared_fact.h"
#include "derivation/portable_plan/portable_plan_ir.h"
#include "derivation/whole/dialect/rows.h"
#include "study/candidate_result.h"
#include "study/whole_result.h"

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace planscope {

/// The semantic key by which tasks match: what is done, never an id or a position.
struct TaskKey {
    Layer layer = Layer::AttentionFork; ///< the source layer
    Phase phase = Phase::Forward;
    Primitive primitive = Primitive::Fork;
    std::optional<CollectiveKind> collective;
    std::int64_t ordinal = 0; ///< among the tasks of one IR that agree in all of the above, from 0

    /// The invocation's name, and "#2" behind the second of equal ones.
    std::string name() const;
    friend bool operator==(const TaskKey&, const TaskKey&) = default;
};

/// The keys of tasks in their order; of distributed tasks and of plan tasks.
std::vector<TaskKey> taskKeysOf(const DistributedTaskIR& ir);
std::vector<TaskKey> taskKeysOf(const PortablePlanIR& ir);

/// Program order: forward in layer order, recompute with recommunication in layer order, backward in reverse layer
/// order, optimizer in layer order. Total over different keys, so merging two sides does not depend on which is A.
bool runsBefore(const TaskKey& left, const TaskKey& right);

/// A task's place in program order: of two keys the one that runs before has the smaller place.
std::vector<std::int64_t> placeOf(const TaskKey& key);
/// Of whole models: unit by unit, forward in row order, recompute likewise, backward in reverse row order.
std::vector<std::int64_t> placeOf(const whole::Invocation& key);

enum class TaskFact {
    OperationCount,
    ReadBytes,
    WriteBytes,
    MessageBytes,
    PeakOnlySeconds,       ///< predicted, local and network parts; one run on one rank
    SystemEvidenceSeconds, ///< likewise
};
template <>
struct EnumNames<TaskFact> {
    static constexpr std::array<std::string_view, 6> names{
        "operations", "read_bytes", "write_bytes", "message_bytes", "peak_only_seconds", "system_evidence_seconds"};
};

/// What a task of either accounting is. Its index is Accounting.
using AnyTaskKey = std::variant<TaskKey, whole::Invocation>;

/// One task of the plans with all its numeric facts.
struct ComparedTask {
    AnyTaskKey key;
    std::string name;                  ///< the name of its SemanticKey
    std::optional<std::size_t> indexA; ///< in A's plan
    std::optional<std::size_t> indexB;
    Change change = Change::Same;                        ///< Changed when any fact differs, predicted times included
    std::array<ComparedFact, countOf<TaskFact>()> facts; ///< indexed by TaskFact

    const ComparedFact& operator[](TaskFact fact) const { return facts[static_cast<std::size_t>(fact)]; }
};

/// The tasks of both plans merged in program order, each once; a result without a plan has none.
std::vector<ComparedTask> compareTasks(const CandidateResult& a, const CandidateResult& b);
std::vector<ComparedTask> compareTasks(const whole::CandidateResult& a, const whole::CandidateResult& b);

} // namespace planscope
