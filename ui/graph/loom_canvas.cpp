#include "ui/graph/loom_canvas.h"

#include "ui/graph/loom_minimap.h"
#include "ui/graph/loom_tip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr double zoomStep = 1.25;
constexpr QSize minimapSize(176, 112);
constexpr int minimapMargin = 8;
constexpr double threadReach = 5; ///< px from a thread that still mean it

} // namespace

LoomCanvas::LoomCanvas(QWidget* parent)
    : QWidget(parent)
    , m_minimap(new LoomMinimap(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Task graph"));
    setMinimumSize(240, 160);
    m_minimap->hide();
    connect(m_minimap, &LoomMinimap::asked, this, &LoomCanvas::centerOn);
}

void LoomCanvas::setStyle(std::shared_ptr<const LoomStyle> style)
{
    const bool first = !m_style;
    m_style = std::move(style);
    LoomMarks marks;
    marks.stale = m_marks.stale;
    m_marks = std::move(marks);
    m_minimap->setScene(m_style);
    if (m_style) {
        const QRectF body = LoomFrame::bodyIn(rect(), *m_style);
        if (first)
            m_viewport = LoomViewport(body, m_style->scene().size());
        else
            m_viewport.resize(body, m_style->scene().size());
    }
    seen();
}

void LoomCanvas::setSelected(const std::vector<LoomCellIndex>& cells, bool reveal)
{
    setSelected(cells.empty() ? noLoomCell : cells.front(), reveal);
    if (cells.size() > 1)
        m_marks.alike.assign(cells.begin() + 1, cells.end());
}

void LoomCanvas::setSelected(LoomCellIndex cell, bool reveal)
{
    m_marks.selected = cell;
    m_marks.alike.clear();
    m_marks.threads.clear();
    if (cell != noLoomCell && reveal)
        m_viewport.ensureVisible(m_style->scene().rectOf(cell));
    describe(cell == noLoomCell ? QString() : spokenOfCell(*m_style, cell));
    seen();
}

void LoomCanvas::setSelectedThreads(std::vector<std::uint32_t> threads, const QString& name)
{
    m_marks.threads = std::move(threads);
    if (!m_marks.threads.empty()) {
        const LoomThread& thread = m_style->scene().threads()[m_marks.threads.front()];
        describe(tr("%1, kept from %2 to %3")
                     .arg(name, m_style->scene().itemOf(thread.from).name, m_style->scene().itemOf(thread.to).name));
    }
    update();
}

void LoomCanvas::describe(const QString& words)
{
    setAccessibleDescription(words);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void LoomCanvas::setFound(std::vector<LoomCellIndex> found)
{
    m_marks.found = std::move(found);
    update();
}

void LoomCanvas::setStale(bool stale)
{
    if (m_marks.stale == stale)
        return;
    m_marks.stale = stale;
    update();
}

void LoomCanvas::fit()
{
    m_viewport.fit();
    seen();
}

void LoomCanvas::zoomBy(double factor)
{
    const bool anchored = m_marks.selected != noLoomCell && m_style;
    const QPointF fixed = anchored ? m_viewport.toPixel(m_style->scene().rectOf(m_marks.selected).center())
                                   : m_viewport.body().center();
    m_viewport.setZoom(m_viewport.zoom() * factor, fixed);
    seen();
}

void LoomCanvas::setZoom(double zoom)
{
    zoomBy(zoom / m_viewport.zoom());
}

void LoomCanvas::centerOn(QPointF scenePoint)
{
    const QSizeF half = m_viewport.visible().size() / 2;
    m_viewport.moveTo(scenePoint - QPointF(half.width(), half.height()));
    seen();
}

void LoomCanvas::follow(const LoomCanvas& other)
{
    m_viewport.setZoom(other.viewport().zoom(), m_viewport.body().topLeft());
    m_viewport.moveTo(other.viewport().origin());
    placeMinimap();
    update();
}

/// Another part may be seen now.
void LoomCanvas::seen()
{
    placeMinimap();
    update();
    Q_EMIT viewportChanged();
}

void LoomCanvas::placeMinimap()
{
    const QSizeF scene = m_style ? m_style->scene().size() : QSizeF(1, 1);
    const QRectF visible = m_viewport.visible();
    const bool whole = visible.width() >= scene.width() - 1 && visible.height() >= scene.height() - 1;
    const bool room = m_viewport.body().width() > 3 * minimapSize.width()
        && m_viewport.body().height() > 2 * minimapSize.height();
    m_minimap->setVisible(m_style && !whole && room);
    m_minimap->setSeen(visible);
    const QPointF corner = m_viewport.body().bottomRight();
    m_minimap->setGeometry(QRect(QPoint(static_cast<int>(corner.x()) - minimapSize.width() - minimapMargin,
                                        static_cast<int>(corner.y()) - minimapSize.height() - minimapMargin),
                                 minimapSize));
}

LoomCellIndex LoomCanvas::cellUnder(QPointF pixel) const
{
    return m_style && m_viewport.body().contains(pixel) ? m_style->scene().hit(m_viewport.toScene(pixel)) : noLoomCell;
}

std::optional<std::uint32_t> LoomCanvas::threadUnder(QPointF pixel) const
{
    if (!m_style || !m_viewport.body().contains(pixel) || cellUnder(pixel) != noLoomCell)
        return std::nullopt;
    return m_style->scene().savedThreadAt(m_viewport.toScene(pixel), {threadReach / m_viewport.scaleX(),
                                                                      threadReach / m_viewport.scaleY()});
}

void LoomCanvas::hoverAt(QPointF pixel)
{
    hover(cellUnder(pixel), threadUnder(pixel));
}

void LoomCanvas::hover(LoomCellIndex cell, std::optional<std::uint32_t> thread)
{
    if (m_marks.hovered == cell && m_marks.hoveredThread == thread)
        return;
    m_marks.hovered = cell;
    m_marks.hoveredThread = thread;
    update();
}

/// The one after the last that was chosen of them, so that asking again goes through all.
void LoomCanvas::chooseSaved(const std::vector<std::uint32_t>& candidates)
{
    if (candidates.empty())
        return;
    const auto last = std::find(candidates.begin(), candidates.end(), m_saved);
    const bool isNext = last != candidates.end() && last + 1 != candidates.end();
    m_saved = isNext ? *(last + 1) : candidates.front();
    Q_EMIT savedSelected(m_saved);
}

void LoomCanvas::walkSaved()
{
    if (m_marks.selected == noLoomCell)
        return;
    const LoomScene& scene = m_style->scene();
    std::vector<std::uint32_t> kept;
    for (const auto& threads : {scene.threadsFrom(m_marks.selected), scene.threadsTo(m_marks.selected)})
        for (const std::uint32_t thread : threads)
            if (const std::uint32_t bundle = scene.threads()[thread].bundle; bundle != noLoomBundle)
                kept.insert(kept.end(), scene.bundles()[bundle].saved.begin(), scene.bundles()[bundle].saved.end());
    chooseSaved(kept);
}

void LoomCanvas::choose(LoomCellIndex cell)
{
    if (cell == noLoomCell)
        return;
    setSelected(cell, true);
    Q_EMIT cellSelected(cell);
}

bool LoomCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTip(help->pos(), help->globalPos());
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

void LoomCanvas::showToolTip(QPoint at, QPoint globalAt)
{
    if (const LoomCellIndex cell = cellUnder(at); cell != noLoomCell)
        QToolTip::showText(globalAt, tipOfCell(*m_style, cell), this);
    else if (const auto thread = threadUnder(at))
        QToolTip::showText(globalAt, tipOfKept(*m_style, m_style->scene().threads()[*thread].bundle), this);
    else
        QToolTip::hideText();
}

void LoomCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!m_style) {
        painter.fillRect(rect(), palette().base());
        return;
    }
    LoomPainter(painter, *m_style, m_viewport).paint(m_marks);
    LoomFrame(painter, *m_style, m_viewport, rect()).paint(m_marks);
    if (hasFocus()) {
        painter.setPen(QPen(m_style->accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void LoomCanvas::resizeEvent(QResizeEvent*)
{
    if (!m_style)
        return;
    m_viewport.resize(LoomFrame::bodyIn(rect(), *m_style), m_style->scene().size());
    seen();
}

void LoomCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = event->position();
    m_dragging = event->button() == Qt::MiddleButton;
}

void LoomCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        hoverAt(event->position());
        return;
    }
    const QPointF moved = event->position() - m_pressed;
    if (!m_dragging && moved.manhattanLength() < 6)
        return;
    m_dragging = true;
    setCursor(Qt::ClosedHandCursor);
    m_viewport.panBy(-moved);
    m_pressed = event->position();
    seen();
}

void LoomCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    unsetCursor();
    if (std::exchange(m_dragging, false) || event->button() != Qt::LeftButton || !m_style)
        return;
    if (const LoomCellIndex cell = cellUnder(event->position()); cell != noLoomCell) {
        choose(cell);
        return;
    }
    if (const auto thread = threadUnder(event->position())) {
        chooseSaved(m_style->scene().bundles()[m_style->scene().threads()[*thread].bundle].saved);
        return;
    }
    const bool beside = event->position().x() < m_viewport.body().left()
        && event->position().y() > m_viewport.body().top() && event->position().y() < m_viewport.body().bottom();
    if (!beside)
        return;
    const auto row = m_style->scene().rowAt(m_viewport.toScene(event->position()).y() - LoomScene::rowGap / 2);
    if (!row)
        return;
    // Where layers are too low for names, a half's name stands for all of it.
    const LoomRow& under = m_style->scene().rows()[*row];
    const bool named = (LoomScene::cellHeight + LoomScene::rowGap) * m_viewport.scaleY() >= m_style->textHeight();
    if (m_style->input().groups[under.group].isFoldable
        && (under.kind == LoomRow::Kind::Group || (under.kind == LoomRow::Kind::Layer && !named)))
        Q_EMIT groupToggled(under.group);
}

void LoomCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const LoomCellIndex cell = cellUnder(event->position()); cell != noLoomCell)
        Q_EMIT cellActivated(cell);
}

void LoomCanvas::wheelEvent(QWheelEvent* event)
{
    const QPointF turned = event->pixelDelta().isNull() ? QPointF(event->angleDelta()) / 2
                                                        : QPointF(event->pixelDelta());
    if (event->modifiers() & Qt::ControlModifier)
        m_viewport.setZoom(m_viewport.zoom() * std::pow(zoomStep, turned.y() / 60), event->position());
    else if (event->modifiers() & Qt::ShiftModifier)
        m_viewport.panBy({-turned.y() - turned.x(), 0});
    else
        m_viewport.panBy(-turned);
    event->accept();
    hoverAt(event->position());
    seen();
}

bool LoomCanvas::walkByKey(int key)
{
    using Step = LoomScene::Step;
    const LoomScene& scene = m_style->scene();
    const LoomCellIndex selected = m_marks.selected;
    const auto step = [&](Step way) {
        choose(selected == noLoomCell ? LoomCellIndex{0} : scene.walk(selected, way));
        return true;
    };
    switch (key) {
    case Qt::Key_Left: return step(Step::Left);
    case Qt::Key_Right: return step(Step::Right);
    case Qt::Key_Up: return step(Step::Up);
    case Qt::Key_Down: return step(Step::Down);
    case Qt::Key_Period: return step(Step::Next);
    case Qt::Key_Comma: return step(Step::Previous);
    case Qt::Key_S: walkSaved(); return true;
    case Qt::Key_Home: choose(0); return true;
    case Qt::Key_End: choose(static_cast<LoomCellIndex>(scene.cells().size() - 1)); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (selected != noLoomCell)
            Q_EMIT cellActivated(selected);
        return true;
    default: return false;
    }
}

bool LoomCanvas::panByKey(int key)
{
    const double step = 80;
    switch (key) {
    case Qt::Key_Left: m_viewport.panBy({-step, 0}); break;
    case Qt::Key_Right: m_viewport.panBy({step, 0}); break;
    case Qt::Key_Up: m_viewport.panBy({0, -step}); break;
    case Qt::Key_Down: m_viewport.panBy({0, step}); break;
    default: return false;
    }
    seen();
    return true;
}

bool LoomCanvas::zoomByKey(int key)
{
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(zoomStep); return true;
    case Qt::Key_Minus: zoomBy(1 / zoomStep); return true;
    case Qt::Key_0:
    case Qt::Key_F: fit(); return true;
    case Qt::Key_1: setZoom(1); return true;
    case Qt::Key_PageUp:
        m_viewport.panBy({0, -m_viewport.body().height() * 0.9});
        seen();
        return true;
    case Qt::Key_PageDown:
        m_viewport.panBy({0, m_viewport.body().height() * 0.9});
        seen();
        return true;
    default: return false;
    }
}

void LoomCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (m_style && !m_style->scene().cells().empty() && plain) {
        const bool shifted = event->modifiers() & Qt::ShiftModifier;
        if ((shifted && panByKey(event->key())) || (!shifted && walkByKey(event->key())) || zoomByKey(event->key()))
            return;
    }
    QWidget::keyPressEvent(event);
}

void LoomCanvas::leaveEvent(QEvent*)
{
    hover(noLoomCell, std::nullopt);
}

} // namespace planscope::ui
