#include "ui/panels/checkpoints_view.h"

#include "ui/models/checkpoint_tree_model.h"

#include "shown_study.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTreeView>

namespace planscope::ui {
namespace {

class Checkpoints : public ShownStudy {
protected:
    Checkpoints()
        : view(context)
    {
        view.resize(1100, 700);
        view.show();
    }
    QString fileWith(const char* text)
    {
        const QString path = folder.filePath(QStringLiteral("reference.json"));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return path;
    }
    QString banner() const
    {
        for (const QLabel* const label : view.findChildren<QLabel*>())
            if (label->accessibleName() == QStringLiteral("Verdict of the checkpoints"))
                return label->text();
        return {};
    }

    QTemporaryDir folder;
    CheckpointsView view;
};

TEST_F(Checkpoints, CopiesEveryOutcome)
{
    qsizetype outcomes = 0;
    for (const CheckpointReport& report : study.currentState()->result.block()->derivation->history.checkpoints)
        outcomes += static_cast<qsizetype>(report.outcomes.size());
    EXPECT_EQ(view.copyText().count(QLatin1Char('\n')), outcomes + 1);
    EXPECT_FALSE(view.copyText().contains(QStringLiteral("\tfailed\t")));
    EXPECT_TRUE(banner().contains(QStringLiteral("2 checkpoints accepted")));
}

TEST_F(Checkpoints, ARejectedTransitionSaysBywhatAndThatNothingWasPublished)
{
    const Digest before = study.currentState()->result.block()->derivation->snapshot(IrKind::PortablePlan)->digest();
    view.loadReference(fileWith(R"({"schema": "planscope.reference/1",
        "facts": {"mlp.expand.forward": {"operations": 309237645312, "read_bytes": 7}}})"));
    study.waitForResults();
    ASSERT_TRUE(study.referenceResult());
    EXPECT_TRUE(banner().contains(QStringLiteral("rejected by the reference observer (reference.json): 1 of")));
    EXPECT_TRUE(
        banner().contains(QStringLiteral("Nothing of it was published: the history holds ModelIR and 0 analyses")));
    EXPECT_TRUE(view.copyText().contains(QStringLiteral(
        "check.reference\tlayer mlp.expand, phase forward, read_bytes\tfailed\t7\t201326592\tmlp.expand.forward\n")));
    EXPECT_EQ(selection.current(), (EntityKey{EntityKey::Kind::Check, QStringLiteral("distributed/check.reference")}));
    EXPECT_EQ(study.currentState()->result.block()->derivation->snapshot(IrKind::PortablePlan)->digest(), before);
    study.clearReference();
    EXPECT_TRUE(banner().contains(QStringLiteral("2 checkpoints accepted")));
}

TEST_F(Checkpoints, AFileThatIsNoReferenceIsNamedWithItsFault)
{
    view.loadReference(fileWith(R"({"schema": "planscope.reference/9", "facts": {}})"));
    EXPECT_TRUE(banner().contains(QStringLiteral("reference.json is no reference")));
    EXPECT_TRUE(banner().contains(QStringLiteral("planscope.reference/1")));
    EXPECT_TRUE(study.referenceTitle().isEmpty());
    view.loadReference(folder.filePath(QStringLiteral("absent.json")));
    EXPECT_TRUE(banner().contains(QStringLiteral("cannot be opened")));
}

TEST_F(Checkpoints, FollowsAndSetsTheSelection)
{
    const EntityKey mesh{EntityKey::Kind::Check, QStringLiteral("distributed/check.mesh")};
    selection.select(mesh);
    QTreeView& tree = *view.findChild<QTreeView*>();
    EXPECT_EQ(tree.currentIndex().data().toString(), QStringLiteral("check.mesh"));
    tree.setCurrentIndex(tree.model()->index(1, 0));
    EXPECT_EQ(selection.current(), (EntityKey{EntityKey::Kind::Snapshot, QStringLiteral("portable_plan")}));
}

} // namespace
} // namespace planscope::ui
