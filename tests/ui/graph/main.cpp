#include "golden_scenes.h"

#include <QApplication>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>

namespace {

int makeGolden()
{
    for (const planscope::ui::test::GoldenScene& scene : planscope::ui::test::goldenScenes()) {
        std::ofstream file(scene.path());
        file << scene.text();
        if (!file.flush()) {
            std::fprintf(stderr, "%s cannot be written\n", scene.path().c_str());
            return 1;
        }
        std::printf("%s\n", scene.path().c_str());
    }
    return 0;
}

} // namespace

/// Compares scenes with the texts in tests/golden/ui. To make those anew:
///
///     QT_QPA_PLATFORM=offscreen build/dev/tests/ui_graph_tests --make-golden
int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    const QApplication application(argc, argv);
    return argc == 2 && std::strcmp(argv[1], "--make-golden") == 0 ? makeGolden() : RUN_ALL_TESTS();
}
