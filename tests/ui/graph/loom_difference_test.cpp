#include "ui/graph/loom_compare_widget.h"
#include "ui/graph/loom_difference_painter.h"
#include "ui/graph/loom_difference_text.h"

#include "loom_cases.h"

#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace planscope::ui {
namespace {

using test::resultOfBundled;

class LoomDifferenceTest : public testing::Test {
protected:
    CandidateResultPtr a = resultOfBundled("tab5-gpt3-175B-full");
    CandidateResultPtr b = resultOfBundled("tab5-gpt3-175B-seqsel");
    Comparison comparison = compare(*a, *b);
    ComparedLoom merged = mergedLoomOf(comparison, a, b, EstimateMode::SystemEvidence);

    LoomCompareWidget::Looms looms() const
    {
        return {merged,
                {sideLoomOf(comparison, a, b, EstimateMode::SystemEvidence, 0),
                 sideLoomOf(comparison, a, b, EstimateMode::SystemEvidence, 1)}};
    }
    std::shared_ptr<const LoomStyle> style(LoomLens lens = LoomLens::PredictedTime) const
    {
        return std::make_shared<const LoomStyle>(std::make_shared<const LoomScene>(makeLoomScene(*merged.input)),
                                                 merged.input, Theme{}, lens, LoomMark::Bar, merged.difference);
    }
};

TEST_F(LoomDifferenceTest, EveryTaskOfBothStandsInOnePlace)
{
    ASSERT_EQ(merged.input->tasks.size(), merged.difference->tasks.size());
    std::size_t ofA = 0;
    std::size_t ofB = 0;
    for (const LoomTaskPair& pair : merged.difference->tasks) {
        ofA += pair.facts[0] ? 1 : 0;
        ofB += pair.facts[1] ? 1 : 0;
    }
    EXPECT_EQ(ofA, a->derivation->plan().tasks.size());
    EXPECT_EQ(ofB, b->derivation->plan().tasks.size());
    const LoomScene scene = makeLoomScene(*merged.input);
    for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell)
        EXPECT_EQ(scene.cellAt(scene.cells()[cell].row, scene.cells()[cell].column), cell) << "two cells in one place";
}

TEST_F(LoomDifferenceTest, FactsAndChangesAreTheComparisons)
{
    for (const ComparedTask& task : comparison.tasks) {
        const QString name = QString::fromStdString(task.name);
        const auto found = std::find_if(
            merged.difference->tasks.begin(), merged.difference->tasks.end(), [&](const LoomTaskPair& pair) {
                return (task.indexA && pair.names[0] == name) || (!task.indexA && pair.names[1] == name);
            });
        ASSERT_NE(found, merged.difference->tasks.end()) << task.name;
        const ComparedFact& seconds = task[TaskFact::SystemEvidenceSeconds];
        if (task.indexA) {
            EXPECT_EQ(*found->facts[0]->seconds, seconds.a->toDouble());
        }
        if (task.indexB) {
            EXPECT_EQ(*found->facts[1]->seconds, seconds.b->toDouble());
        }
        if (found->names[0] == found->names[1]) {
            EXPECT_EQ(found->change, task.change);
        }
    }
}

TEST_F(LoomDifferenceTest, ACollectiveThatBecameAnotherSharesItsPlace)
{
    const auto replaced =
        std::find_if(merged.difference->tasks.begin(), merged.difference->tasks.end(), [](const LoomTaskPair& pair) {
            return pair.collectives[0] == CollectiveKind::AllReduce
                && pair.collectives[1] == CollectiveKind::ReduceScatter;
        });
    ASSERT_NE(replaced, merged.difference->tasks.end());
    EXPECT_NE(replaced->names[0], replaced->names[1]);
    EXPECT_EQ(replaced->change, Change::Changed);
}

TEST_F(LoomDifferenceTest, WithItselfNothingDiffers)
{
    const Comparison same = compare(*a, *a);
    const ComparedLoom loom = mergedLoomOf(same, a, a, EstimateMode::PeakOnly);
    for (const LoomCellPair& pair : cellPairsOf(makeLoomScene(*loom.input), *loom.difference, LoomLens::PredictedTime))
        EXPECT_TRUE(pair.change == Change::Same && pair.delta == 0);
}

TEST_F(LoomDifferenceTest, SwappedSidesMirrorEachCell)
{
    const Comparison back = compare(*b, *a);
    const ComparedLoom mirror = mergedLoomOf(back, b, a, EstimateMode::SystemEvidence);
    ASSERT_EQ(mirror.difference->tasks.size(), merged.difference->tasks.size());
    for (std::size_t k = 0; k < mirror.difference->tasks.size(); ++k) {
        EXPECT_EQ(mirror.difference->tasks[k].facts[0], merged.difference->tasks[k].facts[1]);
        EXPECT_EQ(mirror.difference->tasks[k].names[1], merged.difference->tasks[k].names[0]);
    }
}

TEST_F(LoomDifferenceTest, AFoldedHalfSumsBothSides)
{
    const LoomScene scene = makeLoomScene(*merged.input, {0b11});
    const auto pairs = cellPairsOf(scene, *merged.difference, LoomLens::Operations);
    Total<struct OperationsUnit> sum;
    for (const LoomCellPair& pair : pairs)
        if (pair.facts[1])
            sum += pair.facts[1]->operations;
    Total<struct OperationsUnit> whole;
    for (const PlanTask& task : b->derivation->plan().tasks)
        whole += task.facts.operations;
    EXPECT_EQ(sum, whole);
}

/// What is painted of a cell, without colour.
QImage greyCell(const LoomStyle& style, std::uint32_t item, double height)
{
    QImage image(168, 24, QImage::Format_RGB32);
    image.fill(style.surface);
    QPainter painter(&image);
    LoomDifferencePainter(painter, style, height >= 14).paintSplit(item, QRectF(0, 0, 168, height));
    painter.end();
    return image.convertToFormat(QImage::Format_Grayscale8);
}

TEST_F(LoomDifferenceTest, MoreAndLessOnlyAAndOnlyBDifferInGrey)
{
    auto input = std::make_shared<LoomInput>();
    input->groups.resize(1);
    auto difference = std::make_shared<LoomDifference>();
    const auto add = [&](std::optional<double> ofA, std::optional<double> ofB, Change change) {
        LoomTask task;
        task.place = static_cast<std::uint32_t>(input->places.size());
        task.name = QString::number(input->tasks.size());
        input->places.push_back({task.name, task.name, 0});
        LoomTaskPair pair;
        pair.change = change;
        const std::array<std::optional<double>, 2> seconds{ofA, ofB};
        for (std::size_t side = 0; side < 2; ++side)
            if (seconds[side]) {
                pair.facts[side] = LoomFacts{};
                pair.facts[side]->seconds = seconds[side];
                pair.names[side] = task.name;
            }
        input->tasks.push_back(task);
        difference->tasks.push_back(pair);
    };
    add(1.0, 2.0, Change::Changed);
    add(3.0, 2.0, Change::Changed);
    add(2.0, {}, Change::Removed);
    add({}, 2.0, Change::Added);
    add(2.0, 2.0, Change::Same);
    const LoomStyle made(std::make_shared<const LoomScene>(makeLoomScene(*input)), input, Theme{},
                         LoomLens::PredictedTime, LoomMark::Bar, difference);
    for (const double height : {20.0, 6.0}) {
        std::vector<QImage> seen;
        for (std::uint32_t item = 0; item < 5; ++item) {
            const QImage grey = greyCell(made, item, height);
            for (const QImage& other : seen)
                EXPECT_NE(grey, other) << "item " << item << " at " << height;
            seen.push_back(grey);
        }
    }
}

TEST_F(LoomDifferenceTest, SideBySideMovesTogether)
{
    LoomCompareWidget widget;
    widget.resize(1000, 600);
    widget.setLooms(looms(), Theme{});
    widget.setForm(LoomCompareWidget::Form::SideBySide);
    widget.show();
    widget.side(0).setZoom(1);
    EXPECT_EQ(widget.side(1).viewport().zoom(), widget.side(0).viewport().zoom());
    widget.side(1).centerOn({400, 500});
    EXPECT_EQ(widget.side(0).viewport().origin(), widget.side(1).viewport().origin());
    widget.side(0).fit();
    EXPECT_TRUE(widget.side(1).viewport().isFit());
}

TEST_F(LoomDifferenceTest, ATaskOfAIsFoundWhereBHasAnother)
{
    LoomCompareWidget widget;
    widget.resize(1000, 600);
    widget.setLooms(looms(), Theme{});
    widget.setSelected({EntityKey::Kind::Task, QStringLiteral("mlp.output_collective.forward.all_reduce")});
    const LoomCellIndex ofA = widget.merged().marks().selected;
    ASSERT_NE(ofA, noLoomCell);
    widget.setSelected({EntityKey::Kind::Task, QStringLiteral("mlp.output_collective.forward.reduce_scatter")});
    EXPECT_EQ(widget.merged().marks().selected, ofA);
}

TEST_F(LoomDifferenceTest, StepsThroughWhatDiffersAndOnlyThat)
{
    LoomCompareWidget widget;
    widget.resize(1000, 600);
    widget.setLooms(looms(), Theme{});
    QSignalSpy selected(&widget, &LoomCompareWidget::selected);
    const auto changed =
        static_cast<int>(std::count_if(merged.difference->tasks.begin(), merged.difference->tasks.end(),
                                       [](const LoomTaskPair& pair) { return pair.change != Change::Same; }));
    std::set<QString> visited;
    for (int k = 0; k < changed; ++k) {
        widget.stepDifference(true);
        visited.insert(selected.back()[0].value<EntityKey>().name);
    }
    EXPECT_EQ(static_cast<int>(visited.size()), changed) << "each once";
    widget.stepDifference(true);
    EXPECT_EQ(selected.back()[0], selected.front()[0]) << "and around";
    widget.stepDifference(false);
    EXPECT_EQ(selected.back()[0], selected[selected.count() - 3][0]);
}

TEST_F(LoomDifferenceTest, CopiesBothSidesExactly)
{
    LoomCompareWidget widget;
    widget.setLooms(looms(), Theme{});
    const QList<QStringList> lines = widget.allLines();
    ASSERT_EQ(lines.size(), static_cast<qsizetype>(merged.difference->tasks.size()) + 1);
    const qsizetype column = lines[0].indexOf(QStringLiteral("Operations B (operations)"));
    ASSERT_GE(column, 0);
    for (std::size_t k = 0; k < merged.difference->tasks.size(); ++k) {
        const auto& facts = merged.difference->tasks[k].facts[1];
        EXPECT_EQ(lines[static_cast<qsizetype>(k) + 1][column],
                  facts ? QString::fromStdString(facts->operations.toString()) : QString{});
    }
}

} // namespace
} // namespace planscope::ui
