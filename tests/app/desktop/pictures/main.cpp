#include "golden_pictures.h"
#include "picture_comparison.h"

#include "ui/panels/control_style.h"

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

namespace {

using namespace planscope::ui::test;

/// Pictures depend on nothing of the machine: fonts, screens, style, scale and locale are the repository's.
void fixSurroundings()
{
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" PLANSCOPE_SOURCE_DIR "/tests/app/desktop/pictures/screens.json");
    qputenv("FONTCONFIG_FILE", PLANSCOPE_SOURCE_DIR "/tests/app/desktop/pictures/fonts.conf");
    qputenv("QT_FONT_DPI", "96");
    for (const char* const name : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_AUTO_SCREEN_SCALE_FACTOR",
                                   "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE"})
        qunsetenv(name);
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
}

/// Paints the golden pictures anew, over those that are kept.
int makeGolden()
{
    for (const GoldenPicture& picture : goldenPictures()) {
        const QImage seen = painted(picture);
        constexpr int mostCompressed = 0;
        if (seen.isNull() || !forKeeping(seen).save(picture.path(), "PNG", mostCompressed)) {
            std::fprintf(stderr, "%s cannot be made\n", qPrintable(picture.path()));
            return 1;
        }
        std::printf("%s\n", qPrintable(picture.path()));
    }
    return 0;
}

} // namespace

/// Compares with the pictures in tests/golden/ui. To make those anew:
///
///     build/dev/tests/app_desktop_pictures_tests --make-golden
int main(int argc, char** argv)
{
    fixSurroundings();
    testing::InitGoogleTest(&argc, argv);
    QApplication application(argc, argv);
    QApplication::setStyle(new planscope::ui::ControlStyle);
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans")));
    if (argc == 2 && std::strcmp(argv[1], "--make-golden") == 0)
        return makeGolden();
    return RUN_ALL_TESTS();
}
