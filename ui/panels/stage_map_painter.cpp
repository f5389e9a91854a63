#include "ui/panels/stage_map_painter.h"

#include "ui/charts/value_ticker.h"
#include "ui/models/stage_key.h"
#include "ui/models/stage_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("StageMap", text);
}

/// A figure of all stages, "memory.weights", is in each of their bars.
bool isSelected(const BarSegment& segment, const EntityKey& selected)
{
    return segment.key == selected
        || (selected.kind == EntityKey::Kind::Component && stageFigureOf(segment.key) == selected.name);
}

void drawText(QPainter& painter, const QRectF& box, int flags, const QString& text)
{
    painter.drawText(box, flags | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(box.width())));
}

} // namespace

StageMapPainter::StageMapPainter(const StageMapContent& content, const StageMapGeometry& geometry, const Theme& theme)
    : m_content(content)
    , m_geometry(geometry)
    , m_theme(theme)
{
}

void StageMapPainter::paintHead(QPainter& painter, bool canMove) const
{
    QFont strong = m_theme.body();
    strong.setWeight(QFont::DemiBold);
    painter.setFont(strong);
    painter.setPen(m_theme.color(Role::Text));
    const auto title = [&](const StageMapColumn& from, int right, const QString& text) {
        const QRectF box(from.left, m_theme.space(2), right - from.left, QFontMetricsF(strong).height());
        drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    title(m_geometry.stageColumn(), m_geometry.stageColumn().right(), tr("Stage"));
    title(m_geometry.blockColumn(), m_geometry.blockColumn().right(),
          m_content.chunksPerStage() == 1 ? tr("Blocks") : tr("Blocks of each chunk"));
    title(m_geometry.memoryColumn(), m_geometry.memoryText().right(), tr("Memory of one rank at its peak"));
    title(m_geometry.timeColumn(), m_geometry.timeText().right(), m_content.timeTitle());

    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(Role::Muted));
    const double line = QFontMetricsF(m_theme.label()).height();
    const auto note = [&](const StageMapColumn& column, int row, const QString& text) {
        const double wide = column.width + m_theme.space(3); // nothing follows at that height
        drawText(painter, QRectF(column.left, m_geometry.legendTop() + row * line, wide, line),
                 Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    note(m_geometry.stageColumn(), 0, tr("of one rank"));
    note(m_geometry.blockColumn(), 0, tr("E embedding"));
    note(m_geometry.blockColumn(), 1, tr("H head"));
    if (canMove && m_content.chunks() > 1)
        note(m_geometry.blockColumn(), 2, tr("drag to move"));
    paintLegend(painter, m_geometry.memoryLegend(), m_content.memoryLegend(), m_geometry.memoryColumn().left);
    paintLegend(painter, m_geometry.timeLegend(), m_content.timeLegend(), m_geometry.timeColumn().left);
    paintAxis(painter, m_geometry.memoryColumn(), m_content.memoryScale(), BarUnit::Bytes);
    if (m_content.hasTimes())
        paintAxis(painter, m_geometry.timeColumn(), m_content.timeScale(), BarUnit::Seconds);
}

void StageMapPainter::paintLegend(QPainter& painter, const FlowLayout& places,
                                  const std::vector<StageLegendEntry>& legend, int left) const
{
    const double side = m_theme.space(3);
    for (std::size_t k = 0; k < legend.size(); ++k) {
        const QRectF box = places.boxes[k].translated(left, m_geometry.legendTop());
        const QRectF swatch(box.left(), box.center().y() - side / 2, side, side);
        painter.fillRect(swatch, m_theme.color(legend[k].role));
        if (legend[k].role == Role::Line)
            painter.fillRect(swatch, QBrush(m_theme.color(Role::Muted), Qt::BDiagPattern));
        painter.setPen(m_theme.color(Role::Text));
        painter.drawText(box.adjusted(m_theme.space(4), 0, m_theme.space(4), 0), Qt::AlignLeft | Qt::AlignVCenter,
                         legend[k].name);
    }
}

/// Round values below the head, but where the capacity is written.
void StageMapPainter::paintAxis(QPainter& painter, const StageMapColumn& column, double scale, BarUnit unit) const
{
    const QFontMetricsF metrics(m_theme.label());
    const double top = m_geometry.axisTop();
    QRectF taken;
    if (unit == BarUnit::Bytes) {
        const QString text = m_content.capacityText();
        const double wide = metrics.horizontalAdvance(text);
        const double at = m_geometry.bytesAt(m_content.capacity());
        const double left = std::clamp(at - wide / 2, static_cast<double>(column.left),
                                       std::max<double>(column.left, m_geometry.memoryText().right() - wide));
        taken = QRectF(left, top, wide, metrics.height());
        painter.setPen(m_theme.color(Role::Text));
        painter.drawText(taken, Qt::AlignCenter, text);
        painter.fillRect(QRectF(at - 1, taken.bottom(), 2, m_geometry.headHeight() - taken.bottom()),
                         m_theme.color(Role::Text));
        taken.adjust(-m_theme.space(2), 0, m_theme.space(2), 0);
    }
    const double step = ValueTicker::roundStep(scale, std::max(1, column.width / m_theme.space(18)), unit);
    painter.setPen(m_theme.color(Role::Muted));
    for (int k = 0; k * step <= scale * (1 + 1e-9); ++k) {
        const double at = column.left + k * step / scale * column.width;
        const QString text = ValueTicker::textOf(k * step, unit);
        const double wide = metrics.horizontalAdvance(text);
        const QRectF box(k == 0 ? at : at - wide / 2, top, wide, metrics.height());
        if (!box.intersects(taken))
            painter.drawText(box, Qt::AlignCenter, text);
    }
}

void StageMapPainter::paintRow(QPainter& painter, int stage, const StageRow& row, const StageMapMarks& marks) const
{
    const QRectF box = m_geometry.rowBox(stage);
    if (marks.stage == stage) {
        painter.fillRect(box, m_theme.wash(Role::Accent));
        painter.fillRect(QRectF(box.left(), box.top(), m_theme.space(1), box.height()), m_theme.color(Role::Accent));
    }
    painter.setPen(QPen(m_theme.color(Role::Line), 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());

    paintLines(painter, m_geometry.stageColumn(), stage, row.name, Role::Text, row.parameters, Role::Muted);
    for (std::size_t part = 0; part < row.chunks.size(); ++part)
        paintChunk(painter, stage, row.chunks[part], static_cast<int>(part), marks);

    const auto memory = m_geometry.memoryBoxes(stage, row.memory);
    paintBar(painter, row.memory, memory, m_geometry.bytesAt(m_content.capacity()));
    paintCapacity(painter, stage, memory);
    paintRings(painter, row.memory, memory, marks.selected);
    paintLines(painter, m_geometry.memoryText(), stage, row.peak, row.isOver ? Role::Warn : Role::Text, row.moment,
               Role::Muted);

    if (row.time.segments.empty())
        return;
    const auto time = m_geometry.timeBoxes(stage, row.time);
    paintBar(painter, row.time, time, m_geometry.width());
    paintRings(painter, row.time, time, marks.selected);
    paintLines(painter, m_geometry.timeText(), stage, row.busy, Role::Text, row.waiting, Role::Muted);
}

void StageMapPainter::paintLines(QPainter& painter, const StageMapColumn& column, int stage, const QString& upper,
                                 Role upperRole, const QString& lower, Role lowerRole) const
{
    const QRectF row = m_geometry.rowBox(stage);
    const double upperHeight = QFontMetricsF(m_theme.body()).height();
    const double lowerHeight = QFontMetricsF(m_theme.label()).height();
    const double top = row.top() + (row.height() - upperHeight - lowerHeight) / 2;
    painter.setFont(m_theme.body());
    painter.setPen(m_theme.color(upperRole));
    drawText(painter, QRectF(column.left, top, column.width, upperHeight), Qt::AlignLeft | Qt::AlignVCenter, upper);
    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(lowerRole));
    drawText(painter, QRectF(column.left, top + upperHeight, column.width, lowerHeight),
             Qt::AlignLeft | Qt::AlignVCenter, lower);
}

/// A tick for each block where there is room for them, the count in any case.
void StageMapPainter::paintChunk(QPainter& painter, int stage, const StageChunk& chunk, int part,
                                 const StageMapMarks& marks) const
{
    const QRectF slot = m_geometry.slotBox(stage, part);
    StageChunk shown = chunk;
    const bool isSource = marks.drag && marks.drag->from == chunk.chunk;
    const bool isTarget = marks.drag && marks.drag->to == chunk.chunk && !isSource;
    if (marks.drag && marks.drag->refusal.isEmpty() && marks.drag->to != marks.drag->from)
        shown.blocks += isTarget ? 1 : isSource ? -1 : 0;
    const QRectF box = m_geometry.chunkBox(stage, shown, part).intersected(slot);
    painter.fillRect(slot, m_theme.color(Role::Window));
    const QColor blue = m_theme.color(Role::Accent);
    if (shown.blocks > 0) {
        painter.fillRect(box, m_theme.wash(Role::Accent));
        const double each = box.width() / static_cast<double>(shown.blocks);
        painter.setPen(QPen(blue, 1));
        if (each >= m_theme.space(1))
            for (qint64 k = 1; k < shown.blocks; ++k) {
                const double x = box.left() + each * static_cast<double>(k);
                painter.drawLine(QPointF(x, box.bottom() - m_theme.space(1)), QPointF(x, box.bottom()));
            }
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(shown.blocks == 0 ? Role::Muted : Role::Text));
    painter.drawText(slot.adjusted(m_theme.space(1), 0, m_theme.space(4), 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QString::number(shown.blocks));

    const auto mark = [&](const QRectF& place, const QString& letter) {
        painter.setPen(QPen(m_theme.color(Role::Muted), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(place, 2, 2);
        painter.setPen(m_theme.color(Role::Text));
        painter.drawText(place, Qt::AlignCenter, letter);
    };
    const double side = m_theme.space(4);
    if (chunk.embeds)
        mark(QRectF(slot.left() - side - 3, slot.center().y() - side / 2, side, side), tr("E"));
    if (chunk.hasHead)
        mark(QRectF(slot.right() + 3, slot.center().y() - side / 2, side, side), tr("H"));

    const bool isChosen = marks.stage == stage && marks.part == part && !marks.drag;
    if (!isChosen && !isSource && !isTarget)
        return;
    const bool isRefused = isTarget && !marks.drag->refusal.isEmpty();
    painter.setPen(QPen(m_theme.color(isRefused ? Role::Error : Role::Accent), 2,
                        isSource ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(slot.adjusted(-1, -1, 1, 1));
}

/// No text beyond the limit, where it would be hatched.
void StageMapPainter::paintBar(QPainter& painter, const StackedBar& bar, const std::vector<QRectF>& boxes,
                               double limit) const
{
    painter.setFont(m_theme.label());
    const QFontMetricsF metrics(m_theme.label());
    for (std::size_t k = 0; k < boxes.size(); ++k) {
        const BarSegment& segment = bar.segments[k];
        QRectF box = boxes[k];
        if (!(box.width() > 0))
            continue;
        const QColor fill = m_theme.color(segment.role);
        if (box.width() >= 3)
            box.setRight(box.right() - 1); // the surface between two segments
        painter.fillRect(box, fill);
        if (segment.role == Role::Line)
            painter.fillRect(box, QBrush(m_theme.color(Role::Muted), Qt::BDiagPattern));
        box.setRight(std::max(box.left(), std::min(box.right(), limit)));
        if (segment.role == Role::Line || metrics.horizontalAdvance(segment.text) + m_theme.space(2) > box.width())
            continue;
        painter.setPen(Theme::textOn(fill));
        painter.drawText(box, Qt::AlignCenter, segment.text);
    }
}

void StageMapPainter::paintRings(QPainter& painter, const StackedBar& bar, const std::vector<QRectF>& boxes,
                                 const EntityKey& selected) const
{
    if (selected.isNull())
        return;
    painter.setPen(QPen(m_theme.color(Role::Accent), 2));
    painter.setBrush(Qt::NoBrush);
    for (std::size_t k = 0; k < boxes.size(); ++k)
        if (boxes[k].width() > 0 && isSelected(bar.segments[k], selected))
            painter.drawRect(boxes[k].adjusted(-2, -3, 1, 3));
}

/// What is beyond the capacity is hatched, with dark and light strokes that show on every colour.
void StageMapPainter::paintCapacity(QPainter& painter, int stage, const std::vector<QRectF>& boxes) const
{
    const QRectF row = m_geometry.rowBox(stage);
    const double limit = m_geometry.bytesAt(m_content.capacity());
    const QRectF last = boxes.back();
    if (last.right() > limit + 0.5) {
        const QRectF beyond(limit, last.top(), last.right() - limit, last.height());
        painter.fillRect(beyond, QBrush(m_theme.color(Role::Surface), Qt::Dense6Pattern));
        painter.fillRect(beyond, QBrush(m_theme.color(Role::Text), Qt::BDiagPattern));
        painter.setPen(QPen(m_theme.color(Role::Error), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(beyond);
    }
    painter.fillRect(QRectF(limit - 1, row.top(), 2, row.height()), m_theme.color(Role::Text));
}

void StageMapPainter::paintDrag(QPainter& painter, const BlockDrag& drag, const QRectF& within) const
{
    const bool isHome = drag.to == drag.from;
    const QString text = !drag.refusal.isEmpty() ? drag.refusal
        : isHome                                 ? tr("one block of chunk %1").arg(drag.from)
                                                 : tr("one block to chunk %1").arg(drag.to);
    painter.setFont(m_theme.label());
    const double most = within.width() - m_theme.space(6);
    QRectF box = painter.boundingRect(QRectF(0, 0, std::min<double>(most, m_theme.space(90)), within.height()),
                                      Qt::AlignLeft | Qt::TextWordWrap, text);
    box.adjust(0, 0, m_theme.space(4), m_theme.space(2));
    box.moveTopLeft(drag.pointer + QPointF(m_theme.space(3), m_theme.space(3)));
    box.moveLeft(std::clamp(box.left(), within.left(), std::max(within.left(), within.right() - box.width())));
    box.moveTop(std::clamp(box.top(), within.top(), std::max(within.top(), within.bottom() - box.height())));
    const Role role = drag.refusal.isEmpty() ? Role::Accent : Role::Error;
    painter.setPen(QPen(m_theme.color(role), 1));
    painter.setBrush(m_theme.color(Role::Surface));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(m_theme.color(drag.refusal.isEmpty() ? Role::Text : Role::Error));
    painter.drawText(box.adjusted(m_theme.space(2), m_theme.space(1), -m_theme.space(2), -m_theme.space(1)),
                     Qt::AlignLeft | Qt::TextWordWrap, text);
}

} // namespace planscope::ui
