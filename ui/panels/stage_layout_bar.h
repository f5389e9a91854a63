#pragma once

#include "ui/models/stage_layout.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace planscope::ui {

/// What stands above the map of stages: which chunk blocks are moved from, the actions that move them, and whose times
/// are shown. Says what an action is about; what it does is for whoever connects it.
class StageLayoutBar final : public QWidget {
    Q_OBJECT
public:
    explicit StageLayoutBar(QWidget* parent);

    QAction* toPrevious() const { return m_toPrevious; }
    QAction* toNext() const { return m_toNext; }
    QAction* makeEven() const { return m_makeEven; }
    QComboBox* mode() const { return m_mode; } ///< items in the order of EstimateMode
    QString text() const;

    void setTheme(const Theme& theme);
    /// No layout: blocks cannot be moved now. No chunk: none is chosen.
    void showLayout(const std::optional<StageLayout>& layout, const std::optional<StageLayout>& even,
                    std::optional<int> chunk);
    void setHasTimes(bool hasTimes);

private:
    QLabel* m_text;
    QAction* m_toPrevious;
    QAction* m_toNext;
    QAction* m_makeEven;
    QComboBox* m_mode;
    std::vector<QToolButton*> m_buttons;
};

} // namespace planscope::ui
