#include "display.h"

#include <QTest>

namespace planscope::ui::test {
namespace {

constexpr int ceiling = 60'000; // milliseconds

} // namespace

std::optional<QString> xdotool(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral("xdotool"), arguments);
    if (!process.waitForFinished(ceiling) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return std::nullopt;
    return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
}

bool waitUntil(const std::function<bool()>& holds)
{
    return QTest::qWaitFor(holds, ceiling);
}

bool waitUntilActive(const QString& window)
{
    return waitUntil([&window] { return xdotool({QStringLiteral("getactivewindow")}) == window; });
}

void WindowManager::SetUp()
{
    m_openbox.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_openbox.start(QStringLiteral("openbox"), {QStringLiteral("--sm-disable")});
    ASSERT_TRUE(m_openbox.waitForStarted()) << m_openbox.errorString().toStdString();
    ASSERT_TRUE(waitUntil([] { return xdotool({QStringLiteral("get_num_desktops")}).has_value(); }))
        << "the window manager does not answer";
}

void WindowManager::TearDown()
{
    m_openbox.terminate();
    if (!m_openbox.waitForFinished(ceiling))
        m_openbox.kill();
}

} // namespace planscope::ui::test
