#pragma once

#include "ui/graph/lineage_graph.h"

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// Sizes of a lineage drawing in device-independent pixels.
struct LineageMetrics {
    double width = 1000;       ///< of the whole drawing; columns share it
    double rowHeight = 22;     ///< of a box and the blank below it
    double rowGap = 2;         ///< of it, the blank
    double headingHeight = 28; ///< of a group's heading
    double margin = 16;
    double smallestColumn = 200; ///< of tasks
    double largestColumn = 460;
};

/// Where everything of a lineage drawing stands: three columns, one for each IR; values first, then tasks by stage or
/// unit. An entity stands in the row of its first source where that row is free; a source spans the rows of all that
/// came from it, so that its links run straight. Buffers that come of many sources stand apart, below. A plain value:
/// nothing here paints or knows a widget.
class LineageScene {
public:
    struct Column {
        IrKind stage = IrKind::Model;
        double left = 0;
        double width = 0;
        std::size_t entities = 0; ///< 0: not published
    };
    struct Box {
        std::size_t node = 0; ///< of the graph
        QRectF rect;
    };
    struct Heading {
        QString text; ///< a stage's name, or "boundary values"
        QRectF rect;
    };
    struct Link {
        std::size_t from = 0; ///< nodes of the graph
        std::size_t to = 0;
        QPolygonF path; ///< horizontal and vertical pieces
        bool isApart = false; ///< to an entity that can have many sources: drawn only while both ends are lit
    };
    enum class Direction { Up, Down, Left, Right };

    LineageScene() = default;
    LineageScene(std::shared_ptr<const LineageGraph> graph, const LineageMetrics& metrics);

    const LineageGraph& graph() const { return *m_graph; }
    const std::array<Column, countOf<IrKind>()>& columns() const { return m_columns; }
    const std::vector<Box>& boxes() const { return m_boxes; } ///< indexed like the graph's nodes
    const std::vector<Heading>& headings() const { return m_headings; }
    const std::vector<Link>& links() const { return m_links; }
    QSizeF size() const { return m_size; }

    std::optional<std::size_t> nodeAt(QPointF point) const;
    /// Up and down to the neighbour in the column, left to the first source, right to the first derived node.
    std::optional<std::size_t> neighbour(std::size_t node, Direction direction) const;
    /// One line an entity: stage, kind, name, and what it came from.
    QString text() const;

private:
    void placeColumns(const LineageMetrics& metrics);
    void placeRows(const LineageMetrics& metrics);
    double placeInGroups(const std::vector<std::size_t>& order, double top, const LineageMetrics& metrics);
    void placeApart(IrKind stage, const LineageMetrics& metrics);
    void placeFollowers(IrKind stage, const LineageMetrics& metrics);
    void placeSpans(IrKind stage, const LineageMetrics& metrics);
    void connectBoxes();
    QRectF row(IrKind stage, double top, const LineageMetrics& metrics) const;

    std::shared_ptr<const LineageGraph> m_graph = std::make_shared<const LineageGraph>();
    std::array<Column, countOf<IrKind>()> m_columns;
    std::vector<Box> m_boxes;
    std::vector<Heading> m_headings;
    std::vector<Link> m_links;
    QSizeF m_size;
};

} // namespace planscope::ui
