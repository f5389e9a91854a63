#pragma once

#include <QWidget>

#include "ui/sweep/sweep_rows.h"
#include "ui/theme/theme.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace planscope::ui {

/// What starts and ends a sweep, how far it has come, and what its charts show.
class SweepBar final : public QWidget {
    Q_OBJECT
public:
    explicit SweepBar(QWidget* parent = nullptr);

    SweepColumn x() const;
    SweepColumn y() const;
    bool showsSpace() const;
    void setShowsSpace(bool shows);
    /// `isEnabled`: whether what the button offers, to cancel or to start, can be done.
    void setRunning(bool isRunning, bool isEnabled);
    void setCounted(const QString& text);
    void setProgress(double fraction, const QString& text);
    void setBrushed(bool isBrushed);
    void setTheme(const Theme& theme);

Q_SIGNALS:
    void startRequested();
    void cancelRequested();
    void anewRequested(); ///< the space around the candidate
    void spaceToggled(bool shows);
    void axesChanged();
    void frontOnlyToggled(bool only);
    void liftRequested();
    void saveTableRequested();
    void saveSpaceRequested();

private:
    void layOut();

    QPushButton* m_space = nullptr;
    QPushButton* m_anew = nullptr;
    QPushButton* m_start = nullptr;
    QLabel* m_counted = nullptr;
    QPushButton* m_saveTable = nullptr;
    QPushButton* m_saveSpace = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    QComboBox* m_y = nullptr;
    QLabel* m_over = nullptr;
    QComboBox* m_x = nullptr;
    QCheckBox* m_frontOnly = nullptr;
    QPushButton* m_lift = nullptr;
    bool m_isRunning = false;
};

} // namespace planscope::ui
