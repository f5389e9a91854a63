#include "ui/export/report_flow.h"

#include "ui/export/report_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr std::size_t shortTable = 14; ///< rows

QFont chapterFont(const Theme& theme)
{
    QFont font = theme.headline();
    font.setPixelSize(20);
    return font;
}

} // namespace

ReportFlow::ReportFlow(QString runningTitle, QPageLayout::Orientation orientation, QSizeF body, const Theme& theme)
    : m_runningTitle(std::move(runningTitle))
    , m_orientation(orientation)
    , m_body(body)
    , m_theme(theme)
{
}

FlowPiece& ReportFlow::add(double height, double gap, Paint paint)
{
    FlowPiece piece;
    piece.height = std::min(height, m_body.height());
    piece.gap = gap;
    piece.startsPage = m_startsPage;
    m_startsPage = false;
    m_isCaptioned = false;
    m_pieces.push_back(piece);
    m_paints.push_back(std::move(paint));
    return m_pieces.back();
}

void ReportFlow::startPage()
{
    m_startsPage = true;
}

void ReportFlow::line(const QString& words, const QFont& font, Role role, double gap, bool keepWithNext)
{
    const double height = std::ceil(brokenHeight(words, font, m_body.width()));
    const QColor color = m_theme.color(role);
    add(height, gap, [words, font, color](QPainter& painter, const QRectF& box) {
        painter.setPen(color);
        paintBroken(painter, box, words, font);
    }).keepWithNext = keepWithNext;
}

void ReportFlow::heading(int level, const QString& title)
{
    QFont font = level == 1 ? chapterFont(m_theme) : m_theme.section();
    if (level > 2)
        font.setPixelSize(m_theme.body().pixelSize());
    m_headings.push_back({level, title, m_pieces.size()});
    line(title, font, Role::Text, m_theme.space(level == 1 ? 8 : level == 2 ? 7 : 4), true);
    m_isCaptioned = true;
}

void ReportFlow::title(const QString& text)
{
    QFont font = m_theme.headline();
    font.setPixelSize(30);
    line(text, font, Role::Text, 0, true);
    const QColor color = m_theme.color(Role::Text);
    add(2, m_theme.space(3), [color](QPainter& painter, const QRectF& box) {
        painter.fillRect(box, color);
    }).keepWithNext = true;
}

void ReportFlow::text(const QString& words, Role role)
{
    const QStringList paragraphs = words.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString& paragraph : paragraphs)
        line(paragraph, m_theme.body(), role, m_theme.space(2), false);
}

void ReportFlow::caption(const QString& words)
{
    line(words, m_theme.label(), Role::Muted, m_theme.space(1), true);
    m_isCaptioned = true;
}

void ReportFlow::facts(const std::vector<std::pair<QString, QString>>& facts, int beside)
{
    const QFontMetricsF metrics(m_theme.label());
    double widest = 0;
    for (const auto& [name, value] : facts)
        widest = std::max(widest, metrics.horizontalAdvance(name));
    const double column = m_body.width() / beside;
    const double left = std::min(std::ceil(widest) + m_theme.space(4), column / 2);
    const double room = column - left - m_theme.space(3);
    const auto perRow = static_cast<std::size_t>(beside);
    const std::size_t rows = (facts.size() + perRow - 1) / perRow;
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<std::pair<QString, QString>> inRow; // read down the columns, then across
        double height = metrics.height();
        for (std::size_t k = row; k < facts.size(); k += rows) {
            inRow.push_back(facts[k]);
            height = std::max({height, brokenHeight(facts[k].first, m_theme.label(), left - m_theme.space(2)),
                               brokenHeight(facts[k].second, m_theme.label(), room)});
        }
        const Theme theme = m_theme;
        add(std::ceil(height) + 3, row == 0 ? theme.space(2) : 0,
            [inRow, theme, column, left, room](QPainter& painter, const QRectF& box) {
                double x = box.left();
                for (const auto& [name, value] : inRow) {
                    painter.setPen(theme.color(Role::Muted));
                    paintBroken(painter, QRectF(x, box.top(), left - theme.space(2), box.height()), name,
                                theme.label());
                    painter.setPen(theme.color(Role::Text));
                    paintBroken(painter, QRectF(x + left, box.top(), room, box.height()), value, theme.label());
                    x += column;
                }
            })
            .keepWithNext = row + 1 < rows;
    }
}

void ReportFlow::digests(const std::vector<std::pair<QString, QString>>& digests)
{
    ReportTable rows{{{QString{}, false, false}, {QString{}, false, true}}, {}};
    for (const auto& [name, digest] : digests)
        rows.rows.push_back({{{name, Role::Muted}, {digest, Role::Text}}});
    const auto layout = std::make_shared<const ReportTableLayout>(std::move(rows), m_theme, m_body.width());
    for (std::size_t row = 0; row < digests.size(); ++row)
        add(layout->rowHeight(row), row == 0 ? m_theme.space(2) : 0,
            [layout, row](QPainter& painter, const QRectF& box) {
                painter.translate(box.topLeft());
                layout->paintRow(painter, row);
            })
            .keepWithNext = row + 1 < digests.size();
}

void ReportFlow::table(ReportTable table)
{
    if (table.rows.empty())
        return;
    for (ReportTable& part : tablesThatFit(std::move(table), m_theme, m_body.width()))
        addTable(std::move(part));
}

void ReportFlow::addTable(ReportTable table)
{
    const double gap = m_isCaptioned ? m_theme.space(2) : m_theme.space(4);
    const auto layout = std::make_shared<const ReportTableLayout>(std::move(table), m_theme, m_body.width());
    const std::size_t header = m_pieces.size();
    add(layout->headHeight(), gap, [layout](QPainter& painter, const QRectF& box) {
        painter.translate(box.topLeft());
        layout->paintHead(painter);
    }).keepWithNext = true;
    const std::vector<ReportRow>& rows = layout->table().rows;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        FlowPiece& piece = add(layout->rowHeight(row), 0, [layout, row](QPainter& painter, const QRectF& box) {
            painter.translate(box.topLeft());
            layout->paintRow(painter, row);
        });
        piece.header = header;
        // No total without what it sums up. A short table stands on one page.
        const bool isLast = row + 1 == rows.size();
        piece.keepWithNext = !isLast
            && (rows.size() <= shortTable || rows[row].isHeading || rows[row].keepsWithNext || rows[row + 1].isTotal);
    }
    for (std::size_t first = 0; first < rows.size();) { // a heading with the rows below it, or all rows
        std::size_t end = first + 1;
        while (end < rows.size() && !rows[end].isHeading)
            ++end;
        const std::size_t below = rows[first].isHeading ? first + 1 : first;
        keepEnds(header + 1 + below, header + 1 + end);
        first = end;
    }
}

void ReportFlow::keepEnds(std::size_t first, std::size_t end)
{
    if (end < first + 2)
        return;
    m_pieces[first].keepWithNext = true;
    m_pieces[end - 2].keepWithNext = true;
}

void ReportFlow::widget(std::unique_ptr<QWidget> widget)
{
    const std::shared_ptr<QWidget> shown = std::move(widget);
    const int width = static_cast<int>(m_body.width());
    shown->setPalette(m_theme.palette());
    shown->setAttribute(Qt::WA_DontShowOnScreen);
    shown->resize(width, shown->heightForWidth(width));
    picture(shown->height(), [shown](QPainter& painter, const QRectF& box) {
        painter.translate(box.topLeft());
        shown->render(&painter, {}, {}, QWidget::DrawChildren);
    });
}

void ReportFlow::picture(double height, Paint paint)
{
    add(height, m_isCaptioned ? m_theme.space(2) : m_theme.space(4), std::move(paint));
}

void ReportFlow::pictureRows(double headHeight, Paint head, double rowHeight, const std::vector<Paint>& rows)
{
    const std::size_t header = m_pieces.size();
    add(headHeight, m_isCaptioned ? m_theme.space(2) : m_theme.space(4), std::move(head)).keepWithNext = true;
    for (const Paint& row : rows)
        add(rowHeight, 0, row).header = header;
    keepEnds(header + 1, m_pieces.size());
}

void ReportFlow::listLine(Paint paint)
{
    add(std::ceil(QFontMetricsF(m_theme.body()).height()), m_theme.space(1), std::move(paint));
}

void ReportFlow::fullPage(Paint paint)
{
    double used = m_theme.space(2);
    for (auto piece = m_pieces.rbegin(); piece != m_pieces.rend() && piece->keepWithNext; ++piece)
        used += piece->height + piece->gap;
    add(m_body.height() - used, m_theme.space(2), std::move(paint));
}

void ReportFlow::monospaceLines(const std::vector<std::pair<QString, Role>>& lines)
{
    QFont font = m_theme.monospace();
    font.setPixelSize(m_theme.label().pixelSize() - 1);
    const std::size_t first = m_pieces.size();
    for (const auto& [line, role] : lines) {
        qsizetype indent = 1; // behind the mark
        while (indent < line.size() && line[indent].isSpace())
            ++indent;
        const QString mark = line.left(1), words = line.mid(indent);
        const double left = QFontMetricsF(font).horizontalAdvance(line.left(indent));
        const double height = std::ceil(brokenHeight(words, font, m_body.width() - left));
        const QColor color = m_theme.color(role);
        add(height, 0, [=](QPainter& painter, const QRectF& box) {
            painter.setPen(color);
            paintBroken(painter, box, mark, font);
            paintBroken(painter, box.adjusted(left, 0, 0, 0), words, font);
        });
    }
    keepEnds(first, m_pieces.size());
}

void ReportFlow::paint(QPainter& painter, std::size_t piece, double top, double left) const
{
    painter.save();
    painter.setBrush(Qt::NoBrush);
    m_paints[piece](painter, QRectF(left, top, m_body.width(), m_pieces[piece].height));
    painter.restore();
}

} // namespace planscope::ui
