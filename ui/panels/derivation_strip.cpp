#include "ui/panels/derivation_strip.h"

#include "ui/panels/copy_actions.h"
#include "ui/panels/strip_card.h"

#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace planscope::ui {

DerivationStrip::DerivationStrip(QWidget* parent)
    : QWidget(parent)
{
    for (StripCard*& card : m_cards) {
        card = new StripCard(this);
        connect(card, &StripCard::selected, this, &DerivationStrip::selected);
        connect(card, &StripCard::activated, this, &DerivationStrip::activated);
        const StripCard* const own = card;
        addCopyActions(card, {[own] { return tsvOf(own->content().facts); }, [this] { return tabSeparated(m_content); }});
    }
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void DerivationStrip::setContent(const StripContent& content, const Theme& theme)
{
    if (content == m_content && theme == m_theme)
        return;
    m_content = content;
    m_theme = theme;
    for (std::size_t k = 0; k < m_cards.size(); ++k)
        m_cards[k]->setContent(content.cards[k], theme, k >= StripContent::leftCards);
    updateGeometry();
    place();
    update();
}

void DerivationStrip::setSelected(const EntityKey& key)
{
    for (StripCard* card : m_cards)
        card->setSelected(!key.isNull() && card->content().key == key);
}

StripLayout DerivationStrip::layOut(int width) const
{
    const QFontMetrics label(m_theme.label());
    StripMeasures measures;
    measures.line = label.height() + m_theme.space(1);
    measures.gap = m_theme.space(4);
    QFont title = m_theme.body();
    title.setWeight(QFont::DemiBold);
    measures.minimumCard = m_theme.space(7);
    for (const StripCardContent& card : m_content.cards)
        measures.minimumCard =
            std::max(measures.minimumCard, QFontMetrics(title).horizontalAdvance(card.title) + m_theme.space(7));
    measures.maximumCard = m_theme.space(70);
    for (const StripStep& step : m_content.steps)
        for (const QString& text : {step.name, step.hostTime.text})
            measures.arrow = std::max(measures.arrow, label.horizontalAdvance(text) + m_theme.space(2));
    measures.arrow = std::max(measures.arrow, m_theme.space(8));
    return layOutStrip(width, measures, [this](std::size_t card, int wide) { return m_cards[card]->heightFor(wide); });
}

int DerivationStrip::heightForWidth(int width) const
{
    return layOut(width).height;
}

QSize DerivationStrip::sizeHint() const
{
    const int wide = m_theme.space(200);
    return {wide, heightForWidth(wide)};
}

QSize DerivationStrip::minimumSizeHint() const
{
    return {m_theme.space(36), m_theme.space(40)};
}

void DerivationStrip::place()
{
    m_layout = layOut(width());
    for (std::size_t k = 0; k < m_cards.size(); ++k)
        m_cards[k]->setGeometry(m_layout.card[k]);
}

void DerivationStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

void DerivationStrip::paintArrow(QPainter& painter, std::size_t card) const
{
    const QRect box = m_layout.arrow[card];
    if (box.isEmpty())
        return;
    const bool isRight = card >= StripContent::leftCards;
    const bool isDown = m_layout.arrowDown[card];
    const QPointF middle = QRectF(box).center();
    const double margin = m_theme.space(1);
    const QPointF from = isDown ? QPointF(box.left() + m_theme.space(6), box.top() + margin)
                                : QPointF(box.left() + margin, middle.y());
    const QPointF to = isDown ? QPointF(from.x(), box.bottom() - margin) : QPointF(box.right() - margin, middle.y());
    const double head = m_theme.space(1);
    const QColor color = m_theme.color(isRight ? Role::Boundary : Role::Muted);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(from, to);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const QPointF back = isDown ? QPointF(0, -2 * head) : QPointF(-2 * head, 0);
    const QPointF side = isDown ? QPointF(head, 0) : QPointF(0, head);
    painter.drawPolygon(QPolygonF{to, to + back + side, to + back - side});

    const StripStep& step = m_content.steps[card];
    const int line = m_layout.boundaryText.height();
    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(isRight ? Role::Boundary : Role::Text));
    if (isDown) {
        const QRect text = box.adjusted(m_theme.space(9), 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         step.hostTime.text.isEmpty() ? step.name
                                                      : QStringLiteral("%1 · %2").arg(step.name, step.hostTime.text));
        return;
    }
    const int y = static_cast<int>(middle.y());
    painter.drawText(QRect(box.left(), y - line - 2, box.width(), line), Qt::AlignHCenter | Qt::AlignBottom, step.name);
    painter.setPen(m_theme.color(Role::Muted));
    painter.drawText(QRect(box.left(), y + 4, box.width(), line), Qt::AlignHCenter | Qt::AlignTop, step.hostTime.text);
}

void DerivationStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = 0; k < m_cards.size(); ++k)
        paintArrow(painter, k);
    painter.fillRect(m_layout.boundary, m_theme.color(Role::Boundary));
    painter.setFont(m_theme.label());
    painter.setPen(m_theme.color(Role::Boundary));
    const bool isRow = m_layout.form == StripLayout::Form::Row;
    painter.drawText(m_layout.boundaryText, (isRow ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     isRow ? tr("red boundary: nothing to the left knows a target")
                           : tr("red boundary: nothing above knows a target"));
}

bool DerivationStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t k = 0; k < m_cards.size(); ++k)
        if (m_layout.arrow[k].contains(help->pos()) && !m_content.steps[k].hostTime.exact.isEmpty()) {
            QToolTip::showText(help->globalPos(),
                               tr("The pass took %1. This is no prediction.").arg(m_content.steps[k].hostTime.exact),
                               this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace planscope::ui
