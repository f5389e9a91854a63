#include "dialog_answerer.h"
#include "editor_fields.h"
#include "window_test.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QTest>

#include <csignal>

namespace planscope::ui {
namespace {

constexpr const char* studyVariable = "PLANSCOPE_TEST_STUDY";
constexpr const char* edited = "12";

/// The program that is killed: a window on a study, edited by keys, in the middle of the next edit.
class EditedUntilKilled : public WindowTest {};

TEST_F(EditedUntilKilled, DISABLED_InTheMiddleOfAnEdit)
{
    qputenv("XDG_DATA_HOME", qgetenv("PLANSCOPE_TEST_DATA"));
    openWindow();
    window().session().start(qEnvironmentVariable(studyVariable));
    settle();
    FieldEditor& degree = *window().editor()->editor(CandidateField::TensorDegree);
    enterValue(degree, QString::fromLatin1(edited));
    const QDir kept(autosaveFolder());
    ASSERT_TRUE(QTest::qWaitFor([&kept] { return !kept.entryList({QStringLiteral("*.autosave")}).isEmpty(); }));
    QTest::keyClick(degree.control(), Qt::Key_Backspace); // half of another value
    std::raise(SIGKILL);
}

class CrashRecoveryTest : public WindowTest {
protected:
    CrashRecoveryTest()
    {
        openStudy();
        m_saved = QByteArray::fromStdString(study().document().toJson());
        m_file = write(QStringLiteral("mine.planscope"), m_saved);
        openWindow();
    }

    /// Edits the study in a program of its own and kills that.
    void crash()
    {
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(studyVariable), m_file);
        environment.insert(QStringLiteral("PLANSCOPE_TEST_DATA"), path(QStringLiteral("data")));
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--gtest_also_run_disabled_tests"),
                       QStringLiteral("--gtest_filter=EditedUntilKilled.*")});
        ASSERT_TRUE(program.waitForFinished());
        ASSERT_EQ(program.exitStatus(), QProcess::CrashExit) << program.readAll().toStdString();
        ASSERT_EQ(copies(), 1) << program.readAll().toStdString();
    }
    qsizetype copies() const { return QDir(autosaveFolder()).entryList({QStringLiteral("*.autosave")}).size(); }
    QByteArray fileNow() const
    {
        QFile file(m_file);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }
    QString degree() { return window().editor()->editor(CandidateField::TensorDegree)->value(); }

    QByteArray m_saved;
    QString m_file;
};

TEST_F(CrashRecoveryTest, WhatWasEditedIsRecoveredAndCanBeSaved)
{
    crash();
    EXPECT_EQ(fileNow(), m_saved);
    {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Yes);
        window().session().start({});
        EXPECT_EQ(dialogs.seen(), 1);
        EXPECT_TRUE(dialogs.texts().value(0).contains(QString::fromStdString(study().document().name)));
    }
    settle();
    EXPECT_EQ(degree(), QString::fromLatin1(edited));
    EXPECT_EQ(result()->derivation->training.mapping().tensor.degree, 12);
    EXPECT_TRUE(window().isWindowModified());
    EXPECT_EQ(window().session().path(), m_file);
    EXPECT_EQ(copies(), 1); // kept again, by this program
    EXPECT_TRUE(window().session().save());
    EXPECT_FALSE(window().isWindowModified());
    EXPECT_EQ(copies(), 0);
    EXPECT_EQ(fileNow().toStdString(), study().document().toJson());
}

/// The file that was edited is opened again: the newer copy is offered all the same.
TEST_F(CrashRecoveryTest, OpeningTheSameFileOffersTheCopyFirst)
{
    crash();
    DialogAnswerer dialogs;
    dialogs.press(QMessageBox::Yes);
    window().session().start(m_file);
    settle();
    EXPECT_EQ(degree(), QString::fromLatin1(edited));
    EXPECT_EQ(window().session().path(), m_file);
}

TEST_F(CrashRecoveryTest, DecidingLaterLosesNothing)
{
    crash();
    {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Ignore);
        window().session().start(m_file);
        settle();
        EXPECT_EQ(degree(), QStringLiteral("8")); // as it was saved
        EXPECT_EQ(copies(), 1);
    }
    openWindow();
    {
        DialogAnswerer dialogs;
        dialogs.escape(); // closing the question decides nothing either
        window().session().start({});
        EXPECT_EQ(copies(), 1);
        EXPECT_FALSE(window().session().isOpen());
    }
    openWindow();
    DialogAnswerer dialogs;
    dialogs.press(QMessageBox::Yes);
    window().session().start({});
    settle();
    EXPECT_EQ(degree(), QString::fromLatin1(edited));
}

TEST_F(CrashRecoveryTest, ACopyIsDeletedWhenThatIsAsked)
{
    crash();
    {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Discard);
        window().session().start({});
    }
    EXPECT_EQ(copies(), 0);
    EXPECT_EQ(fileNow(), m_saved);
    const DialogAnswerer none;
    openWindow();
    window().session().start({});
    EXPECT_EQ(none.seen(), 0);
}

/// Two programs at once: what the living one edits is not the other's to recover.
TEST_F(CrashRecoveryTest, TheCopyOfALivingProgramIsNotOffered)
{
    openStudy();
    enterValue(*window().editor()->editor(CandidateField::TensorDegree), QString::fromLatin1(edited));
    ASSERT_TRUE(QTest::qWaitFor([this] { return copies() == 1; }));
    QSettings settings(path(QStringLiteral("other.ini")), QSettings::IniFormat);
    MainWindow other(settings);
    const DialogAnswerer none;
    other.session().start({});
    EXPECT_EQ(none.seen(), 0);
    EXPECT_EQ(copies(), 1);
}

} // namespace
} // namespace planscope::ui
