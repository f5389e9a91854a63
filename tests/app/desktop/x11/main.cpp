#include "display.h"

#include <QApplication>
#include <QByteArray>
#include <QDir>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <vector>

namespace {

constexpr char inside[] = "--inside-xvfb";

/// Runs this program again on a display of its own, so that no test touches the one a person is sitting at.
int runOnOwnDisplay(int argc, char** argv)
{
    char command[] = "xvfb-run", anyNumber[] = "--auto-servernum", forServer[] = "--server-args",
         screen[] = "-screen 0 1920x1080x24 -nolisten tcp", marker[] = "--inside-xvfb";
    std::vector<char*> arguments{command, anyNumber, forServer, screen};
    arguments.insert(arguments.end(), argv, argv + argc);
    arguments.push_back(marker);
    arguments.push_back(nullptr);
    execvp(command, arguments.data());
    std::perror("xvfb-run");
    return 1;
}

} // namespace

/// The program as it meets a real X server: a window manager, a clipboard, another client that drags.
int main(int argc, char** argv)
{
    if (argc < 2 || std::strcmp(argv[argc - 1], inside) != 0)
        return runOnOwnDisplay(argc, argv);
    const QTemporaryDir home;
    qputenv("HOME", home.path().toLocal8Bit());
    qputenv("QT_QPA_PLATFORM", "xcb");
    qputenv("QT_ACCESSIBILITY", "0"); // no bus to ask
    testing::InitGoogleTest(&argc, argv);
    const QApplication application(argc, argv);
    testing::AddGlobalTestEnvironment(new planscope::ui::test::WindowManager);
    return RUN_ALL_TESTS();
}
