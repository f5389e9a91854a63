#include "running_planscope.h"

#include "display.h"

namespace planscope::ui::test {

RunningPlanscope::RunningPlanscope(const QStringList& arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), m_home.path());
    for (const char* const name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.remove(QLatin1String(name));
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedChannels);
    m_process.start(QStringLiteral(PLANSCOPE_PROGRAM), arguments);
}

RunningPlanscope::~RunningPlanscope()
{
    m_process.kill();
    m_process.waitForFinished();
}

bool RunningPlanscope::waitForWindow()
{
    const auto isShown = [this] {
        const auto found = xdotool({QStringLiteral("search"), QStringLiteral("--onlyvisible"), QStringLiteral("--all"),
                                    QStringLiteral("--pid"), QString::number(m_process.processId()),
                                    QStringLiteral("--name"), QStringLiteral("Planscope")});
        m_window = found ? found->section(u'\n', 0, 0) : QString{};
        return !m_window.isEmpty();
    };
    return waitUntil(isShown) && waitUntilActive(m_window);
}

QString RunningPlanscope::title() const
{
    return xdotool({QStringLiteral("getwindowname"), m_window}).value_or(QString{});
}

bool RunningPlanscope::waitForTitle(const QString& part) const
{
    return waitUntil([&] { return title().contains(part); });
}

} // namespace planscope::ui::test
