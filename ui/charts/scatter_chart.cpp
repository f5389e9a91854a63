#include "ui/charts/scatter_chart.h"

#include "ui/charts/value_ticker.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace planscope::ui {
namespace {

constexpr double reach = 6; ///< px from a point within which it is meant

class TextTicker final : public QCPAxisTicker {
public:
    explicit TextTicker(const PlotAxis& axis)
        : m_text(axis.text)
        , m_unit(axis.isOfBytes ? BarUnit::Bytes : BarUnit::Seconds)
    {
    }

protected:
    double getTickStep(const QCPRange& range) override { return ValueTicker::roundStep(range.size(), 4, m_unit); }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_text(tick); }

private:
    std::function<QString(double)> m_text;
    BarUnit m_unit;
};

class TextTickerLog final : public QCPAxisTickerLog {
public:
    explicit TextTickerLog(std::function<QString(double)> text)
        : m_text(std::move(text))
    {
        setLogBase(10);
        setSubTickCount(8);
    }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_text(tick); }

private:
    std::function<QString(double)> m_text;
};

/// The least and the greatest, widened by a margin so that no point lies on the edge.
QCPRange rangeOf(double least, double greatest, bool isLogarithmic)
{
    if (!(least <= greatest))
        return {isLogarithmic ? 1.0 : 0.0, isLogarithmic ? 10.0 : 1.0};
    if (isLogarithmic) {
        const double factor = std::max(std::pow(greatest / least, 0.04), 1.05);
        return {least / factor, greatest * factor};
    }
    const double margin = least == greatest ? std::max(std::abs(least) * 0.1, 0.5) : (greatest - least) * 0.04;
    return {least - margin, greatest + margin};
}

} // namespace

ScatterChart::ScatterChart(QWidget* parent)
    : ChartPlot(parent)
{
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setVisible(true);
        axis->grid()->setVisible(true);
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ScatterChart::setData(ScatterData data, const Theme& theme)
{
    const bool sameCloud = data.cloud == m_data.cloud && theme == this->theme();
    m_data = std::move(data);
    if (!sameCloud)
        m_image = {};
    applyTheme(theme);
    setAccessibleName(m_data.subject);
    const std::size_t points = m_data.cloud ? m_data.cloud->x.size() : 0;
    setAccessibleDescription(points == 0 ? m_data.empty
                                         : tr("%n points, %1 of them on the front. %2 over %3", nullptr,
                                              static_cast<int>(std::min<std::size_t>(points, 2'000'000'000)))
                                               .arg(m_data.front.size())
                                               .arg(m_data.y.title, m_data.x.title));
    if (!sameCloud) {
        for (QCPAxis* axis : {xAxis, yAxis})
            axis->setVisible(points > 0);
        fitAxes();
        layOut();
    }
    update();
}

void ScatterChart::fitAxes()
{
    const auto fit = [](QCPAxis* axis, const PlotAxis& shown, const std::vector<float>* values, double limit) {
        axis->setScaleType(shown.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        if (!shown.text)
            return;
        if (shown.isLogarithmic)
            axis->setTicker(QSharedPointer<TextTickerLog>::create(shown.text));
        else
            axis->setTicker(QSharedPointer<TextTicker>::create(shown));
        double least = limit;
        double greatest = limit;
        if (values && !values->empty()) {
            const auto [low, high] = std::minmax_element(values->begin(), values->end());
            least = std::fmin(limit, static_cast<double>(*low));
            greatest = std::fmax(limit, static_cast<double>(*high));
        }
        axis->setRange(rangeOf(least, greatest, shown.isLogarithmic));
        axis->setLabel(shown.title);
    };
    const double none = std::numeric_limits<double>::quiet_NaN();
    fit(xAxis, m_data.x, m_data.cloud ? &m_data.cloud->x : nullptr, m_data.xLimit ? m_data.xLimit->value : none);
    fit(yAxis, m_data.y, m_data.cloud ? &m_data.cloud->y : nullptr, m_data.yLimit ? m_data.yLimit->value : none);
}

void ScatterChart::layOut()
{
    const QFontMetricsF label(theme().label());
    const int line = static_cast<int>(std::ceil(label.height()));
    const int left = static_cast<int>(label.horizontalAdvance(QStringLiteral("999.9 GiB"))) + line + theme().space(3);
    axisRect()->setMargins(QMargins(left, line + theme().space(4), theme().space(4), 2 * line + theme().space(4)));
    m_image = {};
}

QSize ScatterChart::sizeHint() const
{
    return {theme().space(120), theme().space(80)};
}

QSize ScatterChart::minimumSizeHint() const
{
    return {theme().space(60), theme().space(40)};
}

QPointF ScatterChart::placeOf(const QPointF& value) const
{
    return {xAxis->coordToPixel(value.x()), yAxis->coordToPixel(value.y())};
}

/// Each point is a small square; the points that are only hinted at first, so that others cover them.
void ScatterChart::drawCloud(double devicePixelRatio)
{
    const QRect box = axisRect()->rect();
    const QSize size = box.size() * devicePixelRatio;
    m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(devicePixelRatio);
    m_image.fill(Qt::transparent);
    m_owner.assign(static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height()), 0);
    if (!m_data.cloud)
        return;
    const ScatterCloud& cloud = *m_data.cloud;
    const std::size_t count = cloud.x.size();
    const int side = static_cast<int>(std::lround((count < 3000 ? 4 : count < 60000 ? 3 : 2) * devicePixelRatio));
    const auto scaleOf = [](const QCPAxis* axis, int pixels) {
        const bool isLog = axis->scaleType() == QCPAxis::stLogarithmic;
        const double from = isLog ? std::log(axis->range().lower) : axis->range().lower;
        const double to = isLog ? std::log(axis->range().upper) : axis->range().upper;
        return [isLog, from, factor = pixels / (to - from)](float value) {
            return (static_cast<double>(isLog ? std::log(value) : value) - from) * factor;
        };
    };
    const auto column = scaleOf(xAxis, size.width());
    const auto line = scaleOf(yAxis, size.height());
    const QRgb fore = theme().color(Role::Accent).rgba();
    const QRgb behind = theme().wash(Role::Muted).rgba();
    for (const bool isForemost : {false, true}) {
        const QRgb colour = isForemost ? fore : behind;
        for (std::size_t k = 0; k < count; ++k) {
            if ((cloud.isForemost[k] != 0) != isForemost)
                continue;
            const int left = static_cast<int>(column(cloud.x[k])) - side / 2;
            const int top = size.height() - 1 - static_cast<int>(line(cloud.y[k])) - side / 2;
            for (int y = std::max(top, 0); y < std::min(top + side, size.height()); ++y) {
                auto* const pixels = reinterpret_cast<QRgb*>(m_image.scanLine(y));
                const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width());
                for (int x = std::max(left, 0); x < std::min(left + side, size.width()); ++x) {
                    pixels[x] = colour;
                    m_owner[row + static_cast<std::size_t>(x)] = static_cast<std::uint32_t>(k) + 1;
                }
            }
        }
    }
}

std::optional<std::size_t> ScatterChart::pointAt(const QPointF& place) const
{
    if (m_image.isNull())
        return std::nullopt;
    const double ratio = m_image.devicePixelRatio();
    const QPointF centre = (place - axisRect()->topLeft()) * ratio;
    const int radius = static_cast<int>(reach * ratio);
    std::optional<std::size_t> nearest;
    double least = std::numeric_limits<double>::max();
    for (int y = static_cast<int>(centre.y()) - radius; y <= static_cast<int>(centre.y()) + radius; ++y)
        for (int x = static_cast<int>(centre.x()) - radius; x <= static_cast<int>(centre.x()) + radius; ++x) {
            if (x < 0 || y < 0 || x >= m_image.width() || y >= m_image.height())
                continue;
            const std::uint32_t owner = m_owner[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_image.width())
                                                + static_cast<std::size_t>(x)];
            const double distance = std::hypot(x - centre.x(), y - centre.y());
            if (owner == 0 || distance >= least)
                continue;
            least = distance;
            nearest = owner - 1;
        }
    return nearest;
}

void ScatterChart::paintEvent(QPaintEvent* event)
{
    ChartPlot::paintEvent(event);
    QPainter painter(this);
    if (!m_data.cloud || m_data.cloud->x.empty()) {
        painter.setFont(theme().body());
        painter.setPen(theme().color(Role::Muted));
        painter.drawText(axisRect()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_data.empty);
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    if (m_image.isNull() || m_image.devicePixelRatio() != ratio)
        drawCloud(ratio);
    painter.drawImage(axisRect()->topLeft(), m_image);
    drawLegend(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(axisRect()->rect());
    drawLimits(painter);
    drawFront(painter);
    drawMarks(painter);
    if (m_rubber.isValid()) {
        painter.setPen(QPen(theme().color(Role::Accent), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(m_rubber);
    }
}

void ScatterChart::drawFront(QPainter& painter) const
{
    const QColor colour = theme().color(Role::Boundary);
    QPainterPath path;
    for (std::size_t k = 0; k < m_data.front.size(); ++k) {
        const QPointF place = placeOf(m_data.front[k]);
        if (k == 0) {
            path.moveTo(place);
            continue;
        }
        path.lineTo(place.x(), path.currentPosition().y());
        path.lineTo(place);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.5));
    if (m_data.joinsFront)
        painter.drawPath(path);
    painter.setPen(QPen(theme().color(Role::Surface), 1));
    painter.setBrush(colour);
    for (const QPointF& member : m_data.front)
        painter.drawEllipse(placeOf(member), 3.5, 3.5);
}

void ScatterChart::drawLimits(QPainter& painter) const
{
    const QFontMetricsF label(theme().label());
    painter.setFont(theme().label());
    const QPen pen(theme().color(Role::Error), 1.5, Qt::DashLine);
    const QRectF box = axisRect()->rect();
    const auto write = [&](const QPointF& baseline, const QString& text) { // above the points
        painter.fillRect(
            QRectF(baseline.x() - 2, baseline.y() - label.ascent(), label.horizontalAdvance(text) + 4, label.height()),
            theme().color(Role::Surface));
        painter.setPen(theme().color(Role::Error));
        painter.drawText(baseline, text);
    };
    if (m_data.yLimit) {
        const double y = yAxis->coordToPixel(m_data.yLimit->value);
        painter.setPen(pen);
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        write(QPointF(box.right() - label.horizontalAdvance(m_data.yLimit->text) - 4,
                      y - box.top() > label.height() + 4 ? y - 4 : y + label.ascent() + 2),
              m_data.yLimit->text);
    }
    if (m_data.xLimit) {
        const double x = xAxis->coordToPixel(m_data.xLimit->value);
        const double width = label.horizontalAdvance(m_data.xLimit->text);
        painter.setPen(pen);
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        write(QPointF(x - box.left() > width + 8 ? x - width - 4 : x + 4, box.top() + label.ascent() + 2),
              m_data.xLimit->text);
    }
}

void ScatterChart::drawMarks(QPainter& painter) const
{
    painter.setFont(theme().label());
    for (const ScatterMark& mark : m_data.marks) {
        const QPointF place = placeOf(mark.at);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().color(Role::Surface), 4));
        painter.drawEllipse(place, 7, 7);
        painter.setPen(QPen(theme().color(mark.role), 2));
        painter.drawEllipse(place, 7, 7);
        if (mark.text.isEmpty())
            continue;
        const QFontMetricsF label(theme().label());
        const double width = label.horizontalAdvance(mark.text);
        const bool isRoom = place.x() + 10 + width < axisRect()->right();
        painter.setPen(theme().color(Role::Text));
        painter.drawText(QPointF(isRoom ? place.x() + 10 : place.x() - 10 - width, place.y() + label.ascent() / 2),
                         mark.text);
    }
}

void ScatterChart::drawLegend(QPainter& painter) const
{
    if (m_data.front.empty())
        return;
    const QFontMetricsF label(theme().label());
    const double middle = theme().space(2) + label.height() / 2;
    const double left = axisRect()->left();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().color(Role::Boundary));
    painter.drawEllipse(QPointF(left + 4, middle), 3.5, 3.5);
    painter.setFont(theme().label());
    painter.setPen(theme().color(Role::Text));
    painter.drawText(QPointF(left + theme().space(3), middle + label.ascent() / 2 - 1), m_data.frontName);
}

void ScatterChart::resizeEvent(QResizeEvent* event)
{
    ChartPlot::resizeEvent(event);
    layOut();
}

void ScatterChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && axisRect()->rect().contains(event->position().toPoint()))
        m_pressed = event->position();
}

void ScatterChart::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed) {
        const QRectF dragged = QRectF(*m_pressed, event->position()).normalized();
        if (dragged.width() > reach || dragged.height() > reach || m_rubber.isValid())
            m_rubber = dragged.intersected(axisRect()->rect());
        update();
        return;
    }
    const auto point = pointAt(event->position());
    if (!point) {
        QToolTip::hideText();
        return;
    }
    const ScatterCloud& cloud = *m_data.cloud;
    QToolTip::showText(event->globalPosition().toPoint(),
                       QStringLiteral("%1: %2\n%3: %4")
                           .arg(m_data.x.title, m_data.x.text(static_cast<double>(cloud.x[*point])), m_data.y.title,
                                m_data.y.text(static_cast<double>(cloud.y[*point]))),
                       this);
}

void ScatterChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_pressed || event->button() != Qt::LeftButton)
        return;
    m_pressed.reset();
    if (m_rubber.isValid()) {
        const QPointF low(xAxis->pixelToCoord(m_rubber.left()), yAxis->pixelToCoord(m_rubber.bottom()));
        const QPointF high(xAxis->pixelToCoord(m_rubber.right()), yAxis->pixelToCoord(m_rubber.top()));
        m_rubber = {};
        update();
        Q_EMIT brushed(QRectF(low, high));
        return;
    }
    if (const auto point = pointAt(event->position()))
        Q_EMIT chosen(*point);
}

void ScatterChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (pointAt(event->position()))
        Q_EMIT opened();
}

void ScatterChart::leaveEvent(QEvent* event)
{
    QToolTip::hideText();
    ChartPlot::leaveEvent(event);
}

void ScatterChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: Q_EMIT frontStepped(-1); return;
    case Qt::Key_Right:
    case Qt::Key_Down: Q_EMIT frontStepped(1); return;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT opened(); return;
    case Qt::Key_Escape: Q_EMIT brushed({}); return;
    default: ChartPlot::keyPressEvent(event);
    }
}

} // namespace planscope::ui
