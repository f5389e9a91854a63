#include "ui/panels/compare_header.h"

#include "ui/panels/compare_view.h"
#include "ui/panels/compared_figure_row.h"
#include "ui/panels/shown_whole_study.h"

#include "ui/graph/loom_of_comparison.h"

#include <QToolButton>

#include <algorithm>

namespace planscope::ui {
namespace {

/// What stands above a comparison of whole models. A: 4 stages of 20 blocks.
class WholeCompareHeaderTest : public ShownWholeStudy {
protected:
    WholeCompareHeaderTest()
    {
        view.resize(1200, 900);
        view.show();
        // B is A but for what a test changes.
        for (const CandidateField field : {CandidateField::VirtualStages, CandidateField::InterleavingGroup})
            change(field, "");
        change(CandidateField::ScheduleKind, "one_forward_one_backward");
    }
    void change(CandidateField field, const char* value)
    {
        study.setCandidateField(1, field, QString::fromLatin1(value));
        study.waitForResults();
        view.finish();
    }
    const ComparedPair& pair() { return *view.comparison().pair(); }
    QStringList chips()
    {
        QStringList texts;
        for (const QToolButton* const chip : view.header().chips())
            texts << chip->text();
        return texts;
    }

    CompareView view{context};
};

TEST_F(WholeCompareHeaderTest, CountsWhatTheLoomColours)
{
    change(CandidateField::Layout, "21, 21, 21, 17");
    const Comparison& comparison = pair().comparison;
    EXPECT_EQ(comparison.taskCounts.changed, 0);
    EXPECT_GT(comparison.stepCounts.changed, 0);
    const ComparedLoom loom =
        mergedLoomOf(comparison, pair().results[0], pair().results[1], EstimateMode::PeakOnly);
    const auto coloured = std::count_if(loom.difference->tasks.begin(), loom.difference->tasks.end(),
                                        [](const LoomTaskPair& task) { return task.change == Change::Changed; });
    EXPECT_EQ(coloured, comparison.taskCounts.changed + comparison.stepCounts.changed);
    EXPECT_TRUE(view.header().counts().contains(countsText(comparison.stepCounts)));
}

TEST_F(WholeCompareHeaderTest, ALayoutIsAShortChip)
{
    change(CandidateField::Layout, "21, 21, 21, 17");
    EXPECT_EQ(chips(), QStringList{QStringLiteral("Layout  even → 3×21, 17")});
}

TEST_F(WholeCompareHeaderTest, RanksStandInFrontWhereTheyDiffer)
{
    const auto first = [this] { return view.header().figures().figures().front(); };
    change(CandidateField::Layout, "21, 21, 21, 17");
    EXPECT_EQ(first().name, QStringLiteral("Iteration time"));
    change(CandidateField::DataDegree, "4");
    EXPECT_EQ(first().name, QStringLiteral("Ranks (accelerators)"));
    EXPECT_EQ(first().a, QStringLiteral("64"));
    EXPECT_EQ(first().b, QStringLiteral("128"));
}

TEST_F(WholeCompareHeaderTest, PartsOfTheScheduleAreNamedByTheirCause)
{
    change(CandidateField::ScheduleKind, "interleaved_one_forward_one_backward");
    change(CandidateField::VirtualStages, "5");
    ASSERT_GE(chips().size(), 2);
    for (const QString& chip : chips())
        EXPECT_TRUE(chip.startsWith(QStringLiteral("Pipeline schedule"))) << chip.toStdString();
}

} // namespace
} // namespace planscope::ui
