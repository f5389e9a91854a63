#include "ui/panels/stage_map.h"

#include "ui/models/stage_key.h"
#include "ui/models/stage_layout.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace planscope::ui {

using What = StageMapPlace::What;

StageMap::StageMap(Judge judge, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_judge(std::move(judge))
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Stages: blocks, memory at the peak, time of a step"));
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
}

void StageMap::setContent(StageMapContent content, const Theme& theme)
{
    const bool isOther = content.stages() != m_content.stages() || content.chunks() != m_content.chunks();
    m_content = std::move(content);
    m_theme = theme;
    m_rows.clear();
    if (isOther)
        endDrag();
    if (m_stage && *m_stage >= m_content.stages())
        m_stage.reset();
    m_part = std::clamp(m_part, 0, std::max(0, m_content.chunksPerStage() - 1));
    m_cursor = placeOf(m_selected);
    setPalette(theme.palette());
    layOut();
    updateGeometry();
    viewport()->update();
}

const StageRow& StageMap::row(int stage) const
{
    auto found = m_rows.find(stage);
    if (found == m_rows.end())
        found = m_rows.emplace(stage, m_content.row(stage)).first;
    return found->second;
}

void StageMap::layOut()
{
    m_geometry = StageMapGeometry(m_content, m_theme, viewport()->width());
    const int seen = std::max(0, viewport()->height() - m_geometry.headHeight());
    verticalScrollBar()->setRange(0, std::max(0, m_geometry.rowsHeight() - seen));
    verticalScrollBar()->setPageStep(seen);
    verticalScrollBar()->setSingleStep(m_geometry.rowHeight());
    horizontalScrollBar()->setRange(0, m_geometry.width() - viewport()->width());
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(m_theme.space(5));
}

int StageMap::fullHeight(int width) const
{
    const StageMapGeometry there(m_content, m_theme, width);
    const int bar = there.width() > width ? horizontalScrollBar()->sizeHint().height() : 0;
    return there.headHeight() + there.rowsHeight() + bar;
}

QSize StageMap::minimumSizeHint() const
{
    return {m_theme.space(60), m_geometry.headHeight() + 2 * m_geometry.rowHeight()};
}

QSize StageMap::sizeHint() const
{
    return {m_theme.space(200), fullHeight(m_theme.space(200))};
}

std::optional<int> StageMap::chunk() const
{
    return m_stage ? std::optional{*m_stage + m_part * m_content.stages()} : std::nullopt;
}

QPointF StageMap::onViewport(const QPointF& inRows) const
{
    return inRows
        + QPointF(-horizontalScrollBar()->value(), m_geometry.headHeight() - verticalScrollBar()->value());
}

QPointF StageMap::inRows(const QPointF& onViewport) const
{
    return onViewport
        - QPointF(-horizontalScrollBar()->value(), m_geometry.headHeight() - verticalScrollBar()->value());
}

StageMapPlace StageMap::placeAt(const QPointF& onViewport) const
{
    if (onViewport.y() < m_geometry.headHeight()) // rows go on below the head
        return {};
    return m_geometry.at(inRows(onViewport), m_content);
}

int StageMap::chunkAt(const StageMapPlace& place) const
{
    return place.what == What::Chunk ? place.stage + place.part * m_content.stages() : noChunk;
}

EntityKey StageMap::keyOf(const StageMapPlace& place) const
{
    switch (place.what) {
    case What::Nothing: return {};
    case What::Stage:
    case What::Chunk: return stageKey(place.stage);
    case What::Memory: return row(place.stage).memory.segments[static_cast<std::size_t>(place.part)].key;
    case What::Time: return row(place.stage).time.segments[static_cast<std::size_t>(place.part)].key;
    }
    Q_UNREACHABLE();
}

StageMapPlace StageMap::placeOf(const EntityKey& key) const
{
    const std::optional<int> stage = stageOf(key);
    if (!stage || *stage >= m_content.stages())
        return {};
    if (key.kind == EntityKey::Kind::Component)
        for (const StageMapPlace& place : placesOf(*stage))
            if (keyOf(place) == key)
                return place;
    return {m_cursor.what == What::Chunk && m_cursor.stage == *stage ? What::Chunk : What::Stage, *stage, m_part};
}

void StageMap::showSelection(const EntityKey& key)
{
    const bool isNew = key != m_selected;
    m_selected = key;
    m_cursor = placeOf(key);
    const std::optional<int> stage
        = m_cursor.what == What::Nothing ? std::nullopt : std::optional{m_cursor.stage};
    if (stage)
        setAccessibleDescription(row(*stage).spoken);
    if (stage && isNew)
        reveal(*stage);
    const bool isOther = stage != m_stage;
    m_stage = stage;
    viewport()->update();
    if (isOther)
        Q_EMIT chunkChosen();
}

void StageMap::reveal(int stage)
{
    const int top = static_cast<int>(m_geometry.rowBox(stage).top());
    QScrollBar* const bar = verticalScrollBar();
    const int seen = bar->pageStep();
    bar->setValue(std::clamp(bar->value(), top + m_geometry.rowHeight() - seen, top));
}

void StageMap::choose(const StageMapPlace& place)
{
    if (place.what == What::Nothing)
        return;
    m_cursor = place;
    const bool isOther = place.what == What::Chunk && (m_part != place.part || m_stage != place.stage);
    if (place.what == What::Chunk)
        m_part = place.part;
    Q_EMIT selected(keyOf(place));
    viewport()->update();
    if (isOther)
        Q_EMIT chunkChosen();
}

/// What the left and right keys walk.
std::vector<StageMapPlace> StageMap::placesOf(int stage) const
{
    const StageRow& shown = row(stage);
    std::vector<StageMapPlace> places{{What::Stage, stage, m_part}};
    for (std::size_t k = 0; k < shown.chunks.size(); ++k)
        places.push_back({What::Chunk, stage, static_cast<int>(k)});
    for (std::size_t k = 0; k < shown.memory.segments.size(); ++k)
        if (shown.memory.segments[k].value > 0)
            places.push_back({What::Memory, stage, static_cast<int>(k)});
    for (std::size_t k = 0; k < shown.time.segments.size(); ++k)
        if (shown.time.segments[k].value > 0)
            places.push_back({What::Time, stage, static_cast<int>(k)});
    return places;
}

void StageMap::step(int stages, int places)
{
    if (m_content.stages() == 0)
        return;
    if (m_cursor.what == What::Nothing)
        return choose({What::Stage, 0, m_part});
    StageMapPlace next = m_cursor;
    next.stage = std::clamp(m_cursor.stage + stages, 0, m_content.stages() - 1);
    const auto there = placesOf(next.stage);
    auto at = std::find_if(there.begin(), there.end(), [&next](const StageMapPlace& place) {
        return place.what == next.what && (place.part == next.part || place.what == What::Stage);
    });
    if (at == there.end()) // the stage has no such part
        at = there.begin();
    const auto index = std::clamp<std::ptrdiff_t>(at - there.begin() + places, 0,
                                                  static_cast<std::ptrdiff_t>(there.size()) - 1);
    choose(there[static_cast<std::size_t>(index)]);
}

void StageMap::keyPressEvent(QKeyEvent* event)
{
    const int page = std::max(1, verticalScrollBar()->pageStep() / m_geometry.rowHeight() - 1);
    if ((event->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return step(-1, 0);
    case Qt::Key_Down: return step(1, 0);
    case Qt::Key_Left: return step(0, -1);
    case Qt::Key_Right: return step(0, 1);
    case Qt::Key_PageUp: return step(-page, 0);
    case Qt::Key_PageDown: return step(page, 0);
    case Qt::Key_Home: return step(-m_content.stages(), 0);
    case Qt::Key_End: return step(m_content.stages(), 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor.what != What::Nothing)
            Q_EMIT activated(keyOf(m_cursor));
        return;
    case Qt::Key_Escape:
        if (m_drag)
            return endDrag();
        [[fallthrough]];
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void StageMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const StageMapPlace place = placeAt(event->position());
    if (place.what == What::Chunk)
        m_pressed = event->position();
    choose(place);
}

void StageMap::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed && (event->buttons() & Qt::LeftButton) != 0) {
        const QPointF moved = event->position() - *m_pressed;
        if (m_drag || moved.manhattanLength() >= QApplication::startDragDistance())
            drag(event->position());
        return;
    }
    const StageMapPlace place = placeAt(event->position());
    const bool isBlock = place.what == What::Chunk && m_content.chunks() > 1;
    viewport()->setCursor(isBlock ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

/// Near the upper or lower edge the rows move below the pointer.
void StageMap::drag(const QPointF& onViewport)
{
    if (!m_drag)
        m_drag = BlockDrag{chunkAt(placeAt(*m_pressed)), noChunk, {}, {}};
    const int margin = m_geometry.rowHeight() / 2;
    if (onViewport.y() < m_geometry.headHeight() + margin / 2)
        verticalScrollBar()->setValue(verticalScrollBar()->value() - margin);
    else if (onViewport.y() > viewport()->height() - margin / 2)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + margin);
    m_drag->pointer = onViewport;
    m_drag->to = chunkAt(placeAt(onViewport));
    m_drag->refusal = m_drag->to == m_drag->from ? QString{} : m_judge(m_drag->from, m_drag->to);
    viewport()->setCursor(m_drag->refusal.isEmpty() ? Qt::ClosedHandCursor : Qt::ForbiddenCursor);
    viewport()->update();
}

void StageMap::endDrag()
{
    m_pressed.reset();
    m_drag.reset();
    viewport()->setCursor(Qt::ArrowCursor);
    viewport()->update();
}

void StageMap::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const std::optional<BlockDrag> dropped = m_drag;
    endDrag();
    if (dropped && dropped->to != dropped->from)
        Q_EMIT blockDropped(dropped->from, dropped->to);
}

void StageMap::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const EntityKey key = keyOf(placeAt(event->position())); !key.isNull())
        Q_EMIT activated(key);
}

QString StageMap::toolTipAt(const StageMapPlace& place) const
{
    if (place.what == What::Nothing)
        return {};
    const StageRow& shown = row(place.stage);
    const auto part = static_cast<std::size_t>(place.part);
    const auto ofBar = [part](const StackedBar& bar) {
        const BarSegment& segment = bar.segments[part];
        return tr("%1, %2\n%3 = %4\ntotal %5").arg(segment.name, bar.name, segment.text, segment.exact, bar.totalExact);
    };
    switch (place.what) {
    case What::Nothing: return {};
    case What::Stage:
        return tr("%1\n%2\npeak %3, %4")
            .arg(shown.name, shown.parametersExact, shown.memory.totalExact, shown.momentExact);
    case What::Chunk: return shown.chunks[part].toolTip;
    case What::Memory: return ofBar(shown.memory);
    case What::Time: return ofBar(shown.time);
    }
    Q_UNREACHABLE();
}

bool StageMap::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(placeAt(help->pos())), viewport());
    return true;
}

void StageMap::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void StageMap::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void StageMap::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void StageMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme.color(Role::Surface));
    if (m_content.stages() == 0)
        return;
    const StageMapPainter pictures(m_content, m_geometry, m_theme);
    const int head = m_geometry.headHeight();
    const int scrolled = verticalScrollBar()->value();
    const StageMapMarks marks{m_selected, m_stage, m_part, m_drag ? &*m_drag : nullptr};
    painter.save();
    painter.setClipRect(QRect(0, head, viewport()->width(), viewport()->height() - head));
    painter.translate(-horizontalScrollBar()->value(), head - scrolled);
    const int first = scrolled / m_geometry.rowHeight();
    const int last = std::min(m_content.stages() - 1,
                              (scrolled + viewport()->height() - head) / m_geometry.rowHeight());
    for (int stage = first; stage <= last; ++stage)
        pictures.paintRow(painter, stage, row(stage), marks);
    painter.restore();
    painter.save();
    painter.translate(-horizontalScrollBar()->value(), 0);
    pictures.paintHead(painter, true);
    painter.restore();
    painter.setPen(QPen(m_theme.color(Role::Line), 1));
    painter.drawLine(0, head - 1, viewport()->width(), head - 1);
    if (m_drag)
        pictures.paintDrag(painter, *m_drag, viewport()->rect());
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.color(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

} // namespace planscope::ui
