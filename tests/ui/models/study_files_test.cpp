#include "ui/models/autosave.h"
#include "ui/models/recent_files.h"
#include "ui/models/study_file.h"

#include "sample_study.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>

#include <csignal>

#include <sys/resource.h>

namespace planscope::ui {
namespace {

constexpr const char* folderVariable = "PLANSCOPE_TEST_AUTOSAVE";

QByteArray bytesOf(const QString& path)
{
    QFile file{path};
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file{path};
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

class StudyFiles : public testing::Test {
protected:
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    QTemporaryDir folder;
};

TEST_F(StudyFiles, AStudyIsSavedAndOpened)
{
    StudyDocument study = sampleStudy();
    study.candidates[0][CandidateField::TensorDegree] = "7"; // a wrong value is kept
    ASSERT_EQ(saveStudyFile(study, path("a.planscope")), std::nullopt);
    const auto opened = openStudyFile(path("a.planscope"));
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->document, study);
    EXPECT_EQ(opened->path, path("a.planscope"));
}

TEST_F(StudyFiles, SavingACaseDoesNotOverwriteIt)
{
    const Preset& preset = presets(PresetKind::Cases).front();
    write(path("case.json"), QByteArray::fromStdString(std::string{preset.json}));
    const auto opened = openStudyFile(path("case.json"));
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->path, QString{});
    EXPECT_EQ(kindOfFile(std::string{preset.json}), FileKind::Case);
    EXPECT_EQ(kindOfFile(std::string{presets(PresetKind::Systems).front().json}), FileKind::System);
    EXPECT_EQ(kindOfFile("no JSON"), FileKind::Other);
}

TEST_F(StudyFiles, WhatCannotBeOpenedOrSavedIsTold)
{
    EXPECT_EQ(openStudyFile(path("none")).error().front().code, "file.not_found");
    write(path("broken.planscope"), "{\"schema\": ");
    EXPECT_EQ(openStudyFile(path("broken.planscope")).error().front().code, "file.syntax");
    EXPECT_EQ(bytesOf(path("broken.planscope")), QByteArray{"{\"schema\": "});
    const auto fault = saveStudyFile(sampleStudy(), path("no/such/folder.planscope"));
    ASSERT_TRUE(fault);
    EXPECT_TRUE(fault->contains(QStringLiteral("could not be saved")));
}

TEST_F(StudyFiles, WithoutRoomTheFileThatWasThereStays)
{
    // A limit on the size of files stands for a full disk.
    ASSERT_EQ(saveStudyFile(sampleStudy(), path("a.planscope")), std::nullopt);
    const QByteArray before = bytesOf(path("a.planscope"));
    StudyDocument edited = sampleStudy();
    edited.name = "edited";
    struct rlimit limit { };
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
    struct rlimit small = limit;
    small.rlim_cur = 100;
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto fault = saveStudyFile(edited, path("a.planscope"));
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, handler);
    ASSERT_TRUE(fault);
    EXPECT_TRUE(fault->contains(QStringLiteral("could not be saved")));
    EXPECT_EQ(bytesOf(path("a.planscope")), before);
}

TEST_F(StudyFiles, RecentFilesAreNewestFirstEachOnceAndBounded)
{
    QSettings settings{path("settings.ini"), QSettings::IniFormat};
    {
        RecentFiles recent{settings};
        QSignalSpy changes{&recent, &RecentFiles::changed};
        for (int k = 0; k < 15; ++k)
            recent.add(path("f") + QString::number(k));
        recent.add(path("f12"));
        EXPECT_EQ(recent.paths().size(), RecentFiles::mostKept);
        EXPECT_EQ(recent.paths().front(), path("f12"));
        EXPECT_EQ(recent.paths().count(path("f12")), 1);
        EXPECT_EQ(changes.size(), 16);
        recent.remove(path("f14"));
    }
    RecentFiles again{settings};
    EXPECT_EQ(again.paths().size(), RecentFiles::mostKept - 1);
    EXPECT_EQ(again.paths().front(), path("f12"));
    again.clear();
    EXPECT_TRUE(RecentFiles{settings}.paths().isEmpty());
}

TEST_F(StudyFiles, ACopyIsThereWhileTheStudyIsModified)
{
    const auto copies = [this] { return QDir{folder.path()}.entryList({QStringLiteral("*.autosave")}).size(); };
    StudyController study;
    study.setDocument(sampleStudy());
    {
        Autosave autosave{study, folder.path()};
        autosave.setDelay(1);
        study.renameStudy(QStringLiteral("other"));
        for (int k = 0; k < 100 && copies() == 0; ++k) {
            QThread::msleep(5);
            QCoreApplication::processEvents();
        }
        EXPECT_EQ(copies(), 1);
        EXPECT_TRUE(Autosave::recover(folder.path()).documents.empty()); // its program lives
        study.undoStack().setClean();
        autosave.saveNow();
        EXPECT_EQ(copies(), 0);
        study.renameStudy(QStringLiteral("third"));
        autosave.saveNow();
        EXPECT_EQ(copies(), 1);
    }
    EXPECT_TRUE(QDir{folder.path()}.isEmpty());
}

/// Not a test: what the next one runs in a program of its own and kills in the middle.
TEST(AutosaveOfAProgram, DISABLED_IsKilledInTheMiddleOfAnEdit)
{
    StudyController study;
    study.setDocument(sampleStudy());
    Autosave autosave{study, qEnvironmentVariable(folderVariable)};
    autosave.setOriginalPath(QStringLiteral("original.planscope"));
    study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("12"));
    autosave.saveNow();
    study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("16"));
    std::raise(SIGKILL);
}

TEST_F(StudyFiles, AnEditIsRecoveredAfterAKill)
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(folderVariable), folder.path());
    program.setProcessEnvironment(environment);
    program.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("--gtest_also_run_disabled_tests"),
                   QStringLiteral("--gtest_filter=AutosaveOfAProgram.*")});
    ASSERT_TRUE(program.waitForFinished());
    ASSERT_EQ(program.exitStatus(), QProcess::CrashExit);

    const RecoveryList list = Autosave::recover(folder.path());
    ASSERT_EQ(list.documents.size(), 1U);
    EXPECT_TRUE(list.setAside.isEmpty());
    const RecoverableDocument& found = list.documents.front();
    EXPECT_EQ(found.originalPath, QStringLiteral("original.planscope"));
    EXPECT_LT(found.savedAt.secsTo(QDateTime::currentDateTimeUtc()), 60);
    EXPECT_EQ(found.document.candidates[0][CandidateField::TensorDegree], "12");
    EXPECT_TRUE(Autosave::discard(found.file));
    EXPECT_TRUE(Autosave::recover(folder.path()).documents.empty());
}

TEST_F(StudyFiles, AnUnreadableCopyIsSetAsideAndNeverLost)
{
    write(path("x.autosave"), "half a fi");
    const RecoveryList list = Autosave::recover(folder.path());
    EXPECT_TRUE(list.documents.empty());
    ASSERT_EQ(list.setAside, QStringList{path("x.autosave.unreadable")});
    EXPECT_EQ(bytesOf(list.setAside.front()), QByteArray{"half a fi"});
    EXPECT_TRUE(Autosave::recover(folder.path()).setAside.isEmpty()); // told once
}

TEST_F(StudyFiles, AFolderThatCannotBeWrittenIsToldOnce)
{
    write(path("file"), "in the way");
    StudyController study;
    study.setDocument(sampleStudy());
    Autosave autosave{study, path("file")};
    QSignalSpy failures{&autosave, &Autosave::failed};
    study.renameStudy(QStringLiteral("other"));
    autosave.saveNow();
    autosave.saveNow();
    EXPECT_EQ(failures.size(), 1);
}

} // namespace
} // namespace planscope::ui
