#include "dialog_answerer.h"
#include "window_test.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QTimer>

namespace planscope::ui {
namespace {

class ExportPlace : public WindowTest {
protected:
    void trigger(const char* beginning)
    {
        for (QAction* const action : window().findChildren<QAction*>())
            if (action->text().remove(QLatin1Char('&')).startsWith(QLatin1String(beginning)))
                return action->trigger();
        FAIL() << "no action " << beginning;
    }
    /// The folder in which the dialog of a report begins.
    QString firstFolder()
    {
        QString folder;
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &look, [&folder] {
            if (auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                folder = dialog->directory().absolutePath();
                dialog->reject();
            }
        });
        look.start(10);
        trigger("Export PDF");
        return folder;
    }
};

TEST_F(ExportPlace, BeginsWhereTheStudyIsUntilAnExportWentElsewhere)
{
    for (const char* const name : {"studies", "out", "kept"})
        ASSERT_TRUE(QDir(m_folder.path()).mkdir(QLatin1String(name)));
    m_settings->setValue(QStringLiteral("exportFolder"), path(QStringLiteral("kept")));
    openStudy();
    EXPECT_EQ(firstFolder(), path(QStringLiteral("kept"))) << "a bundled study has no folder";
    const QString file =
        write(QStringLiteral("studies/mine.planscope"), QByteArray::fromStdString(study().document().toJson()));
    window().session().take({file});
    settle();
    EXPECT_EQ(firstFolder(), path(QStringLiteral("studies")));
    {
        DialogAnswerer answers;
        answers.chooseFile(path(QStringLiteral("out/report.pdf")));
        trigger("Export PDF");
    }
    EXPECT_EQ(firstFolder(), path(QStringLiteral("out")));
}

TEST_F(ExportPlace, NoTablesAreMadeWhenEveryCandidateIsRefused)
{
    openStudy();
    for (std::size_t k = 0; k < study().candidateCount(); ++k)
        study().setCandidateField(k, CandidateField::TensorDegree, QStringLiteral("7"));
    settle();
    DialogAnswerer answers;
    answers.press(QMessageBox::Ok);
    trigger("Export tables");
    ASSERT_EQ(answers.texts().size(), 1);
    EXPECT_TRUE(answers.texts().front().contains(QStringLiteral("does not divide"))) << answers.texts().front().toStdString();
}

TEST_F(ExportPlace, ADateThatIsNoneKeepsTheReportFromBeingAskedFor)
{
    openStudy();
    qputenv("SOURCE_DATE_EPOCH", "yesterday");
    DialogAnswerer answers;
    answers.press(QMessageBox::Ok);
    trigger("Export PDF");
    qunsetenv("SOURCE_DATE_EPOCH");
    ASSERT_EQ(answers.texts().size(), 1);
    EXPECT_TRUE(answers.texts().front().contains(QStringLiteral("SOURCE_DATE_EPOCH")));
}

} // namespace
} // namespace planscope::ui
