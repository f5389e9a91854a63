#pragma once

#include "ui/graph/lineage_scene.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace planscope::ui {

/// What of a lineage is marked; indexed like the graph's nodes, empty where nothing is.
struct LineageMarks {
    std::vector<bool> lit;
    std::vector<bool> found;
    std::vector<std::size_t> current;
    std::optional<std::size_t> focus;
    std::optional<IrKind> stage; ///< the column whose heading is marked
};

/// Paints a lineage scene in its own coordinates; `visible` is the part that shows, in the same.
class LineagePainter {
public:
    LineagePainter(const LineageScene& scene, const Theme& theme, const LineageMarks& marks);

    void paint(QPainter& painter, const QRectF& visible) const;
    /// The columns' headings, in a strip that does not scroll: x as in the scene, y from 0 to `height`.
    void paintHeader(QPainter& painter, double height, double width) const;

private:
    void paintLinks(QPainter& painter, const QRectF& visible) const;
    void paintBox(QPainter& painter, const LineageScene::Box& box, const QRectF& visible) const;
    bool isLit(std::size_t node) const { return m_marks.lit.empty() || m_marks.lit[node]; }

    const LineageScene& m_scene;
    const Theme& m_theme;
    const LineageMarks& m_marks;
};

} // namespace planscope::ui
