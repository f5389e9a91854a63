#include "ui/export/report_page.h"

#include <QPageSize>

namespace planscope::ui {

std::optional<Paper> paperNamed(std::string_view name)
{
    for (std::size_t k = 0; k < paperNames.size(); ++k)
        if (paperNames[k] == name)
            return static_cast<Paper>(k);
    return std::nullopt;
}

ReportPage ReportPage::of(Paper paper, QPageLayout::Orientation orientation)
{
    constexpr double side = 60, top = 76, bottom = 64, line = 20;
    const QPageSize sheet(paper == Paper::A4 ? QPageSize::A4 : QPageSize::Letter);
    ReportPage page;
    page.size = QSizeF(sheet.sizePoints()) / pointsPerPixel;
    if (orientation == QPageLayout::Landscape)
        page.size.transpose();
    const double width = page.size.width() - 2 * side;
    page.body = {side, top, width, page.size.height() - top - bottom};
    page.head = {side, top / 2 - line / 2, width, line};
    page.foot = {side, page.size.height() - bottom / 2 - line / 2, width, line};
    return page;
}

} // namespace planscope::ui
