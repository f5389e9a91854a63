#include "ui/panels/overview_view.h"

#include "ui/panels/shown_study.h"

#include "report/number_format.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/strip_card.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>
#include <QToolButton>

namespace planscope::ui {
namespace {

class OverviewViewTest : public ShownStudy {
protected:
    OverviewViewTest()
    {
        view.resize(1600, 900);
        view.show();
    }
    const StripContent& strip() const { return view.strip()->content(); }
    void edit(CandidateField field, const char* value)
    {
        study.setCandidateField(study.currentCandidate(), field, QString::fromLatin1(value));
        study.waitForResults();
    }
    std::vector<StripCard*> cards() const
    {
        const QList<StripCard*> found = view.findChildren<StripCard*>();
        return {found.begin(), found.end()};
    }

    OverviewView view{context};
};

TEST_F(OverviewViewTest, CardsStateTheSnapshots)
{
    const Derivation& derivation = *study.currentState()->result.block()->derivation;
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        const StripCardContent& card = strip().cards[1 + static_cast<std::size_t>(kind)];
        const SnapshotPtr snapshot = derivation.snapshot(kind);
        EXPECT_EQ(card.digest.toStdString(), snapshot->digest().toString());
        EXPECT_TRUE(card.schema.startsWith(QString::fromStdString(snapshot->schema().name)));
        EXPECT_EQ(card.verdict.role, Role::Ok);
        EXPECT_FALSE(card.isUnchanged);
    }
    EXPECT_TRUE(strip().cards[3].lines[0].text.startsWith(QString::number(plan().tasks.size())));
    const auto checks = derivation.history.checkpoints[0].outcomes.size();
    EXPECT_EQ(strip().cards[2].verdict.text, QStringLiteral("✓ %1 checks").arg(checks));
    EXPECT_TRUE(strip().steps[2].hostTime.text.startsWith(QStringLiteral("host ")));
}

TEST_F(OverviewViewTest, TheEstimateIsTheResultsToTheLastDigit)
{
    const Estimate& estimate = *study.currentState()->result.block()->estimate;
    const ModeEstimate& evidence = (*estimate.modes)[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const StripCardContent& card = strip().cards[5];
    EXPECT_EQ(card.headline.exact.toStdString(), exactDigits(evidence.iteration.total) + " s");
    EXPECT_TRUE(card.notes[0].exact.contains(QString::fromStdString(exactDigits(evidence.utilisation.mfu))));
    EXPECT_TRUE(card.lines[1].exact.contains(QString::number(estimate.memory.total.value())));
}

TEST_F(OverviewViewTest, ATierEditLeavesTheLeftSideAndTheDerivationCounterAlone)
{
    const StripContent before = strip();
    const quint64 derivations = study.derivationCount();
    edit(CandidateField::TensorTier, "1");
    const StripContent after = strip();
    for (std::size_t k = 0; k < StripContent::leftCards; ++k) {
        StripCardContent card = after.cards[k];
        EXPECT_EQ(card.isUnchanged, k > 0) << k; // the specs have no digest
        card.isUnchanged = false;
        EXPECT_EQ(card, before.cards[k]) << k;
    }
    EXPECT_EQ(after.steps, before.steps);
    EXPECT_NE(after.cards[4], before.cards[4]);
    EXPECT_NE(after.cards[5].headline, before.cards[5].headline);
    EXPECT_EQ(study.derivationCount(), derivations);
}

TEST_F(OverviewViewTest, AMappingEditKeepsTheModelAndChangesTheRest)
{
    edit(CandidateField::TensorDegree, "4");
    EXPECT_TRUE(strip().cards[1].isUnchanged);
    EXPECT_FALSE(strip().cards[2].isUnchanged);
    EXPECT_FALSE(strip().cards[3].isUnchanged);
    study.setCurrentCandidate(0);
    EXPECT_FALSE(strip().cards[1].isUnchanged) << "another candidate is no edit";
}

TEST_F(OverviewViewTest, WithoutATimeItSaysWhyAndKeepsTheMemory)
{
    edit(CandidateField::TensorDegree, "16");
    const StripCardContent& card = strip().cards[5];
    EXPECT_EQ(card.headline.role, Role::Error);
    EXPECT_TRUE(card.lines[0].exact.startsWith(QStringLiteral("network_tiers")));
    EXPECT_TRUE(card.gauge.has_value());
}

TEST_F(OverviewViewTest, AClickOnADigestCopiesAllOfItAndSaysSo)
{
    auto* digest = cards()[2]->findChild<QToolButton*>();
    digest->click();
    EXPECT_EQ(QApplication::clipboard()->text(), strip().cards[2].digest);
    EXPECT_TRUE(digest->text().contains(QStringLiteral("copied")));
}

TEST_F(OverviewViewTest, AClickOnACardSelectsItsSnapshotAndTheSelectionMarksIt)
{
    QTest::mouseClick(cards()[3], Qt::LeftButton, {}, QPoint(20, 10));
    EXPECT_EQ(selection.current(), (EntityKey{EntityKey::Kind::Snapshot, QStringLiteral("portable_plan")}));
}

TEST_F(OverviewViewTest, CopiesDigestsAndExactValues)
{
    const QString text = view.copyText();
    EXPECT_TRUE(text.contains(strip().cards[1].digest));
    EXPECT_TRUE(text.contains(QStringLiteral("Estimate\ttime.system_evidence.total\t%1\ts\n")
                                  .arg(QString::fromStdString(exactDigits(
                                      (*study.currentState()->result.block()->estimate->modes)[1].iteration.total)))));
}

} // namespace
} // namespace planscope::ui
