#include "ui/export/report_table.h"

#include "ui/export/report_text.h"
#include "ui/models/model_roles.h"

#include <QAbstractItemModel>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace planscope::ui {
namespace {

constexpr double leastGap = 10;   ///< between columns
constexpr double mostSpread = 28; ///< that a gap may gain where there is room
constexpr double above = 3, below = 3;

QFont strong(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

bool isNumber(const QVariant& alignment)
{
    return alignment.value<Qt::Alignment>().testFlag(Qt::AlignRight);
}

} // namespace

ReportTable tableOf(const QAbstractItemModel& model, const std::vector<int>& columns)
{
    std::vector<int> shown = columns;
    if (shown.empty()) {
        shown.resize(static_cast<std::size_t>(model.columnCount()));
        std::iota(shown.begin(), shown.end(), 0);
    }
    ReportTable table;
    for (const int column : shown)
        table.columns.push_back({model.headerData(column, Qt::Horizontal).toString(),
                                 isNumber(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole)), false});
    for (int row = 0; row < model.rowCount(); ++row) {
        ReportRow cells;
        for (const int column : shown)
            cells.cells.push_back({model.index(row, column).data().toString(), Role::Text});
        cells.isTotal = model.index(row, 0).data(TotalRole).toBool();
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::vector<ReportTable> tablesThatFit(ReportTable table, const Theme& theme, double width)
{
    constexpr double rounding = 1;
    const std::size_t columns = table.columns.size();
    if (columns <= 2 || ReportTableLayout(table, theme, width).width() <= width + rounding)
        return {std::move(table)};
    const auto part = [&table](std::size_t first, std::size_t end) {
        const auto cut = [first, end](const auto& all) {
            std::decay_t<decltype(all)> kept{all.front()};
            for (std::size_t k = first; k < std::min(end, all.size()); ++k)
                kept.push_back(all[k]);
            return kept;
        };
        ReportTable some{cut(table.columns), table.rows};
        for (ReportRow& row : some.rows)
            row.cells = cut(row.cells);
        return some;
    };
    const std::size_t middle = 1 + columns / 2;
    std::vector<ReportTable> tables = tablesThatFit(part(1, middle), theme, width);
    for (ReportTable& more : tablesThatFit(part(middle, columns), theme, width))
        tables.push_back(std::move(more));
    return tables;
}

ReportTableLayout::ReportTableLayout(ReportTable table, const Theme& theme, double width)
    : m_table(std::move(table))
    , m_theme(theme)
{
    setWidths(width);
    for (std::size_t column = 0; column < m_table.columns.size(); ++column)
        m_headHeight = std::max(m_headHeight,
                                brokenHeight(m_table.columns[column].heading, strong(theme.label()), m_widths[column]));
    m_headHeight = std::ceil(m_headHeight + above + below + 1);
    for (const ReportRow& row : m_table.rows) {
        double height = 0;
        for (std::size_t column = 0; column < row.cells.size(); ++column)
            height = std::max(
                height,
                brokenHeight(row.cells[column].text, fontOf(row, column), row.isHeading ? m_width : m_widths[column]));
        m_rowHeights.push_back(std::ceil(height + above + below + (row.isHeading ? m_theme.space(2) : 0)));
    }
}

QFont ReportTableLayout::fontOf(const ReportRow& row, std::size_t column) const
{
    if (m_table.columns[column].isMonospace) {
        QFont font = m_theme.monospace();
        font.setPixelSize(m_theme.label().pixelSize());
        return font;
    }
    return row.isTotal || row.isHeading ? strong(m_theme.label()) : m_theme.label();
}

void ReportTableLayout::setWidths(double available)
{
    const std::size_t count = m_table.columns.size();
    std::vector<double> least(count); // that no word is broken; all of it where nothing may be broken
    m_widths.resize(count);
    for (std::size_t column = 0; column < count; ++column) {
        const ReportColumn& shown = m_table.columns[column];
        const auto consider = [&](const QString& text, const QFont& font) {
            m_widths[column] = std::max(m_widths[column], QFontMetricsF(font).horizontalAdvance(text));
            least[column] = std::max(least[column], widestPart(text, font));
        };
        for (const ReportRow& row : m_table.rows)
            if (!row.isHeading && column < row.cells.size())
                consider(row.cells[column].text, fontOf(row, column));
        if (shown.isNumber || shown.isMonospace)
            least[column] = m_widths[column];
        consider(shown.heading, strong(m_theme.label())); // which may be broken
        m_widths[column] = std::ceil(m_widths[column]) + 1;
        least[column] = std::ceil(least[column]) + 1;
    }
    const double gaps = leastGap * static_cast<double>(count - 1);
    double over = std::accumulate(m_widths.begin(), m_widths.end(), gaps) - available;
    // The widest column that may gives way, down to the next one, until all fit.
    while (over > 0) {
        std::size_t widest = count;
        for (std::size_t column = 0; column < count; ++column)
            if (m_widths[column] > least[column] && (widest == count || m_widths[column] > m_widths[widest]))
                widest = column;
        if (widest == count)
            break;
        const double given = std::min({over, 8.0, m_widths[widest] - least[widest]});
        m_widths[widest] -= given;
        over -= given;
    }
    double gap = leastGap;
    if (count > 1 && over < 0) // room to spare
        gap += std::min(mostSpread, -over / static_cast<double>(count - 1));
    double left = 0;
    for (const double width : m_widths) {
        m_lefts.push_back(left);
        left += width + gap;
    }
    m_width = left - gap;
}

void ReportTableLayout::paintCell(QPainter& painter, std::size_t column, const QString& text, const QFont& font,
                                  double height) const
{
    paintBroken(painter, QRectF(m_lefts[column], above, m_widths[column], height - above), text, font,
                m_table.columns[column].isNumber ? Qt::AlignRight : Qt::AlignLeft);
}

void ReportTableLayout::paintHead(QPainter& painter) const
{
    painter.setPen(m_theme.color(Role::Muted));
    for (std::size_t column = 0; column < m_table.columns.size(); ++column) {
        const QString& heading = m_table.columns[column].heading;
        const double height = brokenHeight(heading, strong(m_theme.label()), m_widths[column]);
        painter.save();
        painter.translate(0, m_headHeight - 1 - below - above - height);
        paintCell(painter, column, heading, strong(m_theme.label()), height + above);
        painter.restore();
    }
    painter.fillRect(QRectF(0, m_headHeight - 1, m_width, 1), m_theme.color(Role::Muted));
}

void ReportTableLayout::paintRow(QPainter& painter, std::size_t index) const
{
    const ReportRow& row = m_table.rows[index];
    const double height = m_rowHeights[index];
    if (row.isHeading) {
        painter.setPen(m_theme.color(row.cells.front().role));
        const double top = above + m_theme.space(2);
        paintBroken(painter, QRectF(0, top, m_width, height - top), row.cells.front().text, fontOf(row, 0));
    } else {
        for (std::size_t column = 0; column < row.cells.size(); ++column) {
            painter.setPen(m_theme.color(row.cells[column].role));
            paintCell(painter, column, row.cells[column].text, fontOf(row, column), height);
        }
    }
    painter.fillRect(QRectF(0, height - 0.5, m_width, 0.5), m_theme.color(Role::Line));
    if (row.isTotal)
        painter.fillRect(QRectF(0, -0.5, m_width, 0.75), m_theme.color(Role::Muted));
}

} // namespace planscope::ui
