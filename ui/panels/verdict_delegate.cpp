#include "ui/panels/verdict_delegate.h"

#include "ui/models/model_roles.h"

namespace planscope::ui {

VerdictDelegate::VerdictDelegate(int verdictColumn, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_verdictColumn(verdictColumn)
{
}

QSize VerdictDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(option.fontMetrics.height() + m_theme.space(2));
    return size;
}

void VerdictDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const QVariant passed = index.data(PassedRole);
    if (index.column() == m_verdictColumn && passed.isValid())
        option->palette.setColor(QPalette::Text, m_theme.color(passed.toBool() ? Role::Ok : Role::Error));
    if (!index.parent().isValid())
        option->font.setBold(true);
}

} // namespace planscope::ui
