#pragma once

#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace planscope::ui {

/// A candidate in two lines: its pins, its name and the iteration time, with a sign before it when it is warned of;
/// what else is wrong stands in the time's place. Below, memory of the capacity and MFU. Reads the whole row of a
/// CandidateListModel from its first column. A click on a figure tells which.
class CandidateDelegate final : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setTheme(const Theme& theme) { m_theme = theme; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    /// The exact value of the figure under the pointer.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

Q_SIGNALS:
    /// A figure of that column of the model was clicked.
    void figureChosen(const QModelIndex& cell);

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    QModelIndex cellAt(const QPoint& position, const QRect& whole, const QModelIndex& index) const;
    void paintPins(QPainter* painter, const QRect& line, const QString& pins) const;
    QRect upperLine(const QRect& whole) const;
    QRect lowerLine(const QRect& whole) const;
    int pinWidth() const;

    Theme m_theme;
};

} // namespace planscope::ui
