#include "ui/graph/loom_scene.h"

#include "loom_cases.h"
#include "thread_rules.h"

#include <gmock/gmock.h>

#include <chrono>
#include <map>
#include <set>

namespace planscope::ui {
namespace {

using Step = LoomScene::Step;

EntityKey taskKey(const char* name)
{
    return {EntityKey::Kind::Task, QString::fromLatin1(name)};
}

TEST(LoomScene, KeepsThreadsOutOfCellsAndOffEachOther)
{
    for (const LoomInput& input : test::allLooms())
        for (const LoomOptions& options :
             {LoomOptions{}, {0b01, 1, 1}, {0b10, 3, 1}, {0b11, 2, 2}, {0, 3, 2}})
            test::expectThreadRules(makeLoomScene(input, options));
}

/// A task that two mappings share lies at the same place in both.
TEST(LoomScene, DoesNotMoveTasksWhenAMappingChanges)
{
    std::map<QString, QRectF> places;
    std::size_t shared = 0;
    for (const LoomInput& input : test::allLooms()) {
        const LoomScene scene = makeLoomScene(input);
        for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell) {
            const auto [known, isNew] = places.try_emplace(scene.itemOf(cell).key.name, scene.rectOf(cell));
            EXPECT_EQ(known->second, scene.rectOf(cell)) << known->first.toStdString();
            shared += isNew ? 0 : 1;
        }
    }
    EXPECT_GT(shared, 300U);
}

TEST(LoomScene, PlacesEveryTaskOnceInEachCopy)
{
    const LoomInput input = test::loomOfBundled("tab5-megatron-1T-seqsel");
    const LoomScene scene = makeLoomScene(input, {0, 3, 2});
    EXPECT_EQ(scene.cells().size(), input.tasks.size() * 6 + input.boundaries.size() * 2);
    std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
    for (const LoomCell& cell : scene.cells())
        EXPECT_TRUE(taken.insert({cell.row, cell.column}).second);
}

TEST(LoomScene, SumsWhatIsFolded)
{
    const LoomInput input = test::loomOfBundled("tab5-gpt3-175B-seqsel");
    const LoomScene folded = makeLoomScene(input, {0b11, 1, 1});
    LoomFacts tasks;
    LoomFacts cells;
    std::size_t members = 0;
    for (const LoomTask& task : input.tasks)
        tasks += task.facts;
    for (const LoomItem& item : folded.items()) {
        cells += item.facts;
        members += item.tasks.size();
    }
    EXPECT_EQ(members, input.tasks.size());
    EXPECT_EQ(cells.operations, tasks.operations);
    EXPECT_EQ(cells.read, tasks.read);
    EXPECT_EQ(cells.write, tasks.write);
    EXPECT_EQ(cells.message, tasks.message);
    EXPECT_NEAR(*cells.seconds, *tasks.seconds, 1e-12);
    EXPECT_EQ(folded.itemOf(folded.find(taskKey("mlp.expand.forward"))).kind, LoomItem::Kind::Group);
}

TEST(LoomScene, HitsTheCellUnderAPoint)
{
    const LoomScene scene = makeLoomScene(test::loomOfBundled("tab5-gpt3-175B-full"), {0, 2, 2});
    for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell) {
        EXPECT_EQ(scene.hit(scene.rectOf(cell).center()), cell);
        EXPECT_EQ(scene.hit(scene.rectOf(cell).topLeft() - QPointF(3, 3)), noLoomCell);
    }
    EXPECT_EQ(scene.hit({-5, -5}), noLoomCell);
    EXPECT_EQ(scene.hit({1e6, 1e6}), noLoomCell);
}

TEST(LoomScene, WalksAlongTheThreadThroughEveryTask)
{
    const LoomInput input = test::loomOfBundled("tab5-megatron-22B-full");
    const LoomScene scene = makeLoomScene(input);
    LoomCellIndex cell = scene.find(taskKey(input.tasks.front().name.toLatin1().constData()));
    for (std::size_t k = 1; k < input.tasks.size(); ++k) {
        const LoomCellIndex next = scene.walk(cell, Step::Next);
        EXPECT_EQ(scene.itemOf(next).key.name, input.tasks[k].name);
        EXPECT_EQ(scene.walk(next, Step::Previous), cell);
        cell = next;
    }
    EXPECT_EQ(scene.walk(cell, Step::Next), cell);
}

TEST(LoomScene, WalksToTheNearestCellOfARowOrColumn)
{
    const LoomScene scene = makeLoomScene(test::loomOfOneRank());
    const LoomCellIndex expand = scene.find(taskKey("mlp.expand.forward"));
    const LoomCellIndex right = scene.walk(expand, Step::Right); // over the empty recompute column
    EXPECT_EQ(scene.itemOf(right).key, taskKey("mlp.expand.activation_gradient"));
    EXPECT_EQ(scene.walk(right, Step::Left), expand);
    EXPECT_EQ(scene.itemOf(scene.walk(expand, Step::Down)).key, taskKey("mlp.gelu.forward"));
    EXPECT_EQ(scene.walk(expand, Step::Left), expand);
}

TEST(LoomScene, FindsTheThreadsOfAnyPart)
{
    const LoomScene scene = makeLoomScene(test::loomOfBundled("tab5-gpt3-175B-seqsel"), {0, 6, 4});
    for (const QRectF& part : {QRectF(0, 0, 500, 400), QRectF(900, 1500, 800, 300), QRectF(2200, 3000, 1, 1)}) {
        const auto listed = scene.threadsIn(part);
        const std::set<std::uint32_t> found(listed.begin(), listed.end());
        EXPECT_EQ(found.size(), listed.size());
        for (std::uint32_t k = 0; k < scene.threads().size(); ++k) {
            const auto points = scene.pointsOf(scene.threads()[k]);
            for (std::size_t p = 1; p < points.size(); ++p) {
                const QRectF stretch = QRectF(points[p - 1], points[p]).normalized().adjusted(-0.1, -0.1, 0.1, 0.1);
                EXPECT_TRUE(found.count(k) == 1 || !stretch.intersects(part)) << k;
            }
        }
    }
}

TEST(LoomScene, LaysOutEightyThousandCellsInTime)
{
    const LoomInput input = test::loomOfBundled("tab5-megatron-1T-full");
    const auto begin = std::chrono::steady_clock::now();
    const LoomScene scene = makeLoomScene(input, {0, 132, 8});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    EXPECT_GT(scene.cells().size(), 80'000U);
    EXPECT_LT(spent.count(), 0.5); // 20 ms where nothing else runs
}

TEST(LoomScene, OfNothingIsEmpty)
{
    const LoomScene scene = makeLoomScene({});
    EXPECT_TRUE(scene.cells().empty());
    EXPECT_TRUE(scene.threads().empty());
    EXPECT_EQ(scene.hit({100, 100}), noLoomCell);
    EXPECT_TRUE(scene.threadsIn(QRectF(0, 0, 1000, 1000)).empty());
}

} // namespace
} // namespace planscope::ui
