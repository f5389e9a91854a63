#pragma once

#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace planscope::ui {

/// Rows with air, and verdicts (PassedRole) in the colours of the theme.
class VerdictDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// The column that holds the verdict's words.
    VerdictDelegate(int verdictColumn, QObject* parent);

    void setTheme(const Theme& theme) { m_theme = theme; }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    int m_verdictColumn;
    Theme m_theme;
};

} // namespace planscope::ui
