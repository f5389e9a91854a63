#include "ui/charts/waterfall_chart.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planscope::ui {

WaterfallChart::WaterfallChart(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WaterfallChart::setData(WaterfallData data, const Theme& theme)
{
    const bool sameBars = std::equal(data.bars.begin(), data.bars.end(), m_data.bars.begin(), m_data.bars.end(),
                                     [](const WaterfallBar& l, const WaterfallBar& r) { return l.name == r.name; });
    m_data = std::move(data);
    m_theme = theme;
    if (!sameBars)
        m_marked.reset();
    setAccessibleName(m_data.subject);
    setAccessibleDescription(spoken(m_data));
    updateGeometry();
    update();
}

void WaterfallChart::setMarked(std::optional<std::size_t> bar)
{
    if (m_marked == bar)
        return;
    m_marked = bar;
    update();
}

void WaterfallChart::setSelected(const EntityKey& key)
{
    const auto found = std::find_if(m_data.bars.begin(), m_data.bars.end(), [&key](const WaterfallBar& bar) {
        return !key.isNull() && bar.key == key;
    });
    if (found != m_data.bars.end())
        setMarked(static_cast<std::size_t>(found - m_data.bars.begin()));
    else if (m_marked && !m_data.bars[*m_marked].key.isNull())
        setMarked(std::nullopt);
}

int WaterfallChart::heightForWidth(int width) const
{
    if (m_data.bars.empty() && !m_data.empty.isEmpty()) {
        const QRect box = QFontMetrics(m_theme.body()).boundingRect(QRect(0, 0, width, 1000), Qt::TextWordWrap, m_data.empty);
        return box.height() + m_theme.space(4);
    }
    return static_cast<int>(std::ceil(WaterfallPainter(m_data, m_theme, width).height()));
}

QSize WaterfallChart::sizeHint() const
{
    const int wide = m_theme.space(120);
    return {wide, heightForWidth(wide)};
}

QSize WaterfallChart::minimumSizeHint() const
{
    const int narrow = m_theme.space(75);
    return {narrow, heightForWidth(narrow)};
}

bool WaterfallChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto bar = WaterfallPainter(m_data, m_theme, width()).barAt(help->pos().y());
    if (bar)
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("%1: %2").arg(m_data.bars[*bar].name, m_data.bars[*bar].exact), this);
    else
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("%1: %2\n%3: %4")
                               .arg(m_data.a.name, m_data.a.exact, m_data.b.name, m_data.b.exact),
                           this);
    return true;
}

void WaterfallChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.color(Role::Surface));
    if (m_data.bars.empty() && !m_data.empty.isEmpty()) {
        painter.setFont(m_theme.body());
        painter.setPen(m_theme.color(Role::Muted));
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_data.empty);
        return;
    }
    WaterfallPainter(m_data, m_theme, width()).paint(painter, m_marked);
    if (hasFocus() && painter.paintEngine()->type() == QPaintEngine::Raster) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_theme.color(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void WaterfallChart::choose(std::size_t bar)
{
    setMarked(bar);
    const WaterfallBar& chosenBar = m_data.bars[bar];
    setAccessibleDescription(QStringLiteral("%1 %2").arg(chosenBar.name, chosenBar.text));
    Q_EMIT chosen(bar);
}

void WaterfallChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto bar = WaterfallPainter(m_data, m_theme, width()).barAt(event->position().y()))
        choose(*bar);
}

void WaterfallChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto bar = WaterfallPainter(m_data, m_theme, width()).barAt(event->position().y()))
        Q_EMIT opened(*bar);
}

void WaterfallChart::keyPressEvent(QKeyEvent* event)
{
    const std::size_t count = m_data.bars.size();
    if (count == 0)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return choose(m_marked ? std::max<std::size_t>(*m_marked, 1) - 1 : count - 1);
    case Qt::Key_Down: return choose(m_marked ? std::min(*m_marked + 1, count - 1) : 0);
    case Qt::Key_Home: return choose(0);
    case Qt::Key_End: return choose(count - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_marked)
            Q_EMIT opened(*m_marked);
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void WaterfallChart::focusInEvent(QFocusEvent* event)
{
    update();
    QWidget::focusInEvent(event);
}

void WaterfallChart::focusOutEvent(QFocusEvent* event)
{
    update();
    QWidget::focusOutEvent(event);
}

} // namespace planscope::ui
