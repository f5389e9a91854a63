#pragma once

#include "compare/compared_fact.h"
#include "ui/graph/loom_lens.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace planscope::ui {

class LoomScene;

/// One task of a loom as A and as B have it; at least one of them does.
struct LoomTaskPair {
    std::array<std::optional<LoomFacts>, 2> facts;                ///< A, B
    std::array<QString, 2> names;                                 ///< "" on the side that has it not
    std::array<std::optional<CollectiveKind>, 2> collectives;     ///< where it is one
    Change change = Change::Same;
    friend bool operator==(const LoomTaskPair&, const LoomTaskPair&) = default;
};

/// Which sides a loom shows: each cell split A | B, or one side, its cells marked by what became of them.
enum class LoomSides { Both, OnlyA, OnlyB };

/// What differs between A and B, for the tasks of a LoomInput and indexed like them.
struct LoomDifference {
    LoomSides sides = LoomSides::Both;
    std::vector<LoomTaskPair> tasks;
    std::array<std::int64_t, 2> blocks{1, 1}; ///< of a stage
    std::array<std::int64_t, 2> ranks{1, 1};  ///< that run each task

    friend bool operator==(const LoomDifference&, const LoomDifference&) = default;
};

/// A cell's part of a difference in one lens: values of A and B, summed where the cell stands for several tasks.
struct LoomCellPair {
    std::array<std::optional<LoomFacts>, 2> facts;
    Change change = Change::Same; ///< of several: what all of them are, else Changed
    bool replaced = false;        ///< A and B have another task here each
    double delta = 0;             ///< B − A in the lens; a side without a value counts 0
};
/// Indexed like the scene's items; those of boundary values are Same and empty.
std::vector<LoomCellPair> cellPairsOf(const LoomScene& scene, const LoomDifference& difference, LoomLens lens);

} // namespace planscope::ui
