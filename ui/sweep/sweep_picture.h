#pragma once

#include "ui/charts/parallel_chart.h"
#include "ui/charts/scatter_data.h"
#include "ui/sweep/sweep_order.h"

#include <array>
#include <functional>
#include <memory>

namespace planscope::ui {

/// The columns that parallel coordinates show, from left to right.
inline constexpr std::array<SweepColumn, 9> parallelColumns{
    SweepColumn::Tensor,       SweepColumn::Pipeline,      SweepColumn::Data,
    SweepColumn::Microbatch,   SweepColumn::VirtualStages, SweepColumn::Memory,
    SweepColumn::MessageBytes, SweepColumn::Mfu,           SweepColumn::Time};

/// The most lines that parallel coordinates draw.
inline constexpr std::size_t mostLines = 2000;

struct SweepPictureRequest {
    SweepRows rows;
    SweepOrdering ordering;
    SweepColumn x = SweepColumn::Memory;
    SweepColumn y = SweepColumn::Time;
};

struct ColumnRange {
    double least = 0;
    double greatest = 0;
};

/// All that the Sweep view draws of its rows, made off the GUI thread. Immutable.
struct SweepPicture {
    SweepPictureRequest request;
    SweepOrderPtr order;
    std::shared_ptr<const ScatterCloud> cloud;                ///< point k is row k; foremost: in the table
    std::array<ColumnRange, parallelColumns.size()> ranges{}; ///< of all rows
    std::shared_ptr<const ParallelLines> lines; ///< evenly spaced rows of the table, before some of the others
    std::size_t drawnLines = 0;                 ///< of the table's rows
};
using SweepPicturePtr = std::shared_ptr<const SweepPicture>;

/// Null when `isVoid` has become true meanwhile. Any thread.
SweepPicturePtr pictureOf(
    SweepPictureRequest request, const std::function<bool()>& isVoid = [] { return false; });

/// How a column is read on an axis.
PlotAxis plotAxisOf(SweepColumn column, double least, double greatest);

} // namespace planscope::ui
