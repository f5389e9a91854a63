#pragma once

#include "compare/cause_field.h"
#include "compare/waterfall.h"
#include "study/candidate_result.h"

namespace planscope {

/// One player: a changed field, or several joined because they cannot be told apart by lawful mappings.
struct Cause {
    FieldSet fields;
    std::string name; ///< paths joined by " + "
};

/// Why fields were joined: the first intermediate mapping that was illegal; or, of whole models, that there would be
/// too many of them (whole_attribution.h).
struct Joining {
    FieldSet fromB;  ///< the intermediate: these fields as B has them, the others as A; empty where there is none
    FieldSet joined; ///< the fields that became one cause
    Diagnostic reason;
};

/// What some causes do together beyond what fewer of them do (Harsanyi's dividend). Each cause has an equal part of it
/// in its share.
struct Interaction {
    std::vector<std::size_t> causes; ///< indices, at least two
    double amount = 0;
};

/// One quantity, shared out among the causes.
struct AttributedMeasure {
    std::string name; ///< "time.system_evidence.recompute", "memory.total", "operations.forward", "memory.peak"
    FactUnit unit = FactUnit::Count;
    Number a;
    Number b;
    std::vector<double> shares;            ///< Shapley values, indexed by cause
    std::vector<double> alone;             ///< the difference with that cause alone as in B
    std::vector<Interaction> interactions; ///< those larger than 5 % of B − A, largest first
    double otherInteractions = 0;          ///< sum of the smaller ones

    double difference() const { return (b - a).toDouble(); }
};

/// Causes and measures of one kind: either times, or work and memory, which tier laws cannot make illegal.
struct CauseTable {
    std::vector<Cause> causes; ///< in the order of their first fields; empty when nothing that counts here differs
    std::vector<Joining> joinings;
    std::int64_t intermediates = 0; ///< mappings estimated: 2^k for k causes
    std::vector<AttributedMeasure> measures;

    /// Null when there is no such measure.
    const AttributedMeasure* find(std::string_view name) const;
};

/// Each cause's share of B − A, by Shapley (1953): over all orders in which the causes may turn from A to B, the mean
/// of what a cause changes when its turn comes. All 2^k intermediate mappings are estimated by laws, algebra and
/// estimate, bit for bit what deriving their IRs would give. Equal blocks have 16 fields, two of which (communication
/// and redo) need each other where both differ: at most 2^15 = 32,768 estimates of about a microsecond each, and 2^12
/// where the mappings and tiers alone differ. Shares of a measure add up to B − A within 1e-12·max(|A|, |B|) as long as
/// no intermediate is more than a thousand times both; past that, within the rounding of the largest share.
/// attribute(b, a) has the same shares with the other sign where nothing is joined.
///
/// Where an intermediate is illegal, fields are joined. Subsets of the causes are visited by size, then in field order;
/// at the first illegal one all changed fields that are operands of its first diagnostic become one cause (with the
/// next one where they are of fewer than two), and the visit starts again, until every intermediate is legal. A broken
/// tier law, or a figure that is not finite, makes an intermediate illegal for time alone.
struct Attribution {
    /// time.<mode>.<component> in both modes. Absent when a side has no time. What whole models measure says
    /// whole_attribution.h.
    std::optional<CauseTable> time;
    /// memory.<component> of the first stage, operations.<phase> and operations.total of a rank and iteration. System
    /// and tiers are no causes here. Absent when a side has no plan.
    std::optional<CauseTable> work;
    /// Indexed by Measure; absent where a side does not have it.
    std::array<std::optional<Waterfall>, countOf<Measure>()> byCause;
    std::array<std::optional<Waterfall>, countOf<Measure>()> byComponent;
    std::array<std::optional<Waterfall>, countOf<Measure>()> byLayer;
};

/// Threads: a pure function.
Attribution attribute(const CandidateResult& a, const CandidateResult& b);

/// The part that one task, on all its runs in an iteration on a rank, has in each cause's share.
struct TaskShares {
    std::string task;           ///< key of the task: "mlp.expand.forward"
    std::vector<double> shares; ///< seconds, indexed as the table's causes
};
/// Follows each cause of a time table to the tasks behind it, in program order, tasks of either side or of an
/// intermediate alone included. What tasks do not account for is the share of the components that are no tasks:
/// pipeline_parallel, data_parallel, pipeline_bubble.
/// Requires: causes are those of attribute(a, b).time. Costs as many estimates as that did.
std::vector<TaskShares> attributeTasks(const CandidateResult& a, const CandidateResult& b,
                                       const std::vector<Cause>& causes, EstimateMode mode);

} // namespace planscope
