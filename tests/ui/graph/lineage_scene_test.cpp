#include "ui/graph/lineage_scene.h"

#include "derivation/checks/reference_observer.h"
#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "study/candidate_result.h"

#include "whole_cases.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace planscope::ui {
namespace {

DerivationPtr derived(const DeriveOptions& options = {})
{
    const Preset* const preset = findPreset(PresetKind::Cases, "tab5-gpt3-175B-seqsel");
    const auto source = CandidateSource::open(preset->json);
    return *derive(source->read(0).candidate->training, options);
}

std::shared_ptr<const LineageGraph> graphOf(const DerivationPtr& derivation)
{
    return std::make_shared<const LineageGraph>(*derivation);
}

EntityKey task(const char* name)
{
    return {EntityKey::Kind::Task, QString::fromLatin1(name)};
}

TEST(LineageGraph, CountsWhatThePassesCounted)
{
    const DerivationPtr derivation = derived();
    const LineageGraph graph{*derivation};
    ASSERT_EQ(graph.transitions().size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
        const LineageTransition& transition = graph.transitions()[k];
        const LineageSummary& summary = derivation->history.checkpoints[k].lineage;
        EXPECT_EQ(transition.entities, static_cast<std::size_t>(summary.entities));
        EXPECT_EQ(transition.withSources, static_cast<std::size_t>(summary.withSources));
        EXPECT_EQ(transition.sourcesCovered, static_cast<std::size_t>(summary.sourcesCovered));
        EXPECT_EQ(transition.sourcesTotal, static_cast<std::size_t>(summary.sourcesTotal));
        EXPECT_EQ(transition.orphans(), 0U);
    }
    EXPECT_EQ(graph.transitions()[0].fanOut, (std::map<std::size_t, std::size_t>{{1, 2}, {66, 1}}));
    EXPECT_EQ(graph.transitions()[1].fanOut, (std::map<std::size_t, std::size_t>{{1, 68}}));
}

/// An id that the parent does not have is an orphan, whatever its name says.
TEST(LineageGraph, FollowsIdsAndNotNames)
{
    const DerivationPtr derivation = derived();
    PortablePlanIR plan = derivation->plan();
    const TaskId first = plan.tasks[0].lineage.sources[0];
    plan.tasks[0].lineage.sources = plan.tasks[1].lineage.sources;
    plan.tasks[2].lineage.sources = {*TaskId::parse("task:00000000000000aa")};
    auto changed = std::make_shared<Derivation>(*derivation);
    changed->history.snapshots.back() = std::make_shared<const IrSnapshot>(AnyIr{plan});
    const LineageGraph graph{*changed};
    EXPECT_EQ(graph.transitions()[1].orphans(), 3U) << first.toString(); // one output; tasks 0 and 2 uncovered
    const auto nodes = graph.find(task(plan.tasks[0].name.c_str()));
    ASSERT_EQ(nodes.size(), 2U);
    const LineageNode& planned = graph.nodes()[nodes[1]];
    ASSERT_EQ(planned.sources.size(), 1U);
    EXPECT_EQ(graph.nodes()[planned.sources[0]].key.name.toStdString(), plan.tasks[1].name);
}

TEST(LineageGraph, RelatesAncestorsAndDescendantsOnly)
{
    const auto graph = graphOf(derived());
    const std::vector<bool> lit = graph->related(graph->find(task("mlp.expand.forward")));
    EXPECT_EQ(std::count(lit.begin(), lit.end(), true), 3);
    const EntityKey operation{EntityKey::Kind::Operation, QStringLiteral("transformer.decoder_training")};
    const std::vector<bool> all = graph->related(graph->find(operation));
    EXPECT_EQ(std::count(all.begin(), all.end(), true), 1 + 66 + 66);
}

TEST(LineageScene, TellsEveryEntityAndItsSource)
{
    const LineageScene scene{graphOf(derived()), {}};
    const QStringList lines = scene.text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    EXPECT_EQ(lines.size(), 3 + 68 + 68);
    EXPECT_EQ(lines[0], QStringLiteral("model value input source <- spec"));
    EXPECT_EQ(lines[2], QStringLiteral("model operation transformer.decoder_training source <- spec"));
    EXPECT_TRUE(lines.contains(
        QStringLiteral("distributed task mlp.expand.forward expansion <- transformer.decoder_training")));
    EXPECT_TRUE(
        lines.contains(QStringLiteral("portable_plan task mlp.expand.forward translation <- mlp.expand.forward")));
}

TEST(LineageScene, BoxesDoNotOverlapAndLinksRunStraight)
{
    const LineageScene scene{graphOf(derived()), {}};
    const auto& boxes = scene.boxes();
    for (std::size_t a = 0; a < boxes.size(); ++a) {
        EXPECT_TRUE(QRectF(QPointF(0, 0), scene.size()).contains(boxes[a].rect));
        for (std::size_t b = a + 1; b < boxes.size(); ++b)
            EXPECT_FALSE(boxes[a].rect.intersects(boxes[b].rect)) << a << " and " << b;
        EXPECT_EQ(scene.nodeAt(boxes[a].rect.center()), a);
    }
    EXPECT_EQ(scene.links().size(), 2U + 66U + 68U);
    for (const LineageScene::Link& link : scene.links())
        EXPECT_EQ(link.path.size(), 2);
}

TEST(LineageScene, WalksByArrows)
{
    using Direction = LineageScene::Direction;
    const LineageScene scene{graphOf(derived()), {}};
    const std::size_t middle = scene.graph().find(task("mlp.expand.forward"))[0];
    const std::size_t right = *scene.neighbour(middle, Direction::Right);
    EXPECT_EQ(scene.graph().nodes()[right].stage, IrKind::PortablePlan);
    EXPECT_EQ(scene.neighbour(right, Direction::Left), middle);
    EXPECT_EQ(scene.neighbour(*scene.neighbour(middle, Direction::Down), Direction::Up), middle);
    EXPECT_FALSE(scene.neighbour(right, Direction::Right));
    EXPECT_FALSE(scene.neighbour(0, Direction::Left));
}

/// Stopped after the model: one column, nothing derived.
TEST(LineageScene, StandsForARejectedTransition)
{
    DeriveOptions options;
    options.extraObservers = {referenceObserver({{"mlp.expand.forward", "operations", 1}})};
    const LineageScene scene{graphOf(derived(options)), {}};
    EXPECT_EQ(scene.boxes().size(), 3U);
    EXPECT_TRUE(scene.links().empty());
    EXPECT_EQ(scene.columns()[1].entities, 0U);
    EXPECT_FALSE(scene.boxes()[0].rect.intersects(scene.boxes()[2].rect));
}

/// Also of whole models, where a value that no backward reads and a dropout of nothing leave nothing.
TEST(LineageGraph, HasNoOrphansInWholeModels)
{
    for (const auto& result : {test::wholeResultOfStudy(), test::wholeResultOf405B(),
                               test::wholeResultOfGpt3(8, 4, "full"), test::wholeResultOfGpt3(1, 1, "none")}) {
        const LineageGraph graph{*result->derivation};
        ASSERT_EQ(graph.transitions().size(), 2U);
        for (std::size_t k = 0; k < 2; ++k) {
            const LineageTransition& transition = graph.transitions()[k];
            const LineageSummary& summary = result->derivation->history.checkpoints[k].lineage;
            EXPECT_EQ(transition.entities, static_cast<std::size_t>(summary.entities));
            EXPECT_EQ(transition.sourcesCovered, static_cast<std::size_t>(summary.sourcesCovered));
            EXPECT_EQ(transition.sourcesTotal, static_cast<std::size_t>(summary.sourcesTotal));
            EXPECT_EQ(transition.orphans(), 0U);
        }
        EXPECT_GT(graph.transitions()[0].sourcesEnded, 0U);
        EXPECT_EQ(graph.transitions()[1].sourcesEnded, 0U);
    }
}

/// A weight that no task's value comes from is an orphan still.
TEST(LineageGraph, MissesAWeightThatNothingComesFrom)
{
    const auto result = test::wholeResultOfStudy();
    auto tasks = result->derivation->snapshot(IrKind::Distributed)->as<whole::DistributedTaskIR>();
    tasks.values.erase(tasks.values.begin()); // the word embedding
    auto changed = std::make_shared<whole::Derivation>(*result->derivation);
    changed->history.snapshots[1] = std::make_shared<const IrSnapshot>(AnyIr{tasks});
    EXPECT_EQ(LineageGraph{*changed}.transitions()[0].orphans(), 1U);
}

TEST(LineageGraph, FollowsAWeightToTheBuffersOfItsStages)
{
    const auto result = test::wholeResultOfStudy();
    const LineageGraph graph{*result->derivation};
    const auto related = graph.related(graph.find({EntityKey::Kind::Value, QStringLiteral("head.weight")}));
    std::vector<QString> buffers;
    for (std::size_t k = 0; k < related.size(); ++k)
        if (related[k] && graph.nodes()[k].isApart)
            buffers.push_back(graph.nodes()[k].key.name);
    EXPECT_EQ(buffers, (std::vector<QString>{QStringLiteral("stage.3.weights"), QStringLiteral("stage.3.gradients"),
                                             QStringLiteral("stage.3.optimizer")}));
}

/// What has one source stands beside it; what can have many stands below, and its links wait for a selection.
TEST(LineageScene, OfWholeModelsRunsStraight)
{
    for (const auto& result : {test::wholeResultOfStudy(), test::wholeResultOf405B()}) {
        const LineageScene scene{std::make_shared<const LineageGraph>(*result->derivation), {}};
        const auto& boxes = scene.boxes();
        for (std::size_t a = 0; a < boxes.size(); ++a)
            for (std::size_t b = a + 1; b < boxes.size(); ++b)
                ASSERT_FALSE(boxes[a].rect.intersects(boxes[b].rect))
                    << scene.graph().nodes()[a].key.name.toStdString() << " and "
                    << scene.graph().nodes()[b].key.name.toStdString();
        for (const LineageScene::Link& link : scene.links()) {
            EXPECT_EQ(link.isApart, scene.graph().nodes()[link.to].isApart);
            EXPECT_TRUE(link.isApart || link.path.size() == 2)
                << scene.graph().nodes()[link.from].key.name.toStdString();
        }
    }
}

} // namespace
} // namespace planscope::ui
