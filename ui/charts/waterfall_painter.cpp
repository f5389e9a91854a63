#include "ui/charts/waterfall_chart.h"

#include "ui/charts/value_ticker.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

constexpr double widestNames = 0.48; ///< of the width

double widest(const WaterfallData& data, const QFont& font, QString WaterfallBar::*ofBar, QString WaterfallTotal::*ofTotal)
{
    const QFontMetricsF metrics(font);
    double width = std::max(metrics.horizontalAdvance(data.a.*ofTotal), metrics.horizontalAdvance(data.b.*ofTotal));
    for (const WaterfallBar& bar : data.bars)
        width = std::max(width, metrics.horizontalAdvance(bar.*ofBar));
    return std::ceil(width);
}

/// All but the room for names and values, which the texts take.
WaterfallMetrics bareMetrics(const Theme& theme)
{
    WaterfallMetrics metrics;
    metrics.top = theme.space(1);
    metrics.bar = theme.space(5);
    metrics.row = theme.space(7);
    return metrics;
}

} // namespace

double WaterfallPainter::heightOf(const WaterfallData& data, const Theme& theme)
{
    const WaterfallMetrics metrics = bareMetrics(theme);
    const double axis = QFontMetricsF(theme.label()).height() + theme.space(2);
    return metrics.top + metrics.row * static_cast<double>(data.bars.size() + 2) + axis;
}

WaterfallPainter::WaterfallPainter(const WaterfallData& data, const Theme& theme, double width)
    : m_data(data)
    , m_theme(theme)
    , m_width(width)
    , m_height(heightOf(data, theme))
    , m_levels(levelsOf(data))
    , m_metrics(bareMetrics(theme))
{
    const double gap = theme.space(3);
    m_metrics.left =
        std::min(widest(data, theme.body(), &WaterfallBar::name, &WaterfallTotal::name) + gap, width * widestNames);
    m_metrics.right = widest(data, theme.body(), &WaterfallBar::text, &WaterfallTotal::text) + gap + theme.space(1);
    m_boxes = boxesOf(m_levels, m_metrics, width);
}

std::optional<std::size_t> WaterfallPainter::barAt(double y) const
{
    const double row = std::floor((y - m_metrics.top) / m_metrics.row);
    if (row < 1 || row > static_cast<double>(m_data.bars.size()))
        return std::nullopt;
    return static_cast<std::size_t>(row) - 1;
}

void WaterfallPainter::paint(QPainter& painter, std::optional<std::size_t> marked) const
{
    painter.save();
    if (marked) {
        const double top = m_metrics.top + static_cast<double>(*marked + 1) * m_metrics.row;
        painter.fillRect(QRectF(0, top, m_width, m_metrics.row), m_theme.wash(Role::Accent));
        painter.fillRect(QRectF(0, top, m_theme.space(1), m_metrics.row), m_theme.color(Role::Accent));
    }
    paintAxis(painter);
    paintRow(painter, 0, m_data.a.name, m_data.a.text, m_theme.color(Role::CandidateA));
    for (std::size_t k = 0; k < m_data.bars.size(); ++k) {
        const WaterfallBar& bar = m_data.bars[k];
        paintRow(painter, k + 1, bar.name, bar.text,
                 m_theme.color(bar.share == 0      ? Role::Line
                                   : bar.share > 0 ? Role::Increase
                                                   : Role::Decrease));
    }
    paintRow(painter, m_boxes.size() - 1, m_data.b.name, m_data.b.text, m_theme.color(Role::CandidateB));
    // From the end of each bar to the begin of the next.
    painter.setPen(QPen(m_theme.color(Role::Muted), 1, Qt::DotLine));
    for (std::size_t k = 0; k + 1 < m_boxes.size(); ++k) {
        const double x = std::round(pixelOf(m_levels.spans[k].to, m_levels, m_metrics, m_width)) + 0.5;
        painter.drawLine(QPointF(x, m_boxes[k].bottom()), QPointF(x, m_boxes[k + 1].top()));
    }
    painter.restore();
}

void WaterfallPainter::paintAxis(QPainter& painter) const
{
    const double bottom = m_metrics.top + m_metrics.row * static_cast<double>(m_boxes.size());
    painter.setFont(m_theme.label());
    const QFontMetricsF metrics(m_theme.label());
    const double range = m_levels.axisEnd - m_levels.axisBegin;
    const double pixels = m_width - m_metrics.left - m_metrics.right;
    constexpr int mostTicks = 4;
    const int ticks = ValueTicker::ticksThatFit({m_levels.axisBegin, m_levels.axisEnd}, mostTicks, m_data.unit, pixels,
                                                m_theme.space(2), metrics);
    const double step = ValueTicker::roundStep(range, ticks, m_data.unit);
    double free = 0;
    for (double tick = std::ceil(m_levels.axisBegin / step) * step; tick <= m_levels.axisEnd + step * 1e-9; tick += step) {
        const double x = std::round(pixelOf(tick, m_levels, m_metrics, m_width)) + 0.5;
        painter.setPen(QPen(m_theme.color(Role::Line), 1));
        painter.drawLine(QPointF(x, m_metrics.top), QPointF(x, bottom));
        QString words = std::abs(tick) < step * 1e-9 ? QStringLiteral("0") : ValueTicker::textOf(std::abs(tick), m_data.unit);
        if (tick < -step * 1e-9)
            words.prepend(QChar{0x2212});
        const double width = metrics.horizontalAdvance(words);
        if (x - width / 2 < free)
            continue;
        painter.setPen(m_theme.color(Role::Muted));
        painter.drawText(QRectF(x - width / 2 - 1, bottom, width + 2, metrics.height() + m_theme.space(1)),
                         Qt::AlignHCenter | Qt::AlignBottom, words);
        free = x + width / 2 + m_theme.space(2);
    }
}

void WaterfallPainter::paintRow(QPainter& painter, std::size_t row, const QString& name, const QString& value,
                                const QColor& fill) const
{
    const bool isTotal = row == 0 || row + 1 == m_boxes.size();
    const QRectF box = m_boxes[row];
    painter.fillRect(box, fill);
    if (isTotal && m_levels.isCut())
        paintCut(painter, box);
    QFont font = m_theme.body();
    font.setWeight(isTotal ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(m_theme.color(Role::Text));
    const double top = box.center().y() - m_metrics.row / 2;
    const double inset = m_theme.space(2);
    paintName(painter, QRectF(inset, top, m_metrics.left - 2 * inset, m_metrics.row), name);
    painter.setFont(font);
    painter.drawText(QRectF(m_width - m_metrics.right, top, m_metrics.right - m_theme.space(1), m_metrics.row),
                     Qt::AlignRight | Qt::AlignVCenter, value);
}

/// In the font that is set; a name too long for it in two smaller lines, elided where these are too short too.
void WaterfallPainter::paintName(QPainter& painter, const QRectF& box, const QString& name) const
{
    if (QFontMetricsF(painter.font()).horizontalAdvance(name) <= box.width()) {
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
        return;
    }
    QFont font = m_theme.label();
    font.setWeight(painter.font().weight());
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    qsizetype split = name.size();
    while (split > 0 && metrics.horizontalAdvance(name.left(split)) > box.width())
        split = name.lastIndexOf(QLatin1Char(' '), split - 1);
    const QString first = split > 0 ? name.left(split) : QString{};
    const QString second = metrics.elidedText(name.mid(std::max<qsizetype>(split, 0)).trimmed(), Qt::ElideRight,
                                              box.width());
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                     first.isEmpty() || second.isEmpty() ? first + second : first + QLatin1Char('\n') + second);
}

/// Two slanted lines across a bar that does not begin at zero.
void WaterfallPainter::paintCut(QPainter& painter, const QRectF& box) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(m_theme.color(Role::Surface), 2));
    const double x = box.left() + m_theme.space(2);
    for (const double shift : {0.0, 5.0})
        painter.drawLine(QPointF(x + shift - 3, box.bottom()), QPointF(x + shift + 3, box.top()));
    painter.restore();
}

} // namespace planscope::ui
