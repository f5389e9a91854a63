#include "desktop/main_window.h"

#include "desktop/view_exporter.h"
#include "frontend/candidate_source.h"
#include "ui/panels/document_session.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/legal_spin_box.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace planscope::ui {
namespace {

/// The real window on a bundled study, its settings in a folder of its own.
class MainWindowTest : public testing::Test {
protected:
    MainWindowTest() : m_settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
    {
        QStandardPaths::setTestModeEnabled(true);
        m_window = std::make_unique<MainWindow>(m_settings);
        m_window->resize(1920, 1080);
        m_window->show();
    }

    void openStudy()
    {
        m_window->session().openBundled(QStringLiteral("gpt3-175B-64xA100"));
        study().waitForResults();
        QApplication::processEvents();
    }
    StudyController& study() { return m_window->study(); }
    CandidateResultPtr result() { return study().currentState()->result; }

    /// Types a value into the real control of a field.
    void type(CandidateField field, const char* text)
    {
        auto* box = qobject_cast<LegalSpinBox*>(m_window->editor()->editor(field)->control());
        ASSERT_NE(box, nullptr);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(text));
        study().waitForResults();
        QApplication::processEvents();
    }

    QTemporaryDir m_folder;
    QSettings m_settings;
    std::unique_ptr<MainWindow> m_window;
};

TEST_F(MainWindowTest, startsWithAStartPageAndNoPanels)
{
    for (const QDockWidget* const dock : m_window->findChildren<QDockWidget*>())
        EXPECT_FALSE(dock->isVisible()) << dock->objectName().toStdString();
    openStudy();
    for (const QDockWidget* const dock : m_window->findChildren<QDockWidget*>())
        EXPECT_TRUE(dock->isVisible()) << dock->objectName().toStdString();
}

TEST_F(MainWindowTest, aTierMovesTheEstimateAndNothingLeftOfTheBoundary)
{
    openStudy();
    const CandidateResultPtr before = result();
    const quint64 derivations = study().derivationCount();
    type(CandidateField::TensorTier, "1");
    const CandidateResultPtr after = result();
    EXPECT_NE(after->estimate->modes->back().iteration.total, before->estimate->modes->back().iteration.total);
    EXPECT_EQ(after->derivation, before->derivation);
    EXPECT_EQ(study().derivationCount(), derivations);
}

TEST_F(MainWindowTest, anEditAgreesWithTheEngineToTheLastDigit)
{
    openStudy();
    type(CandidateField::TensorDegree, "4");
    const auto source = CandidateSource::open(study().document().toJson());
    const CandidateResultPtr expected = evaluate(*source->read(study().currentCandidate()).candidate);
    ASSERT_TRUE(result()->derivation && expected->derivation);
    EXPECT_EQ(result()->derivation->snapshot(IrKind::PortablePlan)->digest(),
              expected->derivation->snapshot(IrKind::PortablePlan)->digest());
    EXPECT_EQ(result()->estimate->modes->back().iteration.total, expected->estimate->modes->back().iteration.total);
    EXPECT_EQ(result()->estimate->memory, expected->estimate->memory);
}

TEST_F(MainWindowTest, aWrongValueStaysAsTypedWithTheImportersWords)
{
    openStudy();
    const CandidateResultPtr before = result();
    type(CandidateField::TensorDegree, "7");
    const FieldEditor& field = *m_window->editor()->editor(CandidateField::TensorDegree);
    EXPECT_EQ(field.value(), QStringLiteral("7"));
    EXPECT_TRUE(field.message().contains(QStringLiteral("does not divide")));
    EXPECT_EQ(result(), before);
    EXPECT_TRUE(study().currentState()->stale);
    study().undoStack().undo();
    study().waitForResults();
    EXPECT_TRUE(field.message().isEmpty());
    EXPECT_FALSE(study().currentState()->stale);
}

TEST_F(MainWindowTest, stepsGoThroughLegalValuesOnly)
{
    openStudy();
    auto* box = qobject_cast<LegalSpinBox*>(m_window->editor()->editor(CandidateField::TensorDegree)->control());
    ASSERT_NE(box, nullptr);
    box->stepBy(1);
    EXPECT_EQ(box->value(), QStringLiteral("12")); // of 8: the next divisor of gcd(h, f, a)
    box->stepBy(-2);
    EXPECT_EQ(box->value(), QStringLiteral("6"));
}

TEST_F(MainWindowTest, everyViewShowsTheStudyAndCopiesIt)
{
    openStudy();
    for (View* const view : m_window->views()) {
        view->ensureFresh();
        EXPECT_FALSE(view->title().isEmpty());
        EXPECT_FALSE(view->copyText().isEmpty()) << view->exportName().toStdString();
    }
}

TEST_F(MainWindowTest, oneSelectionReachesEveryView)
{
    openStudy();
    auto* tabs = m_window->findChild<QTabWidget*>();
    m_window->selection().select({EntityKey::Kind::Task, QStringLiteral("mlp.expand.forward")});
    for (int k = 0; k < tabs->count(); ++k) {
        tabs->setCurrentIndex(k);
        QApplication::processEvents();
        EXPECT_EQ(m_window->selection().current().name, QStringLiteral("mlp.expand.forward")) << k;
    }
}

TEST_F(MainWindowTest, aSpoiltLayoutFallsBackToTheDefault)
{
    m_settings.setValue(QStringLiteral("state"), QByteArray("spoilt"));
    m_window = std::make_unique<MainWindow>(m_settings);
    m_window->show();
    openStudy();
    for (const QDockWidget* const dock : m_window->findChildren<QDockWidget*>())
        EXPECT_TRUE(dock->isVisible());
}

TEST(ViewExporter, writesEachViewAsPngAndSvg)
{
    const QTemporaryDir folder;
    ASSERT_EQ(exportViewsOf(QStringLiteral("megatron-22B-8xA100"), folder.path(), QStringLiteral("dark"),
                            QStringLiteral("2")),
              0);
    const QStringList pictures = QDir(folder.path()).entryList({QStringLiteral("*.png")});
    EXPECT_EQ(pictures.size(), 8);
    EXPECT_EQ(QDir(folder.path()).entryList({QStringLiteral("*.svg")}).size(), 8);
    for (const QString& picture : pictures)
        EXPECT_FALSE(QImage(folder.filePath(picture)).isNull()) << picture.toStdString();
}

TEST(ViewExporter, saysWhyItCannot)
{
    EXPECT_EQ(exportViewsOf({}, QStringLiteral("views"), QStringLiteral("light"), QStringLiteral("1")), 2);
    EXPECT_EQ(exportViewsOf(QStringLiteral("no such study"), QStringLiteral("views"), QStringLiteral("light"),
                            QStringLiteral("1")),
              2);
}

} // namespace
} // namespace planscope::ui
