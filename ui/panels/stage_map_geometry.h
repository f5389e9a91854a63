#pragma once

#include "ui/charts/stacked_bar_geometry.h"
#include "ui/panels/stage_map_content.h"
#include "ui/theme/theme.h"

#include <QRectF>

#include <optional>

namespace planscope::ui {

/// A stretch of a row, from the left edge of the map.
struct StageMapColumn {
    int left = 0;
    int width = 0;
    int right() const { return left + width; }
};

/// What of the map is at a point.
struct StageMapPlace {
    enum class What { Nothing, Stage, Chunk, Memory, Time };
    What what = What::Nothing;
    int stage = 0;
    int part = 0; ///< Chunk: the stage's chunk, 0 … v − 1; Memory, Time: the segment of the bar

    friend bool operator==(const StageMapPlace&, const StageMapPlace&) = default;
};

/// Where everything of the map of stages stands: a head of fixed height with titles, legends and axes, below it rows of
/// equal height. Coordinates of rows begin below the head. A plain value of the content, the theme and the width.
class StageMapGeometry {
public:
    StageMapGeometry() = default;
    StageMapGeometry(const StageMapContent& content, const Theme& theme, int width);

    int width() const { return m_width; } ///< at least what the columns need; a window may be narrower
    int headHeight() const { return m_head; }
    int rowHeight() const { return m_row; }
    int rowsHeight() const { return m_row * m_stages; }
    int barHeight() const { return m_bar; }

    const StageMapColumn& stageColumn() const { return m_stageColumn; }
    const StageMapColumn& blockColumn() const { return m_blockColumn; }   ///< slots and the marks around them
    const StageMapColumn& memoryColumn() const { return m_memoryColumn; } ///< the bars alone
    const StageMapColumn& memoryText() const { return m_memoryText; }
    const StageMapColumn& timeColumn() const { return m_timeColumn; }
    const StageMapColumn& timeText() const { return m_timeText; }
    const FlowLayout& memoryLegend() const { return m_memoryLegend; } ///< from the legend's own top left corner
    const FlowLayout& timeLegend() const { return m_timeLegend; }
    int legendTop() const { return m_legendTop; }
    int axisTop() const { return m_axisTop; }

    QRectF rowBox(int stage) const;
    /// The place of a chunk, whatever it holds; as wide as the most blocks that any has.
    QRectF slotBox(int stage, int part) const;
    /// What its blocks fill of it.
    QRectF chunkBox(int stage, const StageChunk& chunk, int part) const;
    double bytesAt(double bytes) const;     ///< on the axis of memory
    double secondsAt(double seconds) const; ///< on the axis of time
    /// Of each segment of a bar; empty ones have no width.
    std::vector<QRectF> memoryBoxes(int stage, const StackedBar& bar) const;
    std::vector<QRectF> timeBoxes(int stage, const StackedBar& bar) const;

    /// Within the rows; a thin segment counts from a few pixels away.
    StageMapPlace at(const QPointF& point, const StageMapContent& content) const;

private:
    std::vector<QRectF> boxesOf(int stage, const StackedBar& bar, const StageMapColumn& column, double scale) const;

    int m_width = 0;
    int m_stages = 0;
    int m_perStage = 1;
    int m_head = 0;
    int m_row = 1;
    int m_bar = 0;
    int m_gap = 0;
    int m_slot = 1;     ///< width of one chunk's place
    int m_slotsLeft = 0;
    int m_legendTop = 0;
    int m_axisTop = 0;
    qint64 m_mostBlocks = 1;
    double m_memoryScale = 1;
    double m_timeScale = 1;
    StageMapColumn m_stageColumn;
    StageMapColumn m_blockColumn;
    StageMapColumn m_memoryColumn;
    StageMapColumn m_memoryText;
    StageMapColumn m_timeColumn;
    StageMapColumn m_timeText;
    FlowLayout m_memoryLegend;
    FlowLayout m_timeLegend;
};

} // namespace planscope::ui
