#include "ui/charts/parallel_chart.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr double reach = 14;     ///< px beside an axis that are still meant for it
constexpr double least = 4;      ///< px that a drag must be long
constexpr double keyStep = 0.05; ///< of an axis

/// The accent that far from the ground.
QColor mixed(const Theme& theme, float strength)
{
    const QColor accent = theme.color(Role::Accent);
    const QColor ground = theme.color(Role::Surface);
    const auto part = [strength](float one, float other) { return one * strength + other * (1 - strength); };
    return QColor::fromRgbF(part(accent.redF(), ground.redF()), part(accent.greenF(), ground.greenF()),
                            part(accent.blueF(), ground.blueF()));
}

} // namespace

ParallelChart::ParallelChart(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ParallelChart::setData(ParallelData data, const Theme& theme)
{
    if (data.lines != m_data.lines || theme != m_theme)
        m_image = {};
    m_data = std::move(data);
    m_theme = theme;
    if (m_axis >= m_data.axes.size())
        m_axis = 0;
    setAccessibleName(m_data.subject);
    QStringList spoken;
    for (const ParallelAxis& axis : m_data.axes)
        spoken << (axis.brush ? tr("%1 from %2 to %3")
                                    .arg(axis.axis.title, axis.axis.text(axis.brush->first),
                                         axis.axis.text(axis.brush->second))
                              : axis.axis.title);
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    update();
}

QSize ParallelChart::sizeHint() const
{
    return {m_theme.space(150), m_theme.space(80)};
}

QSize ParallelChart::minimumSizeHint() const
{
    return {m_theme.space(70), m_theme.space(40)};
}

QRectF ParallelChart::box() const
{
    const double line = QFontMetricsF(m_theme.label()).height();
    const double side = m_theme.space(11);
    return QRectF(rect()).adjusted(side, 4 * line + m_theme.space(2), -side, -3 * line - m_theme.space(3));
}

double ParallelChart::fractionOf(const ParallelAxis& axis, double value) const
{
    if (!(axis.least < axis.greatest))
        return 0.5;
    if (axis.axis.isLogarithmic)
        return std::log(value / axis.least) / std::log(axis.greatest / axis.least);
    return (value - axis.least) / (axis.greatest - axis.least);
}

double ParallelChart::valueAt(const ParallelAxis& axis, double y) const
{
    const QRectF area = box();
    const double fraction = (area.bottom() - y) / area.height();
    if (fraction <= 0 || fraction >= 1) // the ends to the last bit
        return fraction <= 0 ? axis.least : axis.greatest;
    if (axis.axis.isLogarithmic && axis.least < axis.greatest)
        return axis.least * std::pow(axis.greatest / axis.least, fraction);
    return axis.least + (axis.greatest - axis.least) * fraction;
}

QPointF ParallelChart::placeOf(std::size_t axis, double value) const
{
    const QRectF area = box();
    const double gaps = static_cast<double>(std::max<std::size_t>(m_data.axes.size(), 2) - 1);
    return {area.left() + area.width() * static_cast<double>(axis) / gaps,
            area.bottom() - area.height() * fractionOf(m_data.axes[axis], value)};
}

std::optional<std::size_t> ParallelChart::axisAt(double x) const
{
    for (std::size_t axis = 0; axis < m_data.axes.size(); ++axis)
        if (std::abs(placeOf(axis, m_data.axes[axis].least).x() - x) <= reach)
            return axis;
    return std::nullopt;
}

void ParallelChart::drawLines(double devicePixelRatio)
{
    m_image = QImage(size() * devicePixelRatio, QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(devicePixelRatio);
    m_image.fill(Qt::transparent);
    if (!m_data.lines)
        return;
    QPainter painter(&m_image);
    const std::size_t axes = m_data.axes.size();
    const std::size_t count = m_data.lines->isForemost.size();
    QPolygonF line(static_cast<qsizetype>(axes));
    for (const bool isForemost : {false, true}) {
        // Opaque: translucent lines would be filled as paths, twenty times as slow.
        const QColor colour = isForemost ? (count > 1000 ? mixed(m_theme, 0.7F) : m_theme.color(Role::Accent))
                                         : m_theme.wash(Role::Muted);
        painter.setPen(QPen(colour, 0));
        for (std::size_t k = 0; k < count; ++k) {
            if ((m_data.lines->isForemost[k] != 0) != isForemost)
                continue;
            for (std::size_t axis = 0; axis < axes; ++axis)
                line[static_cast<qsizetype>(axis)] =
                    placeOf(axis, static_cast<double>(m_data.lines->values[k * axes + axis]));
            painter.drawPolyline(line);
        }
    }
}

void ParallelChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.color(Role::Surface));
    painter.setFont(m_theme.body());
    if (!m_data.lines || m_data.lines->isForemost.empty()) {
        painter.setPen(m_theme.color(Role::Muted));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_data.empty);
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    if (m_image.isNull() || m_image.devicePixelRatio() != ratio)
        drawLines(ratio);
    painter.drawImage(QPointF(0, 0), m_image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_data.marked.size() == m_data.axes.size()) {
        QPolygonF line;
        for (std::size_t axis = 0; axis < m_data.axes.size(); ++axis)
            line << placeOf(axis, static_cast<double>(m_data.marked[axis]));
        painter.setPen(QPen(m_theme.color(Role::Surface), 5));
        painter.drawPolyline(line);
        painter.setPen(QPen(m_theme.color(Role::Boundary), 2));
        painter.drawPolyline(line);
    }
    for (std::size_t axis = 0; axis < m_data.axes.size(); ++axis)
        drawAxis(painter, axis);
    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(Role::Muted));
    painter.drawText(rect().adjusted(m_theme.space(2), 0, -m_theme.space(2), -m_theme.space(1)),
                     Qt::AlignBottom | Qt::AlignLeft, m_data.note);
    if (hasFocus() && painter.paintEngine()->type() == QPaintEngine::Raster) {
        painter.setPen(QPen(m_theme.color(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void ParallelChart::drawAxis(QPainter& painter, std::size_t index) const
{
    const ParallelAxis& axis = m_data.axes[index];
    const QRectF area = box();
    const double x = placeOf(index, axis.least).x();
    const double line = QFontMetricsF(m_theme.label()).height();
    const bool isChosen = hasFocus() && index == m_axis;
    painter.setPen(QPen(m_theme.color(isChosen ? Role::Accent : Role::Muted), isChosen ? 2 : 1));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    std::optional<std::pair<double, double>> brush = axis.brush;
    if (m_pressed && index == m_axis && std::abs(m_dragged - *m_pressed) >= least)
        brush = std::minmax({valueAt(axis, *m_pressed), valueAt(axis, m_dragged)});
    if (brush) {
        const double top = placeOf(index, std::min(brush->second, axis.greatest)).y();
        const double bottom = placeOf(index, std::max(brush->first, axis.least)).y();
        QColor fill = m_theme.color(Role::Accent);
        fill.setAlphaF(0.3F);
        painter.setBrush(fill);
        painter.setPen(QPen(m_theme.color(Role::Accent), 1));
        painter.drawRect(QRectF(x - 5, top - 2, 10, bottom - top + 4));
    }
    const auto write = [&](const QString& text, double y, Role role) {
        painter.setPen(m_theme.color(role));
        painter.drawText(QRectF(x - m_theme.space(12), y, m_theme.space(24), line), Qt::AlignHCenter | Qt::AlignTop,
                         text);
    };
    painter.setFont(m_theme.label());
    // Texts of neighbours stand on different lines: they may be wider than the axes are apart.
    const double lower = index % 2 == 0 ? 0 : line;
    write(axis.axis.title, m_theme.space(1) + lower, Role::Text);
    write(axis.axis.text(axis.greatest), m_theme.space(1) + 2 * line + lower, Role::Muted);
    write(axis.axis.text(axis.least), area.bottom() + m_theme.space(1) + lower, Role::Muted);
}

void ParallelChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_image = {};
}

void ParallelChart::mousePressEvent(QMouseEvent* event)
{
    const auto axis = event->button() == Qt::LeftButton ? axisAt(event->position().x()) : std::nullopt;
    if (!axis)
        return;
    m_axis = *axis;
    m_pressed = m_dragged = event->position().y();
    update();
}

void ParallelChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed)
        return;
    m_dragged = event->position().y();
    update();
}

void ParallelChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_pressed || event->button() != Qt::LeftButton)
        return;
    const double from = *m_pressed;
    m_pressed.reset();
    m_dragged = event->position().y();
    if (std::abs(m_dragged - from) < least) {
        Q_EMIT lifted(m_axis);
        return;
    }
    const ParallelAxis& axis = m_data.axes[m_axis];
    const auto [low, high] = std::minmax({valueAt(axis, from), valueAt(axis, m_dragged)});
    Q_EMIT brushed(m_axis, low, high);
}

/// Moves the brush, or one of its ends; without a brush all of the axis is one.
void ParallelChart::stepBrush(int by, Qt::KeyboardModifiers modifiers)
{
    const ParallelAxis& axis = m_data.axes[m_axis];
    const auto brush = axis.brush.value_or(std::pair{axis.least, axis.greatest});
    const QRectF area = box();
    const auto moved = [&](double value) {
        const double y = placeOf(m_axis, std::clamp(value, axis.least, axis.greatest)).y();
        return valueAt(axis, y - by * keyStep * area.height());
    };
    const bool lower = !modifiers.testFlag(Qt::ControlModifier);
    const bool upper = !modifiers.testFlag(Qt::ShiftModifier);
    const double from = lower ? moved(brush.first) : brush.first;
    const double to = upper ? moved(brush.second) : brush.second;
    Q_EMIT brushed(m_axis, std::min(from, to), std::max(from, to));
}

void ParallelChart::keyPressEvent(QKeyEvent* event)
{
    if (m_data.axes.empty())
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left: m_axis = std::max<std::size_t>(m_axis, 1) - 1; break;
    case Qt::Key_Right: m_axis = std::min(m_axis + 1, m_data.axes.size() - 1); break;
    case Qt::Key_Up: return stepBrush(1, event->modifiers());
    case Qt::Key_Down: return stepBrush(-1, event->modifiers());
    case Qt::Key_Delete:
    case Qt::Key_Backspace: Q_EMIT lifted(m_axis); return;
    default: return QWidget::keyPressEvent(event);
    }
    update();
}

void ParallelChart::focusInEvent(QFocusEvent* event)
{
    update();
    QWidget::focusInEvent(event);
}

void ParallelChart::focusOutEvent(QFocusEvent* event)
{
    update();
    QWidget::focusOutEvent(event);
}

} // namespace planscope::ui
