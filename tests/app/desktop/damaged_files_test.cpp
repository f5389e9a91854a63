#include "dialog_answerer.h"
#include "editor_fields.h"
#include "window_test.h"

#include "base/json_document.h"
#include "frontend/presets.h"
#include "ui/panels/study_panel.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QScreen>
#include <QTabWidget>
#include <QTest>

#include <unistd.h>

namespace planscope::ui {
namespace {

class DamagedFilesTest : public WindowTest {
protected:
    void expectUsable()
    {
        openStudy();
        for (const QDockWidget* const dock : window().findChildren<QDockWidget*>()) {
            EXPECT_TRUE(dock->isVisible()) << dock->objectName().toStdString();
            EXPECT_GT(dock->width(), 50) << dock->objectName().toStdString();
        }
        auto* const tabs = window().findChild<QTabWidget*>();
        ASSERT_NE(tabs->currentWidget(), nullptr);
        EXPECT_TRUE(tabs->currentWidget()->isVisible());
        EXPECT_EQ(window().theme().theme().scale(), 1.0);
        EXPECT_TRUE(QGuiApplication::primaryScreen()->geometry().intersects(window().frameGeometry()));
    }
    QByteArray goodStudy() { return QByteArray::fromStdString(study().document().toJson()); }
};

// Settings.

TEST_F(DamagedFilesTest, SettingsOfNoUseGiveTheDefaultLayout)
{
    const std::vector<std::pair<const char*, QVariant>> spoilt{
        {"theme", 99},         {"theme", -1},         {"theme", QStringLiteral("dark?")},
        {"scale", 0},          {"scale", -3},         {"scale", QStringLiteral("large")},
        {"view", 99},          {"view", -7},          {"view", QByteArray("\xff\xfe")},
        {"state", QByteArray("spoilt")},              {"state", 5},
        {"geometry", QByteArray(10000, '\xff')},      {"geometry", QStringLiteral("here")},
        {"recent_files", QByteArray("\0\1\2", 3)},
    };
    for (const auto& [name, value] : spoilt) {
        SCOPED_TRACE(std::string{name} + " = " + value.toString().toStdString());
        m_settings->clear();
        m_settings->setValue(QString::fromLatin1(name), value);
        openWindow();
        expectUsable();
    }
}

TEST_F(DamagedFilesTest, ASettingsFileThatIsNoneIsNoObstacle)
{
    for (const QByteArray& bytes :
         {QByteArray("[General\nstate=@ByteArray(\\x"), QByteArray(4096, '\0'), QByteArray("\x7f" "ELF\2\1\1\0", 8),
          QByteArray("state=@Variant(\\0\\0\\0\\x7f)\n")}) {
        m_window.reset();
        m_settings.reset();
        write(QStringLiteral("settings.ini"), bytes);
        openWindow();
        expectUsable();
    }
}

/// A window cut off in the middle of its life leaves settings that the next one can use.
TEST_F(DamagedFilesTest, TheLayoutLeftIsTheLayoutFound)
{
    openStudy();
    window().findChild<QDockWidget*>(QStringLiteral("details"))->close();
    showView("estimate");
    window().close();
    openWindow();
    openStudy();
    EXPECT_FALSE(window().findChild<QDockWidget*>(QStringLiteral("details"))->isVisible());
    EXPECT_EQ(window().findChild<QTabWidget*>()->currentWidget(), &showView("estimate"));
}

// Studies.

struct Damage {
    const char* what;
    QByteArray bytes;
    const char* code; ///< what the message names
};

std::vector<Damage> damagesOf(const QByteArray& good)
{
    const auto changed = [&good](const char* from, const char* to) {
        QByteArray bytes = good;
        bytes.replace(from, to);
        EXPECT_NE(bytes, good) << from;
        return bytes;
    };
    return {
        {"empty", {}, "file.syntax"},
        {"cut in the middle", good.left(good.size() / 2), "file.syntax"},
        {"cut before the last brace", good.left(good.lastIndexOf('}')), "file.syntax"},
        {"no JSON", "tensor: 8\n", "file.syntax"},
        {"binary", QByteArray("\x7f" "ELF\2\1\1\0\0\0\xff\xfe", 12), "file.syntax"},
        {"not UTF-8", changed("global_batch_size", "global_batch_\xc3\x28size"), "file."},
        {"too deep", QByteArray(100000, '['), "file.too_deep"},
        {"another schema", changed("planscope.study/1", "planscope.study/9"), "spec.unknown_value"},
        {"another kind of JSON", "[1, 2, 3]", "file."},
        {"an unknown field", changed("\"global_batch_size\"", "\"colour\": \"red\", \"global_batch_size\""),
         "file.unknown_field"},
        {"a doubled field", changed("\"global_batch_size\"", "\"datatype\": \"float16\", \"global_batch_size\""),
         "file.duplicate_key"},
        {"no candidates", changed("\"candidates\"", "\"candidates\": [], \"rivals\""), "study.no_candidates"},
    };
}

TEST_F(DamagedFilesTest, AStudyThatCannotBeReadIsToldAndTheOpenOneStays)
{
    openStudy();
    enterValue(*window().editor()->editor(CandidateField::MicrobatchSize), QStringLiteral("2"));
    settle();
    const StudyDocument document = study().document();
    const CandidateResultPtr good = result();
    for (const Damage& damage : damagesOf(goodStudy())) {
        SCOPED_TRACE(damage.what);
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Ok);
        window().session().open(write(QStringLiteral("damaged.planscope"), damage.bytes));
        settle();
        ASSERT_EQ(dialogs.seen(), 1); // nothing is asked about the open study: it is not touched
        EXPECT_TRUE(dialogs.texts().front().contains(QStringLiteral("damaged.planscope")));
        EXPECT_TRUE(dialogs.texts().front().contains(QLatin1String(damage.code)))
            << dialogs.texts().front().toStdString();
        EXPECT_EQ(study().document(), document);
        EXPECT_EQ(study().undoStack().count(), 1);
        EXPECT_EQ(result(), good);
        EXPECT_TRUE(window().isWindowModified());
        EXPECT_EQ(window().session().recentFiles(), QStringList{});
    }
}

TEST_F(DamagedFilesTest, APathThatIsNoFileIsTold)
{
    openStudy();
    const StudyDocument document = study().document();
    QFile huge(path(QStringLiteral("huge.planscope")));
    ASSERT_TRUE(huge.open(QIODevice::WriteOnly));
    ASSERT_TRUE(huge.resize(static_cast<qint64>(JsonDocument::maximumBytes) + 1)); // takes no room on the disk
    huge.close();
    QDir(m_folder.path()).mkdir(QStringLiteral("folder.planscope"));
    QFile::link(QStringLiteral("nowhere"), path(QStringLiteral("dangling.planscope")));
    std::vector<std::pair<QString, const char*>> cases{
        {QStringLiteral("huge.planscope"), "file.too_large"},
        {QStringLiteral("folder.planscope"), "file.not_a_file"},
        {QStringLiteral("dangling.planscope"), "file.not_found"},
        {QStringLiteral("absent.planscope"), "file.not_found"},
    };
    if (::geteuid() != 0) { // to the superuser everything is readable
        write(QStringLiteral("secret.planscope"), goodStudy());
        QFile::setPermissions(path(QStringLiteral("secret.planscope")), {});
        cases.emplace_back(QStringLiteral("secret.planscope"), "file.unreadable");
    }
    for (const auto& [name, code] : cases) {
        SCOPED_TRACE(name.toStdString());
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Ok);
        window().session().open(path(name));
        ASSERT_EQ(dialogs.seen(), 1);
        EXPECT_TRUE(dialogs.texts().front().contains(QLatin1String(code))) << dialogs.texts().front().toStdString();
        EXPECT_EQ(study().document(), document);
    }
}

/// Values that break laws or types are no damage of the form: the study opens, and the editor says what is wrong.
TEST_F(DamagedFilesTest, WrongValuesAreOpenedToBeMended)
{
    openStudy();
    QByteArray bytes = goodStudy();
    bytes.replace("\"degree\": 8", "\"degree\": \"eight\"");
    window().session().open(write(QStringLiteral("wrong.planscope"), bytes));
    settle();
    EXPECT_EQ(window().session().path(), path(QStringLiteral("wrong.planscope")));
    const FieldEditor& degree = *window().editor()->editor(CandidateField::TensorDegree);
    EXPECT_EQ(degree.value(), QStringLiteral("eight"));
    EXPECT_FALSE(degree.message().isEmpty());
}

TEST_F(DamagedFilesTest, ASystemOrAReferenceThatIsDamagedChangesNothing)
{
    openStudy();
    const StudyDocument document = study().document();
    QByteArray system = QByteArray::fromStdString(std::string{presets(PresetKind::Systems).front().json});
    system.replace("\"memory\"", "\"mammary\"");
    for (const auto& [name, bytes] : {std::pair{QStringLiteral("system.json"), system},
                                      std::pair{QStringLiteral("reference.json"),
                                                QByteArray("{\"schema\": \"planscope.reference/1\", \"facts\": 7}")}}) {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Ok);
        window().session().open(write(name, bytes));
        settle();
        const QString told = dialogs.texts().value(0);
        EXPECT_TRUE(told.contains(QStringLiteral("file."))) << told.toStdString();
        EXPECT_EQ(study().document(), document);
        EXPECT_TRUE(study().referenceTitle().isEmpty());
    }
}

/// Saving fails: it is told, and the study stays open, modified and kept for recovery.
TEST_F(DamagedFilesTest, AStudyThatCannotBeSavedStays)
{
    openStudy();
    enterValue(*window().editor()->editor(CandidateField::MicrobatchSize), QStringLiteral("2"));
    DialogAnswerer dialogs;
    dialogs.chooseFile(path(QStringLiteral("no/such/folder/study.planscope")));
    dialogs.press(QMessageBox::Ok);
    EXPECT_FALSE(window().session().saveAs());
    EXPECT_TRUE(window().isWindowModified());
    EXPECT_TRUE(window().session().path().isEmpty());
}

TEST_F(DamagedFilesTest, AFileThatAnotherProgramChangedIsNotReplacedUnasked)
{
    openStudy();
    const QString file = path(QStringLiteral("shared.planscope"));
    {
        DialogAnswerer dialogs;
        dialogs.chooseFile(file);
        ASSERT_TRUE(window().session().saveAs());
    }
    QFile other{file};
    ASSERT_TRUE(other.open(QIODevice::WriteOnly));
    other.write("changed elsewhere");
    other.close();
    enterValue(*window().editor()->editor(CandidateField::MicrobatchSize), QStringLiteral("2"));
    {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Cancel);
        EXPECT_FALSE(window().session().save());
    }
    EXPECT_TRUE(window().isWindowModified());
    ASSERT_TRUE(other.open(QIODevice::ReadOnly));
    EXPECT_EQ(other.readAll(), QByteArray("changed elsewhere"));
    DialogAnswerer dialogs;
    dialogs.press(QMessageBox::Save);
    EXPECT_TRUE(window().session().save());
    EXPECT_FALSE(window().isWindowModified());
}

TEST_F(DamagedFilesTest, KeptCopiesThatAreDamagedAreSetAsideAndToldOnce)
{
    QDir().mkpath(autosaveFolder());
    const auto keep = [this](const char* name, const QByteArray& bytes) {
        QFile file(QDir(autosaveFolder()).filePath(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    keep("a.autosave", "{\"schema\": \"planscope.autosave/1\", \"study\": ");
    keep("b.autosave", QByteArray("\0\1\2\3", 4));
    keep("c.autosave", {});
    keep("d.autosave", R"({"schema": "planscope.autosave/1", "original_path": "", "saved_at": "2024-01-01T00:00:00Z",
                           "study": {"schema": "planscope.study/1", "colour": "red"}})");
    {
        DialogAnswerer dialogs;
        dialogs.press(QMessageBox::Ok);
        window().session().start({});
        EXPECT_EQ(dialogs.seen(), 1);
        EXPECT_TRUE(dialogs.texts().value(0).contains(QStringLiteral("nothing was deleted")));
    }
    EXPECT_EQ(QDir(autosaveFolder()).entryList({QStringLiteral("*.unreadable*")}).size(), 4);
    EXPECT_FALSE(window().session().isOpen());
    const DialogAnswerer none;
    openWindow();
    window().session().start({});
    EXPECT_EQ(none.seen(), 0);
    expectUsable();
}

} // namespace
} // namespace planscope::ui
