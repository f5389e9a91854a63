#include "ui/panels/candidate_delegate.h"

#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace planscope::ui {
namespace {

using Column = CandidateListModel::Column;

QModelIndex cellOf(const QModelIndex& row, Column column)
{
    return row.siblingAtColumn(static_cast<int>(column));
}

QString textOf(const QModelIndex& row, Column column)
{
    return cellOf(row, column).data().toString();
}

bool isWarned(const QModelIndex& row)
{
    return cellOf(row, Column::Status).data(ExactRole).toString() == QLatin1String("warning");
}

bool hasTime(const QModelIndex& row)
{
    return !cellOf(row, Column::IterationTime).data(ExactRole).toString().isEmpty();
}

/// "✖ refused", "▲ warning"; of a warning beside a time the sign alone; empty for a candidate that is well.
QString statusOf(const QModelIndex& row)
{
    const QModelIndex status = cellOf(row, Column::Status);
    const QString exact = status.data(ExactRole).toString();
    if (exact.isEmpty() || exact == QLatin1String("ok"))
        return {};
    if (isWarned(row))
        return hasTime(row) ? QStringLiteral("▲") : QStringLiteral("▲ %1").arg(status.data().toString());
    const QString sign = exact == QLatin1String("running") ? QStringLiteral("…") : QStringLiteral("✖");
    return QStringLiteral("%1 %2").arg(sign, status.data().toString());
}

/// Whatever is wrong stands in the time's place; a warning stands beside it.
bool showsTime(const QModelIndex& row)
{
    return statusOf(row).isEmpty() || (isWarned(row) && hasTime(row));
}

Role roleOf(const QModelIndex& row)
{
    const QString exact = cellOf(row, Column::Status).data(ExactRole).toString();
    if (exact == QLatin1String("running"))
        return Role::Muted;
    return isWarned(row) ? Role::Warn : Role::Error;
}

} // namespace

int CandidateDelegate::pinWidth() const
{
    return QFontMetrics(m_theme.label()).height() + m_theme.space(1);
}

QRect CandidateDelegate::upperLine(const QRect& whole) const
{
    const int side = m_theme.space(2);
    return {whole.left() + side, whole.top() + m_theme.space(1), whole.width() - 2 * side,
            QFontMetrics(m_theme.body()).height()};
}

QRect CandidateDelegate::lowerLine(const QRect& whole) const
{
    const QRect upper = upperLine(whole);
    return {upper.left(), upper.bottom() + 1, upper.width(), QFontMetrics(m_theme.label()).height()};
}

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int height = QFontMetrics(m_theme.body()).height() + QFontMetrics(m_theme.label()).height();
    return {QStyledItemDelegate::sizeHint(option, index).width(), height + m_theme.space(2)};
}

void CandidateDelegate::paintPins(QPainter* painter, const QRect& line, const QString& pins) const
{
    QFont bold = m_theme.label();
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    int left = line.left();
    for (const QChar pin : pins) {
        const QColor fill = m_theme.color(pin == u'A' ? Role::CandidateA : Role::CandidateB);
        const int size = pinWidth() - m_theme.space(1) + 2;
        const QRect badge(left, line.center().y() - size / 2, size, size);
        painter->setPen(Qt::NoPen);
        painter->setBrush(fill);
        painter->drawRoundedRect(badge, m_theme.space(1), m_theme.space(1));
        painter->setPen(Theme::textOn(fill));
        painter->drawText(badge, Qt::AlignCenter, QString(pin));
        left += pinWidth();
    }
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(option.rect);
    painter->fillRect(option.rect, isSelected ? m_theme.wash(Role::Accent) : m_theme.color(Role::Surface));
    if (isSelected)
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), m_theme.space(1), option.rect.height()),
                          m_theme.color(Role::Accent));
    const QString pins = index.data(PinRole).toString();
    const bool isStale = index.data(StaleRole).toBool();
    const QRect upper = upperLine(option.rect);
    const QRect lower = lowerLine(option.rect);
    // A pin's room is kept, so that the names stand below one another.
    const int indent = static_cast<int>(std::max<qsizetype>(1, pins.size())) * pinWidth() + m_theme.space(1);
    paintPins(painter, upper, pins);

    const auto draw = [&](const QRect& line, const QFont& font, Role role, int reserved, const QString& words,
                          Qt::Alignment side) {
        const QRect room = side == Qt::AlignRight ? line : line.adjusted(indent, 0, -reserved, 0);
        painter->setFont(font);
        painter->setPen(m_theme.color(role));
        painter->drawText(room, side | Qt::AlignVCenter,
                          QFontMetrics(font).elidedText(words, Qt::ElideRight, room.width()));
    };
    QFont name = m_theme.body();
    if (isSelected)
        name.setWeight(QFont::DemiBold);
    const auto widthOf = [this](const QFont& font, const QString& words) {
        return QFontMetrics(font).horizontalAdvance(words) + m_theme.space(2);
    };
    const Role figure = isStale ? Role::Muted : Role::Text;
    const QString status = statusOf(index);
    const QString time = showsTime(index) ? textOf(index, Column::IterationTime) : QString{};
    const int timeWidth = time.isEmpty() ? 0 : widthOf(m_theme.body(), time);
    const int statusWidth = status.isEmpty() ? 0 : widthOf(m_theme.label(), status);
    draw(upper, m_theme.body(), figure, 0, time, Qt::AlignRight);
    draw(upper.adjusted(0, 0, -timeWidth, 0), m_theme.label(), roleOf(index), 0, status, Qt::AlignRight);
    draw(upper, name, Role::Text, timeWidth + statusWidth, index.data().toString(), Qt::AlignLeft);
    const QString utilisation = CandidateListModel::tr("MFU %1").arg(textOf(index, Column::Mfu));
    draw(lower, m_theme.label(), Role::Muted, 0, utilisation, Qt::AlignRight);
    draw(lower, m_theme.label(), Role::Muted, widthOf(m_theme.label(), utilisation), textOf(index, Column::Memory),
         Qt::AlignLeft);
    if (hasFocus) {
        painter->setPen(QPen(m_theme.color(Role::Accent), 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

void CandidateDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                             const QModelIndex&) const
{
    editor->setGeometry(option.rect);
}

/// The cell whose text is drawn there.
QModelIndex CandidateDelegate::cellAt(const QPoint& position, const QRect& whole, const QModelIndex& index) const
{
    const bool isRight = position.x() > whole.center().x();
    if (position.y() >= lowerLine(whole).top())
        return cellOf(index, isRight ? Column::Mfu : Column::Memory);
    if (!isRight)
        return cellOf(index, Column::Name);
    if (!showsTime(index))
        return cellOf(index, Column::Status);
    const int time = QFontMetrics(m_theme.body()).horizontalAdvance(textOf(index, Column::IterationTime));
    const bool isSign = isWarned(index) && position.x() < upperLine(whole).right() - time - m_theme.space(1);
    return cellOf(index, isSign ? Column::Status : Column::IterationTime);
}

bool CandidateDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                    const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton)
            Q_EMIT figureChosen(cellAt(mouse->position().toPoint(), option.rect, index));
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

bool CandidateDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                                  const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QModelIndex cell = cellAt(event->pos(), option.rect, index);
    const QString heading = index.model()->headerData(cell.column(), Qt::Horizontal).toString();
    const QString exact = cell.data(Qt::ToolTipRole).toString();
    QToolTip::showText(event->globalPos(), exact.isEmpty() ? QString{} : QStringLiteral("%1: %2").arg(heading, exact),
                       view->viewport());
    return true;
}

} // namespace planscope::ui
