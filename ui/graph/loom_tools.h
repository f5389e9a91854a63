#pragma once

#include <QList>
#include <QString>
#include <QToolBar>

#include "ui/graph/loom_lens.h"

#include <cstdint>
#include <utility>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace planscope::ui {

/// The controls that looms have in common: the fact shown, what is folded, zoom. Their owner says what to add, in the
/// order from left to right, and does what is asked for.
class LoomTools final : public QToolBar {
    Q_OBJECT
public:
    LoomTools(const QString& accessibleName, QWidget* parent);

    QToolButton* addButton(const QString& text, const QString& tip, bool checkable);
    QComboBox* addChoice(const QString& name, const QString& tip);
    void addLenses(const QString& name, const QString& tip);
    void addFolds(); ///< of attention and MLP, which every loom has
    void addZoom();

    void setLens(LoomLens lens);
    void setFolded(std::uint32_t folded); ///< as LoomOptions::folded
    void setZoom(double zoom);
    /// A control that means nothing at the moment is not shown, nor is its command.
    void setShown(const QWidget* control, bool shown);
    /// What the buttons do, for menus and the command palette.
    const QList<QAction*>& commands() const { return m_commands; }

Q_SIGNALS:
    void lensChosen(planscope::ui::LoomLens lens);
    void foldToggled(int bit);
    void zoomAsked(double factor);
    void fitAsked();

private:
    QComboBox* m_lenses = nullptr;
    std::vector<QToolButton*> m_folds; ///< by bit
    QLabel* m_zoom = nullptr;
    QList<QAction*> m_commands;
    std::vector<std::pair<const QWidget*, QAction*>> m_commandOf;
};

} // namespace planscope::ui
