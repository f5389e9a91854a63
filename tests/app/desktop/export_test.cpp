#include "dialog_answerer.h"
#include "window_test.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QTimer>

namespace planscope::ui {
namespace {

class Export : public WindowTest {
protected:
    QAction* action(const char* beginning)
    {
        for (QAction* const candidate : window().findChildren<QAction*>())
            if (candidate->text().remove(QLatin1Char('&')).startsWith(QLatin1String(beginning)))
                return candidate;
        ADD_FAILURE() << "no action " << beginning;
        return nullptr;
    }
    static QByteArray bytesOf(const QString& file)
    {
        QFile read(file);
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray{};
    }
};

TEST_F(Export, isOfferedOnceAStudyIsOpen)
{
    for (const char* const name : {"Export PDF", "Export tables", "Export view as PNG", "Export view as SVG"})
        EXPECT_FALSE(action(name)->isEnabled()) << name;
    openStudy();
    for (const char* const name : {"Export PDF", "Export tables", "Export view as PNG", "Export view as SVG"})
        EXPECT_TRUE(action(name)->isEnabled()) << name;
    EXPECT_EQ(action("Export PDF")->shortcut(), QKeySequence(QStringLiteral("Ctrl+P")));
}

TEST_F(Export, writesAReportAndRemembersTheFolder)
{
    openStudy();
    ASSERT_TRUE(QDir(m_folder.path()).mkdir(QStringLiteral("out")));
    {
        DialogAnswerer answers;
        answers.chooseFile(path(QStringLiteral("out/report"))); // the suffix is added
        action("Export PDF")->trigger();
    }
    EXPECT_TRUE(bytesOf(path(QStringLiteral("out/report.pdf"))).startsWith("%PDF-"));
    EXPECT_EQ(m_settings->value(QStringLiteral("exportFolder")).toString(), path(QStringLiteral("out")));
    DialogAnswerer answers;
    answers.escape();
    action("Export PDF")->trigger();
    EXPECT_EQ(answers.seen(), 1);
}

TEST_F(Export, asksBeforeItReplacesAReport)
{
    openStudy();
    const QString file = write(QStringLiteral("report.pdf"), "mine");
    DialogAnswerer answers;
    answers.chooseFile(file);
    answers.press(QMessageBox::No); // back in the file dialog
    QTimer leave; // the file dialog, once the question is answered
    QObject::connect(&leave, &QTimer::timeout, &leave, [&answers] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog != nullptr && answers.seen() == 2)
            dialog->reject();
    });
    leave.start(10);
    action("Export PDF")->trigger();
    EXPECT_EQ(answers.seen(), 2);
    EXPECT_EQ(bytesOf(file), "mine");
}

TEST_F(Export, writesTablesOfAllCandidatesAndTheDifference)
{
    openStudy();
    const QString folder = path(QStringLiteral("tables"));
    ASSERT_TRUE(QDir().mkpath(folder));
    {
        DialogAnswerer answers;
        answers.chooseFile(folder);
        action("Export tables")->trigger();
    }
    const QStringList files = QDir(folder).entryList(QDir::Files);
    EXPECT_EQ(files,
              QStringList({QStringLiteral("buffers.csv"), QStringLiteral("checkpoints.csv"), QStringLiteral("diff.csv"),
                           QStringLiteral("estimate.csv"), QStringLiteral("memory.csv"), QStringLiteral("ranks.csv"),
                           QStringLiteral("tasks.csv")}));
    EXPECT_TRUE(bytesOf(folder + QStringLiteral("/diff.csv")).contains("time.system_evidence.total"));

    // A second time it asks, and a no leaves everything as it was.
    const QString tasks = write(QStringLiteral("tables/tasks.csv"), "mine");
    {
        DialogAnswerer answers;
        answers.chooseFile(folder);
        answers.press(QMessageBox::Cancel);
        action("Export tables")->trigger();
    }
    EXPECT_EQ(bytesOf(tasks), "mine");
    DialogAnswerer answers;
    answers.chooseFile(folder);
    answers.press(QMessageBox::Yes);
    action("Export tables")->trigger();
    EXPECT_NE(bytesOf(tasks), "mine");
}

TEST_F(Export, writesTheTablesOfAWholeModel)
{
    openStudy("llama-3-70b-64xH100");
    const QString folder = path(QStringLiteral("tables"));
    ASSERT_TRUE(QDir().mkpath(folder));
    DialogAnswerer answers;
    answers.chooseFile(folder);
    action("Export tables")->trigger();
    const QStringList files = QDir(folder).entryList(QDir::Files);
    EXPECT_TRUE(files.contains(QStringLiteral("stages.csv")) && files.contains(QStringLiteral("saved.csv")));
    EXPECT_FALSE(files.contains(QStringLiteral("ranks.csv")));
    EXPECT_TRUE(bytesOf(folder + QStringLiteral("/diff.csv")).contains("memory.peak"));
}

TEST_F(Export, writesThePictureOfTheViewInFront)
{
    openStudy();
    View& view = showView("estimate");
    const QRect place = view.geometry();
    {
        DialogAnswerer answers;
        answers.chooseFile(path(QStringLiteral("estimate.png")));
        action("Export view as PNG")->trigger();
    }
    EXPECT_EQ(QImage(path(QStringLiteral("estimate.png"))).size(), view.exportSize() * 2);
    EXPECT_EQ(view.geometry(), place);
    DialogAnswerer answers;
    answers.chooseFile(path(QStringLiteral("estimate.svg")));
    action("Export view as SVG")->trigger();
    EXPECT_TRUE(bytesOf(path(QStringLiteral("estimate.svg"))).contains("<svg"));
}

TEST_F(Export, saysWhyItCannot)
{
    openStudy();
    DialogAnswerer answers;
    answers.chooseFile(QStringLiteral("/proc/report.pdf"));
    answers.press(QMessageBox::Ok);
    action("Export PDF")->trigger();
    ASSERT_FALSE(answers.texts().isEmpty());
    EXPECT_TRUE(answers.texts().back().contains(QStringLiteral("cannot be written")));
}

} // namespace
} // namespace planscope::ui
