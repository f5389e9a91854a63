#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace planscope::ui::test {

/// The built program, running on the display with a home of its own; ended with this object.
class RunningPlanscope {
public:
    explicit RunningPlanscope(const QStringList& arguments);
    ~RunningPlanscope();

    /// Waits until its window is shown and has the focus.
    bool waitForWindow();
    QString window() const { return m_window; } ///< as xdotool names it
    QString title() const;
    bool waitForTitle(const QString& part) const;

private:
    QTemporaryDir m_home;
    QProcess m_process;
    QString m_window;
};

} // namespace planscope::ui::test
