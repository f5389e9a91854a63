#include "ui/charts/stacked_bar_chart.h"

#include "ui/charts/value_ticker.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

int textWidth(const QFont& font, const QString& text)
{
    return static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text)));
}

int textHeight(const QFont& font)
{
    return static_cast<int>(std::ceil(QFontMetricsF(font).height()));
}

} // namespace

StackedBarChart::StackedBarChart(QWidget* parent)
    : ChartPlot(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    xAxis->setVisible(true);
    m_texts = measured();
}

void StackedBarChart::setData(StackedBarData data, const Theme& theme)
{
    m_data = std::move(data);
    m_placed = placeSegments(m_data);
    m_legend = legendOf(m_data);
    m_told = nullptr;
    m_cursor = std::min(m_cursor, m_placed.empty() ? 0 : m_placed.size() - 1);
    applyTheme(theme);
    m_texts = measured();
    setAccessibleName(m_data.subject);
    setAccessibleDescription(spoken(m_data));
    updateGeometry();
    rebuild();
}

void StackedBarChart::setSelected(const EntityKey& key)
{
    if (key == m_selected)
        return;
    m_selected = key;
    for (std::size_t k = 0; k < m_placed.size(); ++k)
        if (segmentOf(m_placed[k]).key == key) {
            if (segmentOf(m_placed[m_cursor]).key != key)
                m_cursor = k;
            break;
        }
    rebuild();
}

StackedBarChart::TextSizes StackedBarChart::measured() const
{
    const Theme& look = theme();
    TextSizes sizes;
    for (const StackedBar& bar : m_data.bars) {
        sizes.names = std::max(sizes.names, textWidth(look.body(), bar.name));
        sizes.totals = std::max(sizes.totals, textWidth(look.body(), bar.totalText));
    }
    for (const LegendEntry& entry : m_legend)
        sizes.legend.push_back(look.space(5) + textWidth(look.label(), entry.name));
    sizes.line = textHeight(look.label());
    return sizes;
}

StackedBarChart::Metrics StackedBarChart::metricsFor(int width) const
{
    const Theme& look = theme();
    Metrics metrics;
    metrics.edge = look.space(1);
    metrics.left = std::min(metrics.edge + m_texts.names + look.space(3), std::max(width / 3, look.space(2)));
    metrics.right = m_texts.totals + look.space(3) + metrics.edge;
    metrics.top = metrics.edge + (m_data.limit ? m_texts.line + look.space(1) : 0);
    metrics.bar = look.space(7);
    metrics.row = metrics.bar + look.space(3);
    metrics.axis = m_texts.line + look.space(2);
    metrics.legendTop = metrics.top + metrics.row * static_cast<int>(m_data.bars.size()) + metrics.axis + look.space(2);
    metrics.legend =
        flow(m_texts.legend, m_texts.line + look.space(2), look.space(4), width - metrics.left - metrics.edge);
    metrics.height = metrics.legendTop + static_cast<int>(std::ceil(metrics.legend.height)) + metrics.edge;
    return metrics;
}

int StackedBarChart::heightForWidth(int width) const
{
    return metricsFor(width).height;
}

QSize StackedBarChart::sizeHint() const
{
    const int wide = theme().space(160);
    return {wide, heightForWidth(wide)};
}

QSize StackedBarChart::minimumSizeHint() const
{
    return {theme().space(70), metricsFor(theme().space(160)).height};
}

const BarSegment& StackedBarChart::segmentOf(const PlacedSegment& placed) const
{
    return m_data.bars[placed.bar].segments[placed.segment];
}

QRectF StackedBarChart::boxOf(const PlacedSegment& placed) const
{
    const double from = xAxis->coordToPixel(placed.from);
    const double to = xAxis->coordToPixel(placed.to);
    const double top = m_metrics.top + static_cast<double>(placed.bar) * m_metrics.row
        + (m_metrics.row - m_metrics.bar) / 2.0;
    return {from, top, to - from, static_cast<double>(m_metrics.bar)};
}

const PlacedSegment* StackedBarChart::at(const QPointF& position) const
{
    // A thin segment is hard to hit: the nearest within a few pixels counts.
    const PlacedSegment* nearest = nullptr;
    double distance = 3;
    for (const PlacedSegment& placed : m_placed) {
        const QRectF box = boxOf(placed);
        if (position.y() < box.top() || position.y() > box.bottom())
            continue;
        const double away = std::max({box.left() - position.x(), position.x() - box.right(), 0.0});
        if (away < distance) {
            distance = away;
            nearest = &placed;
        }
    }
    return nearest;
}

EntityKey StackedBarChart::keyAt(const QPointF& position) const
{
    if (const PlacedSegment* placed = at(position))
        return segmentOf(*placed).key;
    for (std::size_t k = 0; k < m_legend.size(); ++k)
        if (m_metrics.legend.boxes[k].translated(m_metrics.left, m_metrics.legendTop).contains(position))
            return m_legend[k].key;
    return {};
}

void StackedBarChart::rebuild()
{
    clearItems();
    clearPlottables();
    m_metrics = metricsFor(width());
    const int below = std::max(0, height() - m_metrics.legendTop + theme().space(2));
    axisRect()->setMargins(QMargins(m_metrics.left, m_metrics.top, m_metrics.right, below + m_metrics.axis));
    xAxis->setRange(0, largestValue(m_data));
    const int ticks = ValueTicker::ticksThatFit(xAxis->range(), ValueTicker::usualTicks, m_data.unit,
                                                width() - m_metrics.left - m_metrics.right, theme().space(4),
                                                QFontMetricsF(theme().label()));
    xAxis->setTicker(QSharedPointer<ValueTicker>::create(m_data.unit, ticks));
    xAxis->setVisible(!m_placed.empty());
    yAxis->setRange(-0.5, static_cast<double>(m_data.bars.size()) - 0.5);
    yAxis->setRangeReversed(true); // the first bar on top
    plotLayout()->update(QCPLayoutElement::upPreparation);
    plotLayout()->update(QCPLayoutElement::upMargins);
    plotLayout()->update(QCPLayoutElement::upLayout);
    addBars();
    addLimit();
    addLegend();
    markSelection();
    update();
}

void StackedBarChart::addBars()
{
    const Theme& look = theme();
    const QPen surface(look.color(Role::Surface), 1);
    if (m_placed.empty())
        addText(m_data.empty, QPointF(m_metrics.left, m_metrics.top + m_metrics.row / 2.0),
                Qt::AlignLeft | Qt::AlignVCenter, look.body(), look.color(Role::Muted));
    for (const PlacedSegment& placed : m_placed) {
        auto* bar = new QCPBars(yAxis, xAxis);
        bar->setWidthType(QCPBars::wtAbsolute);
        bar->setWidth(m_metrics.bar);
        bar->setBaseValue(placed.from);
        bar->addData(static_cast<double>(placed.bar), placed.to - placed.from);
        bar->setPen(surface);
        bar->setBrush(look.color(segmentOf(placed).role));
        bar->setAntialiased(false);
    }
    for (const PlacedSegment& placed : m_placed) {
        const BarSegment& segment = segmentOf(placed);
        const QColor fill = look.color(segment.role);
        QRectF box = boxOf(placed);
        if (m_data.limit) // no text below the hatching
            box.setRight(std::max(box.left(), std::min(box.right(), xAxis->coordToPixel(m_data.limit->value))));
        if (textWidth(look.label(), segment.text) + look.space(2) <= box.width())
            addText(segment.text, box.center(), Qt::AlignCenter, look.label(), Theme::textOn(fill));
    }
    for (std::size_t k = 0; k < m_data.bars.size(); ++k) {
        const StackedBar& bar = m_data.bars[k];
        const double middle = m_metrics.top + (static_cast<double>(k) + 0.5) * m_metrics.row;
        addText(QFontMetricsF(look.body())
                    .elidedText(bar.name, Qt::ElideRight, m_metrics.left - m_metrics.edge - look.space(2)),
                QPointF(m_metrics.edge, middle), Qt::AlignLeft | Qt::AlignVCenter, look.body(), look.color(Role::Text));
        double end = 0;
        for (const PlacedSegment& placed : m_placed)
            if (placed.bar == k)
                end = placed.to;
        if (!m_placed.empty())
            addText(bar.totalText, QPointF(totalLeft(bar, end), middle), Qt::AlignLeft | Qt::AlignVCenter, look.body(),
                    look.color(Role::Text));
    }
}

/// Where the total of a bar that ends there begins, in pixels: behind the bar, or behind the limit where the line would
/// cross the digits.
double StackedBarChart::totalLeft(const StackedBar& bar, double end) const
{
    const double gap = theme().space(2);
    const double left = xAxis->coordToPixel(end) + gap;
    if (!m_data.limit)
        return left;
    const double line = xAxis->coordToPixel(m_data.limit->value);
    const bool isCrossed = left < line + gap && left + textWidth(theme().body(), bar.totalText) > line - gap;
    return isCrossed ? std::max(left, line + gap) : left;
}

void StackedBarChart::addLimit()
{
    if (!m_data.limit || m_placed.empty())
        return;
    const Theme& look = theme();
    const double limit = xAxis->coordToPixel(m_data.limit->value);
    for (std::size_t k = 0; k < m_data.bars.size(); ++k) {
        PlacedSegment beyond{k, 0, m_data.limit->value, m_data.limit->value};
        for (const PlacedSegment& placed : m_placed)
            if (placed.bar == k)
                beyond.to = std::max(beyond.to, placed.to);
        if (beyond.to > beyond.from) {
            // Dark and light strokes side by side show on every colour below.
            addBox(boxOf(beyond), QPen(look.color(Role::Error), 2),
                   QBrush(look.color(Role::Surface), Qt::Dense6Pattern));
            addBox(boxOf(beyond), QPen(Qt::NoPen), QBrush(look.color(Role::Text), Qt::BDiagPattern));
        }
    }
    const double bottom = m_metrics.top + m_metrics.row * static_cast<double>(m_data.bars.size());
    addBox(QRectF(limit - 1, m_metrics.top, 2, bottom - m_metrics.top), QPen(Qt::NoPen), look.color(Role::Text));
    const int half = textWidth(look.label(), m_data.limit->text) / 2;
    const double center = std::clamp<double>(limit, half, std::max<double>(half, width() - half - 1));
    addText(m_data.limit->text, QPointF(center, m_metrics.edge), Qt::AlignHCenter | Qt::AlignTop, look.label(),
            look.color(Role::Text));
}

void StackedBarChart::addLegend()
{
    const Theme& look = theme();
    for (std::size_t k = 0; k < m_legend.size(); ++k) {
        const QRectF box = m_metrics.legend.boxes[k].translated(m_metrics.left, m_metrics.legendTop);
        const double side = look.space(3);
        addBox(QRectF(box.left(), box.center().y() - side / 2, side, side), QPen(Qt::NoPen),
               look.color(m_legend[k].role));
        addText(m_legend[k].name, QPointF(box.left() + look.space(5), box.center().y()),
                Qt::AlignLeft | Qt::AlignVCenter, look.label(), look.color(Role::Text));
    }
}

void StackedBarChart::addText(const QString& text, const QPointF& position, Qt::Alignment alignment, const QFont& font,
                              const QColor& color)
{
    auto* item = new QCPItemText(this);
    item->setClipToAxisRect(false);
    item->position->setType(QCPItemPosition::ptAbsolute);
    item->position->setCoords(position);
    item->setPositionAlignment(alignment);
    item->setText(text);
    item->setFont(font);
    item->setColor(color);
}

void StackedBarChart::addBox(const QRectF& box, const QPen& pen, const QBrush& brush)
{
    auto* item = new QCPItemRect(this);
    item->setClipToAxisRect(false);
    item->topLeft->setType(QCPItemPosition::ptAbsolute);
    item->bottomRight->setType(QCPItemPosition::ptAbsolute);
    item->topLeft->setCoords(box.topLeft());
    item->bottomRight->setCoords(box.bottomRight());
    item->setPen(pen);
    item->setBrush(brush);
    item->setAntialiased(false);
}

void StackedBarChart::markSelection()
{
    if (m_selected.isNull())
        return;
    const QPen ring(theme().color(Role::Accent), 2);
    for (const PlacedSegment& placed : m_placed)
        if (segmentOf(placed).key == m_selected)
            addBox(boxOf(placed).adjusted(-2, -3, 2, 3), ring, Qt::NoBrush);
}

void StackedBarChart::resizeEvent(QResizeEvent* event)
{
    ChartPlot::resizeEvent(event);
    rebuild();
}

void StackedBarChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const PlacedSegment* placed = at(event->position()))
        m_cursor = static_cast<std::size_t>(placed - m_placed.data());
    if (const EntityKey key = keyAt(event->position()); !key.isNull())
        Q_EMIT selected(key);
}

void StackedBarChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const EntityKey key = keyAt(event->position()); !key.isNull())
        Q_EMIT activated(key);
}

void StackedBarChart::mouseMoveEvent(QMouseEvent* event)
{
    const PlacedSegment* placed = at(event->position());
    if (placed == m_told)
        return;
    m_told = placed;
    if (!placed) {
        QToolTip::hideText();
        return;
    }
    const BarSegment& segment = segmentOf(*placed);
    const StackedBar& bar = m_data.bars[placed->bar];
    QToolTip::showText(
        event->globalPosition().toPoint(),
        tr("%1, %2\n%3 = %4\ntotal %5").arg(segment.name, bar.name, segment.text, segment.exact, bar.totalExact), this);
}

void StackedBarChart::leaveEvent(QEvent* event)
{
    m_told = nullptr;
    QToolTip::hideText();
    ChartPlot::leaveEvent(event);
}

void StackedBarChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: return step(0, -1);
    case Qt::Key_Right: return step(0, 1);
    case Qt::Key_Up: return step(-1, 0);
    case Qt::Key_Down: return step(1, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor < m_placed.size())
            Q_EMIT activated(segmentOf(m_placed[m_cursor]).key);
        return;
    default: ChartPlot::keyPressEvent(event);
    }
}

void StackedBarChart::step(int bars, int segments)
{
    if (m_placed.empty())
        return;
    const PlacedSegment& here = m_placed[m_cursor];
    if (segments != 0) {
        const auto next = static_cast<std::ptrdiff_t>(m_cursor) + segments;
        m_cursor = static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(m_placed.size()) - 1));
    } else {
        // To the same component of the bar above or below, or what stands there in its place.
        const auto wanted = static_cast<std::ptrdiff_t>(here.bar) + bars;
        const QString name = segmentOf(here).name;
        const std::size_t place = here.segment;
        for (std::size_t k = 0; k < m_placed.size(); ++k)
            if (static_cast<std::ptrdiff_t>(m_placed[k].bar) == wanted) {
                if (m_placed[k].segment <= place || static_cast<std::ptrdiff_t>(m_placed[m_cursor].bar) != wanted)
                    m_cursor = k;
                if (segmentOf(m_placed[k]).name == name) {
                    m_cursor = k;
                    break;
                }
            }
    }
    Q_EMIT selected(segmentOf(m_placed[m_cursor]).key);
}

} // namespace planscope::ui
