#include "ui/graph/lineage_widget.h"

#include "ui/graph/lineage_painter.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

LineageMetrics metricsFor(double width, double scale)
{
    LineageMetrics metrics;
    metrics.width = width;
    metrics.rowHeight *= scale;
    metrics.rowGap *= scale;
    metrics.headingHeight *= scale;
    metrics.margin *= scale;
    metrics.smallestColumn *= scale;
    metrics.largestColumn *= scale;
    return metrics;
}

} // namespace

LineageWidget::LineageWidget(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_graph(std::make_shared<const LineageGraph>())
    , m_scene(std::make_unique<const LineageScene>())
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Lineage of the entities of all IRs"));
}

LineageWidget::~LineageWidget() = default;

void LineageWidget::setTheme(const Theme& theme)
{
    if (theme == m_theme)
        return;
    m_theme = theme;
    layOut();
}

void LineageWidget::setGraph(std::shared_ptr<const LineageGraph> graph)
{
    m_graph = std::move(graph);
    layOut();
    setSearch(m_search);
    const EntityKey current = m_current;
    m_current = {};
    setCurrent(current);
}

void LineageWidget::layOut()
{
    m_scene = std::make_unique<const LineageScene>(m_graph, metricsFor(viewport()->width(), m_theme.scale()));
    updateScrollBars();
    viewport()->update();
}

void LineageWidget::updateScrollBars()
{
    const QSizeF whole = m_scene->size();
    const int page = std::max(1, viewport()->height() - headerHeight());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(whole.height())) - page));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(static_cast<int>(std::lround(22 * m_theme.scale())));
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(whole.width())) - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
}

int LineageWidget::headerHeight() const
{
    return m_theme.space(8);
}

std::vector<EntityKey> LineageWidget::currentKeys() const
{
    std::vector<EntityKey> keys;
    for (const std::size_t node : m_graph->find(m_current))
        keys.push_back(m_graph->nodes()[node].key);
    return keys;
}

std::optional<IrKind> LineageWidget::currentStage() const
{
    return m_current.kind == EntityKey::Kind::Snapshot ? enumFromName<IrKind>(m_current.name.toStdString())
                                                       : std::nullopt;
}

QPointF LineageWidget::sceneOrigin() const
{
    return {-static_cast<double>(horizontalScrollBar()->value()),
            headerHeight() - static_cast<double>(verticalScrollBar()->value())};
}

QSize LineageWidget::wholeSize() const
{
    return {static_cast<int>(std::ceil(m_scene->size().width())),
            static_cast<int>(std::ceil(m_scene->size().height())) + headerHeight()};
}

void LineageWidget::setCurrent(const EntityKey& key)
{
    if (key == m_current && !m_lit.empty())
        return;
    m_current = key;
    const std::vector<std::size_t> nodes = m_graph->find(key);
    m_lit = nodes.empty() ? std::vector<bool>{} : m_graph->related(nodes);
    if (nodes.empty())
        m_focus.reset();
    else if (!m_focus || std::find(nodes.begin(), nodes.end(), *m_focus) == nodes.end())
        m_focus = nodes.front();
    if (m_focus)
        reveal(*m_focus);
    viewport()->update();
}

std::size_t LineageWidget::setSearch(const QString& text)
{
    m_search = text;
    m_found.clear();
    if (!text.isEmpty())
        for (const LineageNode& node : m_graph->nodes())
            m_found.push_back(node.key.name.contains(text, Qt::CaseInsensitive));
    viewport()->update();
    return static_cast<std::size_t>(std::count(m_found.begin(), m_found.end(), true));
}

/// Each key once, however many nodes it has.
EntityKey LineageWidget::nextFound(bool forward) const
{
    const std::size_t count = m_found.size();
    const std::size_t start = m_focus ? *m_focus : (forward ? count - 1 : 0);
    for (std::size_t step = 1; step <= count; ++step) {
        const std::size_t k = forward ? (start + step) % count : (start + count - step) % count;
        if (m_found[k] && (m_graph->nodes()[k].key != m_current || step == count))
            return m_graph->nodes()[k].key;
    }
    return {};
}

void LineageWidget::reveal(std::size_t node)
{
    const QRectF rect = m_scene->boxes()[node].rect;
    QScrollBar& bar = *verticalScrollBar();
    const double page = bar.pageStep();
    if (rect.bottom() <= bar.value() || rect.top() >= bar.value() + page - rect.height() / 2)
        bar.setValue(static_cast<int>(rect.top() - page / 3));
}

void LineageWidget::moveTo(std::size_t node)
{
    m_focus = node;
    const EntityKey key = m_graph->nodes()[node].key;
    setCurrent(key);
    reveal(node);
    viewport()->update();
    Q_EMIT selected(key);
}

std::optional<std::size_t> LineageWidget::nodeUnder(QPointF position) const
{
    return position.y() < headerHeight() ? std::nullopt : m_scene->nodeAt(position - sceneOrigin());
}

void LineageWidget::paintEvent(QPaintEvent*)
{
    QPainter painter{viewport()};
    painter.fillRect(viewport()->rect(), m_theme.color(Role::Window));
    LineageMarks marks{m_lit, m_found, m_graph->find(m_current), {}, currentStage()};
    if (hasFocus())
        marks.focus = m_focus;
    const LineagePainter lineage{*m_scene, m_theme, marks};
    const QPointF origin = sceneOrigin();
    painter.save();
    painter.translate(origin);
    const QRectF visible{-origin.x(), headerHeight() - origin.y(), static_cast<double>(viewport()->width()),
                         static_cast<double>(viewport()->height() - headerHeight())};
    lineage.paint(painter, visible);
    painter.restore();
    painter.translate(origin.x(), 0);
    lineage.paintHeader(painter, headerHeight(), std::max(m_scene->size().width(), viewport()->width() - origin.x()));
}

void LineageWidget::resizeEvent(QResizeEvent*)
{
    layOut();
}

void LineageWidget::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto node = nodeUnder(event->position()))
        moveTo(*node);
}

void LineageWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto node = nodeUnder(event->position()))
        Q_EMIT opened(m_graph->nodes()[*node].key);
}

void LineageWidget::mouseMoveEvent(QMouseEvent* event)
{
    viewport()->setCursor(nodeUnder(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void LineageWidget::keyPressEvent(QKeyEvent* event)
{
    using Direction = LineageScene::Direction;
    if (m_graph->nodes().empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const auto go = [this](Direction direction) {
        const auto next = m_focus ? m_scene->neighbour(*m_focus, direction) : std::optional<std::size_t>{0};
        if (next)
            moveTo(*next);
    };
    switch (event->key()) {
    case Qt::Key_Up: go(Direction::Up); return;
    case Qt::Key_Down: go(Direction::Down); return;
    case Qt::Key_Left: go(Direction::Left); return;
    case Qt::Key_Right: go(Direction::Right); return;
    case Qt::Key_Home: moveTo(0); return;
    case Qt::Key_End: moveTo(m_graph->nodes().size() - 1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_current.isNull())
            Q_EMIT opened(m_current);
        return;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void LineageWidget::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void LineageWidget::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool LineageWidget::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    if (const auto node = nodeUnder(help->pos())) {
        const LineageNode& entity = m_graph->nodes()[*node];
        QToolTip::showText(help->globalPos(),
                           tr("%1\n%2\nmade by %3").arg(entity.key.name, entity.id, entity.transform), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace planscope::ui
