#pragma once

#include <QPageLayout>
#include <QRectF>
#include <QSizeF>

#include <array>
#include <optional>
#include <string_view>

namespace planscope::ui {

enum class Paper { A4, Letter };
inline constexpr std::array<std::string_view, 2> paperNames{"a4", "letter"};
std::optional<Paper> paperNamed(std::string_view name);

/// Where things stand on a page of a report, in pixels of 1/96 inch from its top left corner.
struct ReportPage {
    static constexpr double pixelsPerInch = 96;
    static constexpr double pointsPerPixel = 72 / pixelsPerInch;

    QSizeF size;
    QRectF head; ///< the running title
    QRectF body; ///< what the report says
    QRectF foot; ///< the tool's version, the page's number

    static ReportPage of(Paper paper, QPageLayout::Orientation orientation);
};

} // namespace planscope::ui
