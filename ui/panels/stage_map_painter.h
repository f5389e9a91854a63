#pragma once

#include "ui/panels/stage_map_geometry.h"

class QPainter;

namespace planscope::ui {

/// A block on its way from a chunk to another, both in model order.
struct BlockDrag {
    int from = 0;
    int to = 0;         ///< noChunk while it is over none
    QString refusal;    ///< why it cannot be dropped there; empty when it can
    QPointF pointer;    ///< on the viewport
};

/// What is marked on the map.
struct StageMapMarks {
    EntityKey selected;
    std::optional<int> stage; ///< the selected one
    int part = 0;             ///< its chunk that blocks are moved from
    const BlockDrag* drag = nullptr;
};

/// Paints the map of stages: the head at the painter's origin, a row where its geometry puts it.
class StageMapPainter {
public:
    StageMapPainter(const StageMapContent& content, const StageMapGeometry& geometry, const Theme& theme);

    /// `canMove`: whether it tells how blocks are moved.
    void paintHead(QPainter& painter, bool canMove) const;
    void paintRow(QPainter& painter, int stage, const StageRow& row, const StageMapMarks& marks) const;
    /// The block below the pointer and where it would go, within the box.
    void paintDrag(QPainter& painter, const BlockDrag& drag, const QRectF& within) const;

private:
    void paintAxis(QPainter& painter, const StageMapColumn& column, double scale, BarUnit unit) const;
    void paintLegend(QPainter& painter, const FlowLayout& places, const std::vector<StageLegendEntry>& legend,
                     int left) const;
    void paintChunk(QPainter& painter, int stage, const StageChunk& chunk, int part, const StageMapMarks& marks) const;
    void paintBar(QPainter& painter, const StackedBar& bar, const std::vector<QRectF>& boxes, double limit) const;
    void paintRings(QPainter& painter, const StackedBar& bar, const std::vector<QRectF>& boxes,
                    const EntityKey& selected) const;
    void paintCapacity(QPainter& painter, int stage, const std::vector<QRectF>& boxes) const;
    void paintLines(QPainter& painter, const StageMapColumn& column, int stage, const QString& upper, Role upperRole,
                    const QString& lower, Role lowerRole) const;

    const StageMapContent& m_content;
    const StageMapGeometry& m_geometry;
    const Theme& m_theme;
};

} // namespace planscope::ui
