#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

#include <gtest/gtest.h>

#include <functional>
#include <optional>

namespace planscope::ui::test {

/// Runs xdotool: what it printed, or nothing when it failed.
std::optional<QString> xdotool(const QStringList& arguments);

/// Waits until something holds, with a ceiling that only a hung program reaches.
bool waitUntil(const std::function<bool()>& holds);

/// Waits until the window manager has given a window the focus.
bool waitUntilActive(const QString& window);

/// The window manager of the display: without one, no window ever gets the focus.
class WindowManager final : public testing::Environment {
public:
    void SetUp() override;
    void TearDown() override;

private:
    QProcess m_openbox;
};

} // namespace planscope::ui::test
