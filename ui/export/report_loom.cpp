#include "ui/export/report_loom.h"

#include "ui/graph/loom_frame.h"
#include "ui/graph/loom_painter.h"

#include <QPainter>

#include <algorithm>

namespace planscope::ui {

ReportFlow::Paint loomPicture(std::shared_ptr<const LoomInput> input, LoomLens lens, const Theme& theme,
                              std::shared_ptr<const LoomDifference> difference)
{
    const auto scene = std::make_shared<const LoomScene>(makeLoomScene(*input));
    const auto style = std::make_shared<const LoomStyle>(scene, std::move(input), theme, lens, LoomMark::Bar,
                                                         std::move(difference));
    return [style](QPainter& painter, const QRectF& box) {
        const QSizeF full = LoomFrame::fullSize(*style);
        const double scale = std::min({box.width() / full.width(), box.height() / full.height(), 1.0});
        const QRectF whole(QPointF(0, 0), box.size() / scale);
        LoomViewport viewport(LoomFrame::bodyIn(whole, *style), style->scene().size());
        viewport.fit();
        painter.translate(box.topLeft());
        painter.scale(scale, scale);
        LoomPainter(painter, *style, viewport).paint({});
        LoomFrame(painter, *style, viewport, whole).paint({});
    };
}

} // namespace planscope::ui
