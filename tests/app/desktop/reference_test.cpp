#include "dialog_answerer.h"
#include "window_test.h"

#include "ui/models/model_roles.h"
#include "ui/models/problems_model.h"
#include "ui/panels/checkpoints_view.h"
#include "ui/panels/details_browser.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/problems_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

namespace planscope::ui {
namespace {

/// Its second figure is wrong: reading takes 201326592 bytes.
constexpr const char* wrongReference = R"({"schema": "planscope.reference/1",
    "facts": {"mlp.expand.forward": {"operations": 309237645312, "read_bytes": 7}}})";

class ReferenceTest : public WindowTest {
protected:
    ReferenceTest()
    {
        openStudy();
        study().setCurrentCandidate(1);
        settle();
    }

    CheckpointsView& view() { return showView<CheckpointsView>("checkpoints"); }
    QPushButton& button(const char* accessibleName)
    {
        for (QPushButton* const button : view().findChildren<QPushButton*>())
            if (button->accessibleName() == QLatin1String(accessibleName))
                return *button;
        throw std::invalid_argument(accessibleName);
    }
    /// As a person does: the view's button, then the dialog.
    void load(const QByteArray& reference)
    {
        DialogAnswerer dialogs;
        dialogs.chooseFile(write(QStringLiteral("known.json"), reference));
        QTest::mouseClick(&button("Load a reference file"), Qt::LeftButton);
        settle();
    }
    QString banner()
    {
        for (const QLabel* const label : view().findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("Verdict of the checkpoints"))
                return label->text();
        return {};
    }
    QAbstractItemModel& problems() { return *window().problems()->findChild<QTreeView*>()->model(); }
    QTreeView& tree() { return *view().findChild<QTreeView*>(); }
};

TEST_F(ReferenceTest, AWrongFigureRejectsATransitionAndNothingOfItIsPublished)
{
    const CandidateResultPtr before = result();
    const QString reportBefore = view().copyText();
    load(wrongReference);

    const CandidateResultPtr rejected = study().referenceResult();
    ASSERT_TRUE(rejected);
    EXPECT_EQ(rejected->status, ResultStatus::Rejected);
    EXPECT_TRUE(rejected->derivation->snapshot(IrKind::Model));
    EXPECT_FALSE(rejected->derivation->snapshot(IrKind::Distributed));
    EXPECT_FALSE(rejected->derivation->snapshot(IrKind::PortablePlan));
    EXPECT_FALSE(rejected->estimate);
    EXPECT_EQ(rejected->derivation->history.analyses.size(), 0u);

    EXPECT_TRUE(banner().contains(QStringLiteral("The transition to DistributedTaskIR was rejected")));
    EXPECT_TRUE(banner().contains(QStringLiteral("Nothing of it was published")));

    // Expected, actual and culprit: in the row in sight, in Details and in what is copied.
    const QModelIndex row = tree().currentIndex();
    QString shown;
    for (int column = 0; column < tree().model()->columnCount(); ++column)
        shown += row.siblingAtColumn(column).data().toString() + QLatin1Char('\n');
    const QString details = window().findChild<DetailsPanel*>()->findChild<DetailsBrowser*>()->details().toTsv();
    for (const QString& text : {details, view().copyText()})
        for (const char* const part : {"7", "201326592", "mlp.expand.forward", "read_bytes"})
            EXPECT_TRUE(text.contains(QLatin1String(part))) << part << "\n" << text.toStdString();
    EXPECT_TRUE(shown.contains(QStringLiteral("check.reference"))) << shown.toStdString();

    // The problem is listed, and leads to the check from any view.
    ASSERT_EQ(problems().rowCount(), 1);
    const QString message = problems().index(0, static_cast<int>(ProblemsModel::Column::Message)).data().toString();
    for (const char* const part : {"7", "201326592", "mlp.expand.forward"})
        EXPECT_TRUE(message.contains(QLatin1String(part))) << message.toStdString();
    showView("overview");
    press(Qt::Key_F8);
    EXPECT_EQ(qobject_cast<View*>(window().findChild<QTabWidget*>()->currentWidget())->exportName(),
              QStringLiteral("checkpoints"));
    EXPECT_EQ(window().selection().current(),
              (EntityKey{EntityKey::Kind::Check, QStringLiteral("distributed/check.reference")}));

    // The candidate itself stands, and with the reference unloaded its own checkpoints show again.
    EXPECT_EQ(result(), before);
    QTest::mouseClick(&button("Clear the reference"), Qt::LeftButton);
    settle();
    EXPECT_FALSE(study().referenceResult());
    EXPECT_EQ(view().copyText(), reportBefore);
    EXPECT_TRUE(banner().contains(QStringLiteral("2 checkpoints accepted")));
    EXPECT_EQ(problems().rowCount(), 0);
    EXPECT_EQ(result(), before);
}

TEST_F(ReferenceTest, AReferenceFollowsEditsUntilItHolds)
{
    load(R"({"schema": "planscope.reference/1", "facts": {"mlp.expand.forward": {"operations": 618475290624}}})");
    EXPECT_EQ(study().referenceResult()->status, ResultStatus::Rejected);
    study().setCandidateField(1, CandidateField::TensorDegree, QStringLiteral("4"));
    settle();
    EXPECT_EQ(study().referenceResult()->status, ResultStatus::Ok);
    EXPECT_TRUE(banner().contains(QStringLiteral("checkpoints accepted")));
    for (int row = 0; row < problems().rowCount(); ++row)
        EXPECT_NE(problems().index(row, static_cast<int>(ProblemsModel::Column::Code)).data().toString(),
                  QStringLiteral("check.reference"));
}

TEST_F(ReferenceTest, AFileThatIsNoneLeavesTheReferenceThatIsLoaded)
{
    load(wrongReference);
    load("{\"schema\": \"planscope.reference/1\", \"facts\": ");
    EXPECT_TRUE(banner().contains(QStringLiteral("known.json is no reference")));
    EXPECT_EQ(study().referenceResult()->status, ResultStatus::Rejected);
}

} // namespace
} // namespace planscope::ui
