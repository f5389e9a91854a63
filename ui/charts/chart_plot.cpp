#include "ui/charts/chart_plot.h"

#include <QPaintEngine>

namespace planscope::ui {

ChartPlot::ChartPlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setInteractions(QCP::iNone);
    setPlottingHint(QCP::phFastPolylines, false);
    axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : axisRect()->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
}

void ChartPlot::applyTheme(const Theme& theme)
{
    m_theme = theme;
    setBackground(QBrush(theme.color(Role::Surface)));
    for (QCPAxis* axis : axisRect()->axes()) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(theme.label());
        axis->setTickLabelColor(theme.color(Role::Muted));
        axis->setLabelFont(theme.label());
        axis->setLabelColor(theme.color(Role::Muted));
        axis->grid()->setPen(QPen(theme.color(Role::Line), 1));
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(QPen(theme.color(Role::Line), 1));
    }
}

void ChartPlot::paintEvent(QPaintEvent*)
{
    QCPPainter painter(this);
    toPainter(&painter, width(), height());
    const bool isOnScreen = painter.paintEngine()->type() == QPaintEngine::Raster;
    painter.end();
    if (hasFocus() && isOnScreen) {
        QPainter ring(this);
        drawFocusRing(ring);
    }
}

void ChartPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    setViewport(rect());
}

void ChartPlot::drawFocusRing(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.color(Role::Accent), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

void ChartPlot::focusInEvent(QFocusEvent* event)
{
    update();
    QCustomPlot::focusInEvent(event);
}

void ChartPlot::focusOutEvent(QFocusEvent* event)
{
    update();
    QCustomPlot::focusOutEvent(event);
}

QString tickText(const std::string& human)
{
    QString text = QString::fromStdString(human);
    const qsizetype end = text.indexOf(u' ');
    QString number = end < 0 ? text : text.left(end);
    if (!number.contains(u'.') || number.contains(u'e'))
        return text;
    while (number.endsWith(u'0'))
        number.chop(1);
    if (number.endsWith(u'.'))
        number.chop(1);
    return end < 0 ? number : number + text.mid(end);
}

} // namespace planscope::ui
