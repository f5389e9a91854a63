#pragma once

#include "ui/sweep/sweep_rows.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace planscope::ui {

/// Rows whose column lies between the two, ends included.
struct SweepBrush {
    SweepColumn column = SweepColumn::Time;
    double from = 0;
    double to = 0;
    friend bool operator==(const SweepBrush&, const SweepBrush&) = default;
};

/// Which rows a table shows, and in what order.
struct SweepOrdering {
    SweepColumn column = SweepColumn::Time;
    bool descending = false;
    std::vector<SweepBrush> brushes; ///< a row keeps all of them
    bool frontOnly = false;
    std::vector<std::int64_t> front; ///< indices on the front, ascending
    friend bool operator==(const SweepOrdering&, const SweepOrdering&) = default;
};

bool isBrushed(const SweepRow& row, const std::vector<SweepBrush>& brushes);

/// Rows in order: positions in `rows`.
struct SweepOrder {
    SweepRows rows;
    SweepOrdering ordering;
    std::vector<std::uint32_t> positions;
};
using SweepOrderPtr = std::shared_ptr<const SweepOrder>;

/// Rows of equal values stand in the order of their index. Null when `isVoid` has become true meanwhile. Any thread; a
/// second for some million rows.
SweepOrderPtr orderOf(
    const SweepRows& rows, const SweepOrdering& ordering, const std::function<bool()>& isVoid = [] { return false; });

} // namespace planscope::ui
