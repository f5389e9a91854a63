#pragma once

#include "ui/graph/loom_painter.h"

#include <QPainter>
#include <QRectF>

#include <optional>
#include <vector>

namespace planscope::ui {

/// What stays in sight around a loom: phases above, layers beside, and a legend of what is drawn below.
class LoomFrame {
public:
    struct Layout {
        double side = 0;   ///< px
        double header = 0; ///< px
    };
    /// Of a scene in this style, in device-independent pixels.
    static Layout layoutFor(const LoomStyle& style);
    /// The room left for the scene.
    static QRectF bodyIn(const QRectF& whole, const LoomStyle& style);
    /// A size at which the scene shows at 100 %.
    static QSize fullSize(const LoomStyle& style);

    LoomFrame(QPainter& painter, const LoomStyle& style, const LoomViewport& viewport, const QRectF& whole);

    void paint(const LoomMarks& marks);

private:
    void paintSide(const LoomMarks& marks);
    void paintSideRow(const LoomRow& row, double top, double height, bool strong);
    void paintHeader();
    void paintCorner();
    void paintLegend();
    void paintStale();

    QPainter& m_painter;
    const LoomStyle& m_style;
    const LoomScene& m_scene;
    const LoomViewport& m_viewport;
    QRectF m_whole;
    QFont m_bold;
};

} // namespace planscope::ui
