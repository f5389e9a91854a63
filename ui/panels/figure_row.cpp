#include "ui/panels/figure_row.h"

#include "ui/charts/stacked_bar_geometry.h"
#include "ui/panels/copy_actions.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
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
    setFocusPolicy(Qt::StrongFocus);
    addCopyActions(this, {[this] { return copyText(); }, [this] { return allText(); }});
}

void FigureRow::setFigures(std::vector<Figure> figures, const Theme& theme)
{
    if (figures == m_figures && theme == m_theme)
        return;
    m_figures = std::move(figures);
    m_theme = theme;
    if (m_current >= m_figures.size()) {
        m_current = 0;
        m_marked = false;
    }
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
        if (k == m_current && (m_marked || hasFocus()))
            paintMark(painter, box);
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

/// The marked figure on a wash; the keys' place in a ring.
void FigureRow::paintMark(QPainter& painter, const QRectF& box) const
{
    const double margin = m_theme.space(1);
    const QRectF frame = box.adjusted(-margin, 0, margin, -m_theme.space(1)).intersected(QRectF(rect()).adjusted(1, 1, -1, -1));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(m_theme.color(Role::Accent), 2) : QPen(Qt::NoPen));
    painter.setBrush(m_marked ? QBrush(m_theme.wash(Role::Accent)) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(frame, 4, 4);
    painter.restore();
}

void FigureRow::setSelected(const EntityKey& key)
{
    const auto found = std::find_if(m_figures.begin(), m_figures.end(), [&key](const Figure& figure) {
        return !key.isNull() && figure.key == key;
    });
    m_marked = found != m_figures.end();
    if (m_marked)
        m_current = static_cast<std::size_t>(found - m_figures.begin());
    update();
}

QString FigureRow::copyText() const
{
    return m_marked ? tsvOf(m_figures[m_current].facts) : QString{};
}

QString FigureRow::allText() const
{
    std::vector<ExactFact> all;
    for (const Figure& figure : m_figures)
        all.insert(all.end(), figure.facts.begin(), figure.facts.end());
    return tsvOf(all);
}

std::optional<std::size_t> FigureRow::at(const QPointF& position) const
{
    const std::vector<QRectF> placed = boxes(width());
    for (std::size_t k = 0; k < placed.size(); ++k)
        if (placed[k].contains(position))
            return k;
    return std::nullopt;
}

void FigureRow::moveTo(std::size_t figure)
{
    m_current = figure;
    m_marked = false;
    update();
    if (const EntityKey key = m_figures[figure].key; !key.isNull())
        Q_EMIT selected(key);
    else
        m_marked = true; // nothing explains it, but it can be copied
}

void FigureRow::mousePressEvent(QMouseEvent* event)
{
    if (const auto figure = at(event->position()); figure && event->button() == Qt::LeftButton)
        moveTo(*figure);
}

void FigureRow::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto figure = at(event->position()); figure && !m_figures[*figure].key.isNull())
        Q_EMIT activated(m_figures[*figure].key);
}

void FigureRow::keyPressEvent(QKeyEvent* event)
{
    const auto last = m_figures.size();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        if (m_current > 0)
            moveTo(m_current - 1);
        return;
    case Qt::Key_Right:
    case Qt::Key_Down:
        if (m_current + 1 < last)
            moveTo(m_current + 1);
        return;
    case Qt::Key_Space:
        if (last > 0)
            moveTo(m_current);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (last > 0 && !m_figures[m_current].key.isNull())
            Q_EMIT activated(m_figures[m_current].key);
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void FigureRow::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void FigureRow::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

bool FigureRow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto figure = at(help->pos()))
        QToolTip::showText(help->globalPos(), m_figures[*figure].exact, this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace planscope::ui
