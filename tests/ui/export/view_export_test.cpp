#include "ui/export/view_export.h"

#include "ui/export/export_dialogs.h"
#include "ui/panels/overview_view.h"

#include "frontend/presets.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QTabWidget>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

TEST(ViewExport, picturesAViewInItsWindowWholeAndLeavesItInItsPlace)
{
    StudyController study;
    study.setDocument(*StudyDocument::parse(findPreset(PresetKind::Studies, "megatron-22B-8xA100")->json));
    study.waitForResults();
    Selection selection;
    ThemeHolder theme;
    QTabWidget window;
    auto* const view = new OverviewView({&study, &selection, &theme}, &window);
    view->setMinimumSize(100, 100);
    window.addTab(view, view->title());
    window.resize(500, 300);
    window.show();
    QApplication::processEvents();
    const QRect place = view->geometry();

    const QTemporaryDir folder;
    const QString png = folder.filePath(QStringLiteral("view.png"));
    ASSERT_TRUE(exportView(*view, PictureFormat::Png, 2, png).empty());
    EXPECT_EQ(view->geometry(), place);
    const QImage image(png);
    EXPECT_GT(image.height(), 2 * place.height()) << "what needs scrolling is in the picture too";
    const QString svg = folder.filePath(QStringLiteral("view.svg"));
    ASSERT_TRUE(exportView(*view, PictureFormat::Svg, 1, svg).empty());
    QFile file(svg);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(file.readAll().contains("<svg"));

    EXPECT_FALSE(exportView(*view, PictureFormat::Png, 1, png + QStringLiteral("/below-a-file.png")).empty());
}

TEST(ExportDialogs, namesFilesAsFileSystemsTakeThem)
{
    const auto stem = [](const char* name) { return fileStem(QString::fromUtf8(name)).toStdString(); };
    EXPECT_EQ(stem("gpt3-175B on 64 x A100"), "gpt3-175B on 64 x A100");
    EXPECT_EQ(stem("a/b: c\n"), "ab c");
    EXPECT_EQ(stem("..hidden"), "hidden");
    EXPECT_EQ(stem("  "), "study");
    EXPECT_EQ(stem("Übersicht"), "Übersicht");
}

} // namespace
} // namespace planscope::ui
