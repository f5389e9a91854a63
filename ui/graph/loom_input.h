#pragma once

#include "derivation/dialect/dialect.h"
#include "study/work_total.h"
#include "ui/models/entity_key.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace planscope::ui {

/// Exact work of one cell; the sum when the cell stands for several tasks.
using LoomFacts = WorkTotal;

/// A column of a loom. Recommunication shares the column of recompute, as it shares its list of tasks; the last is what
/// is done once a step.
enum class LoomPhase { Forward, Recompute, ActivationGradient, WeightGradient, Optimizer };
inline constexpr std::size_t loomPhaseCount = 5;
LoomPhase loomPhaseOf(Phase phase);

/// How a column is headed.
struct LoomHeading {
    QString title;
    QString shortTitle; ///< where the title does not fit
    QString per;        ///< what its sum is of: "a microbatch"; empty: of one block on one rank
};

/// Rows that belong together.
struct LoomGroup {
    QString name;            ///< "attention"
    QString note;            ///< told in its own row: "on stage 3"
    bool isBand = false;     ///< a part of the model, set off from the one before it
    bool isBoundary = false; ///< its places hold values at the boundary, and it has no row of its own
    bool repeats = true;     ///< in each block; groups that do stand together
    bool isFoldable = true;  ///< can be summed in its own row
};

/// A row of a loom: what stands in it, in whatever phase.
struct LoomPlace {
    QString name;  ///< "mlp.expand"
    QString label; ///< beside the loom: "expand"
    std::uint32_t group = 0;
};

/// A task of one block on one rank.
struct LoomTask {
    QString name;                 ///< the semantic key: "mlp.expand.forward"
    EntityKey key;                ///< by which it is selected
    std::vector<EntityKey> kinds; ///< what else selects it: its layer, its primitive, its operation
    std::uint32_t place = 0;
    LoomPhase phase = LoomPhase::Forward;
    Engine engine = Engine::Vector;
    std::optional<CollectiveKind> collective;
    QString axis; ///< of a collective, the ranks it joins, where there are several kinds: "tp"
    QString note; ///< told beside its facts: "tp: 8 ranks"
    LoomFacts facts;
    std::int64_t runs = 1;                   ///< that its column's sum counts
    std::vector<std::uint32_t> dependencies; ///< indices of earlier tasks
};

/// A value at the boundary: of the block, or of what a stage has of the model.
struct LoomBoundary {
    QString name; ///< "input"
    EntityKey key;
    std::uint32_t place = 0;
    LoomPhase phase = LoomPhase::Forward;
    std::int64_t bytes = 0;                ///< of one rank's shard
    QString note;                          ///< "pp: 128 a step at each of 31 borders"
    std::optional<std::uint32_t> producer; ///< index of a task
    std::vector<std::uint32_t> consumers;
};

/// A tensor that a microbatch keeps from one task to another.
struct LoomSaved {
    QString name; ///< "fc1.input"
    QString note; ///< why
    std::int64_t bytes = 0;
    std::uint32_t birth = 0; ///< indices of tasks
    std::uint32_t death = 0;
};

/// What a loom is made of: the tasks of one block, or of the units of a whole model, in program order, and how often
/// they are run. A place has at most one task or boundary value in each column.
struct LoomInput {
    std::vector<LoomGroup> groups; ///< in the order of the rows
    std::vector<LoomPlace> places; ///< likewise, group by group
    std::vector<LoomTask> tasks;
    std::vector<LoomBoundary> boundaries;
    std::vector<LoomSaved> saved;
    std::array<LoomHeading, loomPhaseCount> headings;
    std::int64_t blocks = 1;  ///< of a stage; of a whole model all of them
    std::int64_t ranks = 1;   ///< ranks that run each task
    bool namesBlocks = false; ///< a block has a row of its own even when it is drawn once
    QString blocksNote;       ///< told in that row: "20 in each of 4 chunks"
    QString messageTitle;     ///< what the legend calls values at the boundary; empty: nothing
    QString timeSource;       ///< what predicted the seconds: "system evidence, a100_80g"; empty without times
};

/// What of it is drawn.
struct LoomOptions {
    std::uint32_t folded = 0; ///< bit k: the k-th foldable group is summed in its row
    int blocks = 1;           ///< copies drawn one below the other
    int ranks = 1;            ///< copies drawn side by side
    bool showsSaved = true;   ///< what is kept from task to task
    friend bool operator==(const LoomOptions&, const LoomOptions&) = default;
};

/// Of a foldable group: which bit of LoomOptions::folded is its own.
int foldBitOf(const LoomInput& input, std::uint32_t group);

} // namespace planscope::ui
