#include "window_test.h"

#include "desktop/view_exporter.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/field_editor.h"
#include "ui/panels/legal_spin_box.h"
#include "ui/panels/overview_view.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QImage>

#include <algorithm>
#include <map>

namespace planscope::ui {
namespace {

class MainWindowTest : public WindowTest {
protected:
    /// What the cards left of the red boundary say; that they are unchanged is no change.
    std::vector<StripCardContent> leftCards()
    {
        const auto& cards = showView<OverviewView>("overview").strip()->content().cards;
        std::vector<StripCardContent> left(cards.begin(), cards.begin() + StripContent::leftCards);
        for (StripCardContent& card : left)
            card.isUnchanged = false;
        return left;
    }
};

TEST_F(MainWindowTest, startsWithAStartPageAndNoPanels)
{
    for (const QDockWidget* const dock : window().findChildren<QDockWidget*>())
        EXPECT_FALSE(dock->isVisible()) << dock->objectName().toStdString();
    openStudy();
    for (const QDockWidget* const dock : window().findChildren<QDockWidget*>())
        EXPECT_TRUE(dock->isVisible()) << dock->objectName().toStdString();
}

TEST_F(MainWindowTest, aTierMovesTheEstimateAndNothingLeftOfTheBoundary)
{
    openStudy();
    const CandidateResultPtr before = result();
    const quint64 derivations = study().derivationCount();
    const std::vector<StripCardContent> cards = leftCards();
    const StripCardContent estimate = showView<OverviewView>("overview").strip()->content().cards.back();
    enterValue(*window().editor()->editor(CandidateField::TensorTier), QStringLiteral("1"));
    settle();
    const CandidateResultPtr after = result();
    EXPECT_NE(after->estimate->modes->back().iteration.total, before->estimate->modes->back().iteration.total);
    EXPECT_EQ(after->derivation, before->derivation);
    EXPECT_EQ(study().derivationCount(), derivations);
    EXPECT_EQ(leftCards(), cards);
    EXPECT_NE(showView<OverviewView>("overview").strip()->content().cards.back(), estimate);
}

TEST_F(MainWindowTest, stepsGoThroughLegalValuesOnly)
{
    openStudy();
    auto* box = qobject_cast<LegalSpinBox*>(window().editor()->editor(CandidateField::TensorDegree)->control());
    ASSERT_NE(box, nullptr);
    box->setFocus();
    press(Qt::Key_Up);
    EXPECT_EQ(box->value(), QStringLiteral("12")); // of 8: the next divisor of gcd(h, f, a)
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    EXPECT_EQ(box->value(), QStringLiteral("6"));
}

TEST_F(MainWindowTest, everyViewShowsTheStudyAndCopiesIt)
{
    openStudy();
    for (View* const view : window().views()) {
        view->ensureFresh();
        EXPECT_FALSE(view->title().isEmpty());
        EXPECT_EQ(view->copyText().isEmpty(), !view->isDrawn()) << view->exportName().toStdString();
    }
}

TEST_F(MainWindowTest, noKeyOfTheWindowMeansAnythingElse)
{
    std::map<QString, QList<const QAction*>> ofKey;
    for (const QAction* const action : window().findChildren<QAction*>())
        if (action->shortcutContext() != Qt::WidgetShortcut) // those hold where their widget has the focus
            for (const QKeySequence& key : action->shortcuts())
                ofKey[key.toString()] << action;
    for (const auto& [key, actions] : ofKey) {
        const bool isOfWindow = std::any_of(actions.begin(), actions.end(), [](const QAction* action) {
            return action->shortcutContext() == Qt::WindowShortcut;
        });
        EXPECT_TRUE(!isOfWindow || actions.size() == 1)
            << key.toStdString() << " is " << actions.front()->text().toStdString() << " and "
            << actions.back()->text().toStdString();
    }
    EXPECT_GT(ofKey.size(), 20u);
}

TEST_F(MainWindowTest, eachViewIsExportedAsPngAndSvg)
{
    openStudy();
    const QDir folder(path(QStringLiteral("views")));
    ASSERT_EQ(exportViewsOf(QStringLiteral("gpt3-175B-64xA100"), folder.path(), QStringLiteral("dark"),
                            QStringLiteral("1")),
              0);
    for (const View* const view : window().views()) { // one picture each, or one of each of its pages
        const QStringList pictures = folder.entryList({view->exportName() + QStringLiteral("*.png")});
        EXPECT_EQ(pictures.isEmpty(), !view->isDrawn()) << view->exportName().toStdString();
        for (const QString& picture : pictures) {
            EXPECT_FALSE(QImage(folder.filePath(picture)).isNull()) << picture.toStdString();
            EXPECT_TRUE(folder.exists(picture.chopped(4) + QStringLiteral(".svg"))) << picture.toStdString();
        }
    }
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
