#include "ui/panels/figure_row.h"

#include "ui/charts/stacked_bar_geometry.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace planscope::ui {

FigureRow::FigureRow(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FigureRow::setFigures(std::vector<Figure> figures, const Theme& theme)
{
    if (figures == m_figures && theme == m_theme)
        return;
    m_figures = std::move(figures);
    m_theme = theme;
    QStringList words;
    for (const Figure& figure : m_figures)
        words << QStringLiteral("%1 %2, %3").arg(figure.name, figure.text, figure.note);
    setAccessibleName(tr("Headline numbers"));
    setAccessibleDescription(words.join(QStringLiteral(". ")));
    updateGeometry();
    update();
}

double FigureRow::lineHeight() const
{
    return 2 * QFontMetricsF(m_theme.label()).height() + QFontMetricsF(m_theme.headline()).height() + m_theme.space(2);
}

std::vector<QRectF> FigureRow::boxes(int width) const
{
    std::vector<double> widths;
    for (const Figure& figure : m_figures)
        widths.push_back(std::ceil(std::max({QFontMetricsF(m_theme.label()).horizontalAdvance(figure.name),
                                             QFontMetricsF(m_theme.headline()).horizontalAdvance(figure.text),
                                             QFontMetricsF(m_theme.label()).horizontalAdvance(figure.note)}))
                         + 1);
    return flow(widths, lineHeight(), m_theme.space(8), width).boxes;
}

int FigureRow::heightForWidth(int width) const
{
    const std::vector<QRectF> placed = boxes(width);
    return placed.empty() ? 0 : static_cast<int>(std::ceil(placed.back().bottom()));
}

QSize FigureRow::sizeHint() const
{
    const int wide = m_theme.space(200);
    return {wide, heightForWidth(wide)};
}

QSize FigureRow::minimumSizeHint() const
{
    return {m_theme.space(30), static_cast<int>(std::ceil(lineHeight()))};
}

void FigureRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const std::vector<QRectF> placed = boxes(width());
    const double label = QFontMetricsF(m_theme.label()).height();
    for (std::size_t k = 0; k < placed.size(); ++k) {
        const Figure& figure = m_figures[k];
        const QRectF box = placed[k];
        painter.setFont(m_theme.label());
        painter.setPen(m_theme.color(Role::Muted));
        painter.drawText(QRectF(box.left(), box.top(), box.width(), label), Qt::AlignLeft, figure.name);
        const double foot = box.bottom() - m_theme.space(2);
        painter.drawText(QRectF(box.left(), foot - label, box.width(), label), Qt::AlignLeft, figure.note);
        painter.setFont(m_theme.headline());
        painter.setPen(m_theme.color(figure.role));
        painter.drawText(QRectF(box.left(), box.top() + label, box.width(), foot - 2 * label - box.top()),
                         Qt::AlignLeft | Qt::AlignVCenter, figure.text);
    }
}

bool FigureRow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::vector<QRectF> placed = boxes(width());
    for (std::size_t k = 0; k < placed.size(); ++k)
        if (placed[k].contains(help->pos())) {
            QToolTip::showText(help->globalPos(), m_figures[k].exact, this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace planscope::ui
