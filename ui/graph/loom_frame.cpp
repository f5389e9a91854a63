#include "ui/graph/loom_frame.h"

#include "ui/graph/loom_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr double indent = 24;
constexpr double bandIndent = 8;
constexpr double margin = 12;

QFont boldOf(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

LoomFrame::Layout LoomFrame::layoutFor(const LoomStyle& style)
{
    double widest = 0;
    const QFontMetricsF bold(boldOf(style.font())); // as the selected row's name is
    for (const LoomPlace& place : style.input().places)
        widest = std::max(widest, bold.horizontalAdvance(place.label));
    for (const LoomGroup& group : style.input().groups)
        if (group.isBand)
            widest = std::max(widest, bold.horizontalAdvance(group.name) - indent + bandIndent);
    const double line = style.textHeight();
    const double ranks = style.scene().options().ranks > 1 ? line + 4 : 0;
    return {std::ceil(indent + widest + margin), std::ceil(2 * line + 14 + ranks)};
}

QRectF LoomFrame::bodyIn(const QRectF& whole, const LoomStyle& style)
{
    const Layout layout = layoutFor(style);
    QRectF body = whole.adjusted(layout.side, layout.header, 0, -LoomLegend(style).heightFor(whole.width()));
    body.setWidth(std::max(1.0, body.width()));
    body.setHeight(std::max(1.0, body.height()));
    return body;
}

QSize LoomFrame::fullSize(const LoomStyle& style)
{
    const Layout layout = layoutFor(style);
    const QSizeF scene = style.scene().size();
    const double width = std::max(700.0, scene.width() + layout.side);
    return QSizeF(width, scene.height() + layout.header + LoomLegend(style).heightFor(width)).toSize();
}

LoomFrame::LoomFrame(QPainter& painter, const LoomStyle& style, const LoomViewport& viewport, const QRectF& whole)
    : m_painter(painter)
    , m_style(style)
    , m_scene(style.scene())
    , m_viewport(viewport)
    , m_whole(whole)
    , m_bold(boldOf(style.font()))
{
}

void LoomFrame::paint(const LoomMarks& marks)
{
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    paintSide(marks);
    paintHeader();
    paintCorner();
    paintLegend();
    if (marks.stale)
        paintStale();
    m_painter.restore();
}

void LoomFrame::paintSide(const LoomMarks& marks)
{
    const QRectF body = m_viewport.body();
    const QRectF side(m_whole.left(), body.top(), body.left() - m_whole.left(), body.height());
    m_painter.save();
    m_painter.setClipRect(side);
    m_painter.fillRect(side, m_style.surface);
    const QRectF visible = m_viewport.visible();
    const auto [first, end] = m_scene.rowsIn(visible.top() - LoomScene::rowGap, visible.bottom() + LoomScene::rowGap);
    const double pitch = (LoomScene::cellHeight + LoomScene::rowGap) * m_viewport.scaleY();
    const bool layers = pitch >= m_style.textHeight();
    const bool single = m_scene.options().blocks == 1;
    double free = side.top() - m_style.textHeight();
    const auto selectedRow = marks.selected == noLoomCell ? m_scene.rows().size() : m_scene.cells()[marks.selected].row;
    for (std::size_t k = first; k < end; ++k) {
        const LoomRow& row = m_scene.rows()[k];
        const double half = LoomScene::rowGap / 2;
        double top = std::floor(m_viewport.toPixel({0, row.top - half}).y());
        const double bottom = std::floor(m_viewport.toPixel({0, row.top + row.height + half}).y());
        if (layers && row.striped)
            m_painter.fillRect(QRectF(side.left(), top, side.width(), bottom - top), m_style.stripe);
        if (row.isBand && k > 0)
            m_painter.fillRect(QRectF(side.left(), top, side.width(), 1), m_style.line);
        const bool isPlace = row.kind == LoomRow::Kind::Boundary || row.kind == LoomRow::Kind::Layer;
        if (row.label.isEmpty() || (isPlace && !layers))
            continue;
        // Where rows are too narrow for all names, blocks come before groups.
        const double groupRoom = 10 * pitch;
        const bool isPart = row.kind == LoomRow::Kind::Group && !row.isBand;
        if (isPart && !layers && !single && groupRoom < 2 * m_style.textHeight())
            continue;
        if (!layers && top < free) {
            if (!isPart || groupRoom < 3 * m_style.textHeight())
                continue;
            top = free;
        }
        const double height = layers ? bottom - top : m_style.textHeight();
        paintSideRow(row, top, height, k == selectedRow);
        free = top + height + 2;
    }
    m_painter.restore();
    m_painter.fillRect(QRectF(body.left() - 1, m_whole.top(), 1, body.bottom() - m_whole.top()), m_style.line);
}

void LoomFrame::paintSideRow(const LoomRow& row, double top, double height, bool strong)
{
    const double left = m_whole.left();
    const double right = m_viewport.body().left() - margin;
    const bool isLayer = row.kind == LoomRow::Kind::Layer || row.kind == LoomRow::Kind::Boundary;
    m_painter.setFont(isLayer && !strong ? m_style.font() : m_bold);
    m_painter.setPen(strong ? m_style.accent : isLayer ? m_style.muted : m_style.text);
    if (row.kind == LoomRow::Kind::Group && row.isFoldable) {
        const QPointF middle(left + 14, top + height / 2);
        QPolygonF triangle;
        if (row.folded)
            triangle = QPolygonF({middle + QPointF(-2.5, -4), middle + QPointF(3, 0), middle + QPointF(-2.5, 4)});
        else
            triangle = QPolygonF({middle + QPointF(-4, -2.5), middle + QPointF(4, -2.5), middle + QPointF(0, 3)});
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_style.muted);
        m_painter.drawPolygon(triangle);
        m_painter.restore();
    }
    const double begin = left + (row.kind == LoomRow::Kind::Block || row.isBand ? bandIndent : indent);
    const QRectF room(begin, top, right - begin, height);
    const QFontMetricsF metrics(m_painter.font());
    m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                       metrics.elidedText(row.label, Qt::ElideMiddle, room.width()));
}

void LoomFrame::paintHeader()
{
    const QRectF body = m_viewport.body();
    const QRectF header(m_whole.left(), m_whole.top(), m_whole.width(), body.top() - m_whole.top());
    m_painter.fillRect(header, m_style.surface);
    m_painter.fillRect(QRectF(header.left(), header.bottom() - 1, header.width(), 1), m_style.line);
    m_painter.save();
    m_painter.setClipRect(QRectF(body.left(), header.top(), body.width(), header.height()));
    const double line = m_style.textHeight();
    const bool ranks = m_scene.options().ranks > 1;
    const QRectF visible = m_viewport.visible();
    const auto [first, end] = m_scene.columnsIn(visible.left(), visible.right());
    const QFontMetricsF bold(m_bold);
    const QFontMetricsF plain(m_style.font());
    for (std::size_t k = first; k < end; ++k) {
        const LoomColumn& column = m_scene.columns()[k];
        // What is half out of sight keeps its title in sight.
        const double begin = m_viewport.toPixel({column.left, 0}).x();
        const double left = std::max(begin, body.left() + 4);
        const double room = begin + (column.width + LoomScene::columnGap) * m_viewport.scaleX() - 8 - left;
        if (ranks && (column.phase == LoomPhase::Forward || k == first)) {
            const double columnsLeft = static_cast<double>(loomPhaseCount) - static_cast<double>(column.phase);
            const double rankEnd = begin
                + columnsLeft * (LoomScene::cellWidth + LoomScene::columnGap) * m_viewport.scaleX();
            const QString words = QCoreApplication::translate("Loom", "rank %1").arg(column.rank);
            m_painter.setFont(m_bold);
            m_painter.setPen(m_style.text);
            if (bold.horizontalAdvance(words) < rankEnd - left)
                m_painter.drawText(QRectF(left, header.top() + 4, rankEnd - left, line),
                                   Qt::AlignLeft | Qt::AlignVCenter, words);
        }
        const LoomHeading& heading = m_style.input().headings[static_cast<std::size_t>(column.phase)];
        const QString title = bold.horizontalAdvance(heading.title) > room ? heading.shortTitle : heading.title;
        const double top = header.bottom() - 2 * line - 8;
        if (bold.horizontalAdvance(title) > room)
            continue;
        m_painter.setFont(m_bold);
        m_painter.setPen(m_style.text);
        m_painter.drawText(QRectF(left, top, room, line), Qt::AlignLeft | Qt::AlignVCenter, title);
        QString sum = m_style.totalText(column.phase);
        if (plain.horizontalAdvance(sum) > room)
            sum = m_style.totalText(column.phase, false);
        m_painter.setFont(m_style.font());
        m_painter.setPen(m_style.muted);
        m_painter.drawText(QRectF(left, top + line, room, line), Qt::AlignLeft | Qt::AlignVCenter,
                           plain.elidedText(sum, Qt::ElideRight, room));
    }
    m_painter.restore();
}

void LoomFrame::paintCorner()
{
    const QRectF body = m_viewport.body();
    const QRectF corner(m_whole.left(), m_whole.top(), body.left() - m_whole.left() - 1,
                        body.top() - m_whole.top() - 1);
    const LoomInput& input = m_style.input();
    const LoomOptions& options = m_scene.options();
    const double line = m_style.textHeight();
    m_painter.setFont(m_style.font());
    m_painter.setPen(m_style.muted);
    const QString blocks = options.blocks == 1
        ? QCoreApplication::translate("Loom", "block \u00d7%1").arg(input.blocks)
        : QCoreApplication::translate("Loom", "%1 blocks of %2").arg(options.blocks).arg(input.blocks);
    const QString ranks = options.ranks == 1
        ? QCoreApplication::translate("Loom", "rank \u00d7%1").arg(input.ranks)
        : QCoreApplication::translate("Loom", "%1 ranks of %2").arg(options.ranks).arg(input.ranks);
    const double left = corner.left() + margin - 4;
    const auto tell = [&](double up, const QString& words) {
        m_painter.drawText(QRectF(left, corner.bottom() - up - 7, corner.width() - margin, line),
                           Qt::AlignLeft | Qt::AlignVCenter, words);
    };
    const LoomDifference* const difference = m_style.difference();
    const auto pair = [](const std::array<std::int64_t, 2>& counts) {
        return counts[0] == counts[1] ? QStringLiteral("\u00d7%1").arg(counts[0])
                                      : QStringLiteral("\u00d7%1 | \u00d7%2").arg(counts[0]).arg(counts[1]);
    };
    const bool isSplit = difference && difference->sides == LoomSides::Both;
    tell(2 * line, isSplit ? QCoreApplication::translate("Loom", "block %1").arg(pair(difference->blocks)) : blocks);
    tell(line, isSplit ? QCoreApplication::translate("Loom", "rank %1").arg(pair(difference->ranks)) : ranks);
}

void LoomFrame::paintLegend()
{
    const QRectF body = m_viewport.body();
    const QRectF band(m_whole.left(), body.bottom(), m_whole.width(), m_whole.bottom() - body.bottom());
    m_painter.fillRect(band, m_style.surface);
    m_painter.fillRect(QRectF(band.left(), band.top(), band.width(), 1), m_style.line);
    LoomLegend(m_style).paint(m_painter, band);
}

void LoomFrame::paintStale()
{
    const QString words = QCoreApplication::translate("Loom", "\u25b2 Stale");
    const QFontMetricsF metrics(m_bold);
    const double width = metrics.horizontalAdvance(words) + 16;
    const double height = m_style.textHeight() + 6;
    // Over the first row of the last column, which has a cell there in no loom; Problems tells what made it stale.
    const QRectF mark(m_whole.right() - width - 8, m_viewport.body().top() + 4, width, height);
    const QColor warn = m_style.theme().color(Role::Warn);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(warn, 1));
    m_painter.setBrush(m_style.surface);
    m_painter.drawRoundedRect(mark.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    m_painter.setFont(m_bold);
    m_painter.drawText(mark, Qt::AlignCenter, words);
}

} // namespace planscope::ui
