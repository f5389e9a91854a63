#include "ui/models/cause_model.h"
#include "ui/models/difference_filter.h"
#include "ui/models/fact_cell.h"
#include "ui/models/model_roles.h"
#include "ui/models/study_comparison.h"

#include "sample_study.h"

#include "report/number_format.h"

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QSignalSpy>

#include <cmath>
#include <set>

namespace planscope::ui {
namespace {

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;
constexpr auto timeMeasure = Measure::SystemEvidenceTime;

class StudyComparisonTest : public testing::Test {
protected:
    StudyComparisonTest()
    {
        study.setDocument(sampleStudy());
        study.waitForResults();
        comparison.setWatched(true);
        comparison.wait();
    }
    void edit(std::size_t candidate, CandidateField field, const char* value)
    {
        study.setCandidateField(candidate, field, QString::fromLatin1(value));
        study.waitForResults();
        comparison.wait();
    }
    const Comparison& compared() const { return comparison.pair()->comparison; }
    double timeDelta() const { return compared().figure("time.system_evidence.total")->delta()->toDouble(); }

    StudyController study;
    StudyComparison comparison{study};
};

TEST_F(StudyComparisonTest, IsOfThePinnedCandidates)
{
    ASSERT_TRUE(comparison.pair());
    EXPECT_EQ(comparison.pair()->results[0], study.state(0)->result.block());
    EXPECT_EQ(comparison.pair()->results[1], study.state(1)->result.block());
    EXPECT_NEAR(timeDelta(), 13.6381 - 18.0288, 5e-5);
}

TEST_F(StudyComparisonTest, FollowsAnEditOfEitherSide)
{
    for (const std::size_t side : {0u, 1u}) {
        const double before = timeDelta();
        QSignalSpy told(&comparison, &StudyComparison::changed);
        edit(side, CandidateField::MicrobatchSize, "2");
        EXPECT_NE(timeDelta(), before);
        EXPECT_EQ(comparison.pair()->results[side], study.state(side)->result.block());
        EXPECT_GT(told.count(), 0);
    }
}

TEST_F(StudyComparisonTest, KeepsTheLastOneUntilTheNextIsThere)
{
    const ComparedPairPtr before = comparison.pair();
    study.setCandidateField(1, CandidateField::MicrobatchSize, QStringLiteral("2"));
    study.waitForResults();
    EXPECT_TRUE(comparison.isUnderWay());
    EXPECT_EQ(comparison.pair(), before);
    comparison.wait();
    EXPECT_FALSE(comparison.isUnderWay());
    EXPECT_NE(comparison.pair(), before);
}

TEST_F(StudyComparisonTest, OnlyTheNewestOfSeveralEditsIsShown)
{
    for (const char* const degree : {"1", "2", "4"}) {
        study.setCandidateField(1, CandidateField::MicrobatchSize, QString::fromLatin1(degree));
        study.waitForResults();
    }
    std::set<ComparedPairPtr> seen;
    QObject::connect(&comparison, &StudyComparison::changed, &comparison, [&] { seen.insert(comparison.pair()); });
    comparison.wait();
    QCoreApplication::processEvents();
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_EQ((*seen.begin())->results[1], study.state(1)->result.block());
}

TEST_F(StudyComparisonTest, NothingIsMadeWhileNobodyLooks)
{
    const ComparedPairPtr before = comparison.pair();
    comparison.setWatched(false);
    edit(1, CandidateField::MicrobatchSize, "2");
    EXPECT_EQ(comparison.pair(), before);
    comparison.setWatched(true);
    comparison.wait();
    EXPECT_NE(comparison.pair(), before);
}

TEST_F(StudyComparisonTest, SwappedPinsMirrorIt)
{
    const Comparison forward = compared();
    study.pin(1, 0);
    comparison.wait();
    const Comparison& back = compared();
    EXPECT_EQ(back.taskCounts.added, forward.taskCounts.removed);
    EXPECT_EQ(back.taskCounts.removed, forward.taskCounts.added);
    EXPECT_EQ(back.taskCounts.changed, forward.taskCounts.changed);
    const std::vector<DifferenceRow> there = differenceRows(forward);
    const std::vector<DifferenceRow> here = differenceRows(back);
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t k = 0; k < here.size(); ++k) {
        EXPECT_EQ(here[k].fact.a, there[k].fact.b);
        EXPECT_EQ(here[k].fact.b, there[k].fact.a);
    }
}

TEST_F(StudyComparisonTest, AMissingPinEndsIt)
{
    study.pin(0, std::nullopt);
    EXPECT_FALSE(comparison.pair());
    EXPECT_FALSE(comparison.sideState(1));
}

TEST_F(StudyComparisonTest, ARefusedEditKeepsTheLastLawfulOne)
{
    const ComparedPairPtr before = comparison.pair();
    edit(1, CandidateField::TensorDegree, "7");
    EXPECT_EQ(comparison.pair(), before);
    EXPECT_TRUE(comparison.sideState(1)->stale);
}

TEST_F(StudyComparisonTest, WhatStandsBehindACauseAddsUpToItsShare)
{
    edit(1, CandidateField::MicrobatchSize, "2");
    const CauseTable* const table = causeTableOf(*comparison.pair(), timeMeasure);
    ASSERT_GE(table->causes.size(), 2u);
    comparison.follow(EstimateMode::SystemEvidence);
    comparison.wait();
    const FollowedCausesPtr followed = comparison.followed(EstimateMode::SystemEvidence);
    ASSERT_TRUE(followed);
    CauseModel model;
    const QAbstractItemModelTester tester(&model, fatal);
    for (std::size_t cause = 0; cause < table->causes.size(); ++cause) {
        model.setCause(comparison.pair().get(), followed.get(), timeMeasure, cause);
        double sum = 0;
        for (int row = 0; row + 1 < model.rowCount(); ++row)
            sum += model.index(row, static_cast<int>(CauseModel::Column::Share)).data(ExactRole).toDouble();
        const double share = table->find("time.system_evidence.total")->shares[cause];
        EXPECT_NEAR(sum, share, 1e-9) << table->causes[cause].name;
        EXPECT_EQ(
            model.index(model.rowCount() - 1, static_cast<int>(CauseModel::Column::Share)).data(ExactRole).toDouble(),
            share);
    }
    for (const Measure measure : {Measure::StageMemory, Measure::RankOperations}) {
        model.setCause(comparison.pair().get(), nullptr, measure, 0);
        double sum = 0;
        for (int row = 0; row + 1 < model.rowCount(); ++row)
            sum += model.index(row, static_cast<int>(CauseModel::Column::Share)).data(ExactRole).toDouble();
        const double share = causeTableOf(*comparison.pair(), measure)->find(nameOf(measure))->shares[0];
        EXPECT_NEAR(sum, share, 1e-9 * std::abs(share));
    }
    model.setCause(nullptr, nullptr, timeMeasure, 0);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(StudyComparisonTest, ANewComparisonComesWithWhatWasFollowedAndForgetsWhatWasNot)
{
    comparison.follow(EstimateMode::PeakOnly);
    comparison.wait();
    ASSERT_TRUE(comparison.followed(EstimateMode::PeakOnly));
    edit(1, CandidateField::MicrobatchSize, "2");
    const FollowedCausesPtr next = comparison.followed(EstimateMode::PeakOnly);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->pair, comparison.pair());
    EXPECT_FALSE(comparison.followed(EstimateMode::SystemEvidence));
    edit(1, CandidateField::MicrobatchSize, "4");
    EXPECT_FALSE(comparison.followed(EstimateMode::PeakOnly)) << "nobody asked for it again";
}

class DifferenceModelTest : public StudyComparisonTest {
protected:
    DifferenceModelTest() { model.setDifferences(differenceRows(compared())); }
    QVariant at(const QAbstractItemModel& of, int row, DifferenceModel::Column column, int role)
    {
        return of.index(row, static_cast<int>(column)).data(role);
    }

    DifferenceModel model;
    QAbstractItemModelTester tester{&model, fatal};
    DifferenceFilter filter{&model};
    QAbstractItemModelTester filterTester{&filter, fatal};
};

TEST_F(DifferenceModelTest, HasEveryFigureAndTaskOnceAndExactly)
{
    std::size_t figures = 0;
    for (const FigureGroup& group : compared().figures)
        figures += group.facts.size();
    std::size_t tasks = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const DifferenceRow& shown = model.row(row);
        tasks += shown.group == FactGroup::Task ? 1 : 0;
        figures -= shown.group != FactGroup::Task && shown.group < FactGroup::Model ? 1 : 0;
        const auto exact = [&](DifferenceModel::Column column) {
            return at(model, row, column, ExactRole).toString().toStdString();
        };
        EXPECT_EQ(exact(DifferenceModel::Column::A), shown.fact.a ? shown.fact.a->digits() : "");
        EXPECT_EQ(exact(DifferenceModel::Column::B), shown.fact.b ? shown.fact.b->digits() : "");
    }
    EXPECT_EQ(figures, 0u);
    EXPECT_EQ(tasks, compared().tasks.size() * countOf<TaskFact>());
}

TEST_F(DifferenceModelTest, LeavesOutWhatIsEqual)
{
    const int all = filter.rowCount();
    filter.setChangedOnly(true);
    EXPECT_LT(filter.rowCount(), all);
    EXPECT_GT(filter.rowCount(), 0);
    for (int row = 0; row < filter.rowCount(); ++row)
        EXPECT_NE(at(filter, row, DifferenceModel::Column::A, ExactRole),
                  at(filter, row, DifferenceModel::Column::B, ExactRole));
}

TEST_F(DifferenceModelTest, SortsByTheSizeOfWhatDiffersWithinAUnit)
{
    filter.sort(static_cast<int>(DifferenceModel::Column::Delta), Qt::DescendingOrder);
    std::set<FactUnit> left;
    for (int row = 1; row < filter.rowCount(); ++row) {
        const auto fact = [&](int k) -> const ComparedFact& {
            return model.row(filter.mapToSource(filter.index(k, 0)).row()).fact;
        };
        if (fact(row - 1).unit != fact(row).unit) {
            EXPECT_TRUE(left.insert(fact(row - 1).unit).second) << "a unit stands in two places";
        } else if (fact(row - 1).delta() && fact(row).delta()) {
            EXPECT_GE(std::abs(fact(row - 1).delta()->toDouble()), std::abs(fact(row).delta()->toDouble()));
        }
    }
    EXPECT_EQ(model.row(filter.mapToSource(filter.index(0, 0)).row()).fact.name, "time.system_evidence.total");
}

TEST_F(DifferenceModelTest, FindsByGroupAndWords)
{
    filter.setGroup(FactGroup::Memory);
    EXPECT_EQ(filter.rowCount(), static_cast<int>(memoryDifferenceRows(compared()).size()));
    filter.setGroup(FactGroup::Task);
    filter.setWords(QStringLiteral("EXPAND message"));
    EXPECT_EQ(filter.rowCount(), 5) << "forward, recompute, two gradients and the optimizer";
}

TEST_F(DifferenceModelTest, SignsAndUnitsAreWordsOfPeople)
{
    EXPECT_EQ(signedText(-4.39067, FactUnit::InSeconds), QStringLiteral("▼ −4.39 s"));
    EXPECT_EQ(signedText(0, FactUnit::InBytes), QStringLiteral("="));
    EXPECT_EQ(signedText(3 * 1024.0, FactUnit::InBytes), QStringLiteral("▲ +3.00 KiB"));
    EXPECT_EQ(deltaText(0.126, FactUnit::Ratio), QStringLiteral("+12.6 points"));
    EXPECT_EQ(relativeText(-0.2435), QStringLiteral("−24.3 %"));
    EXPECT_EQ(relativeText(std::nullopt), QStringLiteral("–"));
}

} // namespace
} // namespace planscope::ui
