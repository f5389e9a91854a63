#include "ui/graph/loom_of_whole_plan.h"
#include "ui/graph/loom_scene.h"
#include "ui/graph/loom_search.h"

#include "thread_rules.h"
#include "whole_cases.h"

#include <gmock/gmock.h>

#include <chrono>
#include <map>
#include <numeric>
#include <set>

namespace planscope::ui {
namespace {

using Kind = EntityKey::Kind;

std::vector<whole::CandidateResultPtr> cases()
{
    return {test::wholeResultOfStudy(0),
            test::wholeResultOfStudy(1),
            test::wholeResultOf405B(),
            test::wholeResultOfGpt3(8, 4, "full"),
            test::wholeResultOfGpt3(8, 1, "core_attention"),
            test::wholeResultOfGpt3(1, 1, "none")};
}

EntityKey key(Kind kind, const char* name)
{
    return {kind, QString::fromLatin1(name)};
}

std::set<QString> namesOf(const LoomScene& scene, const EntityKey& wanted)
{
    std::set<QString> names;
    for (const LoomCellIndex cell : scene.findAll(wanted))
        names.insert(scene.itemOf(cell).name);
    return names;
}

TEST(LoomOfWholePlan, KeepsThreadsOutOfCellsAndOffEachOther)
{
    for (const whole::CandidateResultPtr& result : cases())
        for (const LoomOptions& options : {LoomOptions{}, {0b01, 1, 1}, {0b10, 3, 1}, {0b11, 2, 2}, {0, 3, 2}}) {
            const LoomScene scene = makeLoomScene(loomOf(*result, 0), options);
            test::expectThreadRules(scene);
        }
}

TEST(LoomOfWholePlan, PlacesEveryTaskOnceAndRepeatsOnlyTheBlock)
{
    for (const whole::CandidateResultPtr& result : cases()) {
        const LoomInput input = loomOf(*result, 0);
        const whole::PortablePlanIR& plan = result->derivation->plan();
        const std::size_t block = whole::tasksOf(plan, whole::Unit::Block).count;
        EXPECT_EQ(makeLoomScene(input).cells().size(), input.tasks.size() + input.boundaries.size());
        const LoomScene copies = makeLoomScene(input, {0, 3, 2});
        EXPECT_EQ(copies.cells().size(),
                  2 * (3 * block + (input.tasks.size() - block) + input.boundaries.size()));
    }
}

/// Degrees, recompute and stages change; what both mappings have lies at the same place.
TEST(LoomOfWholePlan, DoesNotMoveTasksWhenDegreesChange)
{
    std::map<QString, QRectF> places;
    std::size_t shared = 0;
    for (const auto& [tensor, pipeline, recompute] :
         {std::tuple{8, 4, "full"}, std::tuple{8, 1, "core_attention"}, std::tuple{1, 1, "none"}}) {
        const LoomScene scene = makeLoomScene(loomOf(*test::wholeResultOfGpt3(tensor, pipeline, recompute), 0));
        for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell) {
            const auto [known, isNew] = places.try_emplace(scene.itemOf(cell).name, scene.rectOf(cell));
            EXPECT_EQ(known->second, scene.rectOf(cell)) << known->first.toStdString();
            shared += isNew ? 0 : 1;
        }
    }
    EXPECT_GT(shared, 90U);
}

/// The program of chunks was timed by executing it, the column by adding up its cells.
TEST(LoomOfWholePlan, SumsAMicrobatchThroughAllBlocks)
{
    for (const whole::CandidateResultPtr& result : cases()) {
        const whole::PortablePlanIR& plan = result->derivation->plan();
        const LoomScene scene = makeLoomScene(loomOf(*result, 0));
        const auto& time = (*result->estimate->modes)[1].time;
        double forward = 0;
        double backward = 0;
        for (const whole::ChunkTime& chunk : time.chunks) {
            forward += chunk.forward;
            backward += chunk.backward;
        }
        const auto seconds = [&](LoomPhase phase) { return scene.totalsOf(phase).seconds.value_or(0); };
        EXPECT_NEAR(seconds(LoomPhase::Forward), forward, 1e-9 * forward);
        EXPECT_NEAR(seconds(LoomPhase::Recompute) + seconds(LoomPhase::ActivationGradient)
                        + seconds(LoomPhase::WeightGradient),
                    backward, 1e-9 * backward);
        const std::int64_t blocks =
            std::accumulate(plan.program.shape.chunks.begin(), plan.program.shape.chunks.end(), std::int64_t{0});
        Total<struct OperationsUnit> operations;
        const auto add = [&](whole::Unit unit, std::int64_t times) {
            for (std::int64_t k = 0; k < times; ++k)
                operations += whole::totalsOf(plan, unit)[0].facts.operations;
        };
        add(whole::Unit::Embedding, 1);
        add(whole::Unit::Block, blocks);
        add(whole::Unit::Head, 1);
        EXPECT_EQ(scene.totalsOf(LoomPhase::Forward).operations, operations);
    }
}

TEST(LoomOfWholePlan, WalksDownTheModelAndBackThenThroughTheStep)
{
    for (const whole::CandidateResultPtr& result : cases()) {
        const LoomInput input = loomOf(*result, 0);
        const LoomScene scene = makeLoomScene(input);
        std::vector<QString> walked;
        LoomCellIndex cell = scene.find({Kind::Task, input.tasks.front().name});
        while (true) {
            walked.push_back(scene.itemOf(cell).name);
            const LoomCellIndex next = scene.walk(cell, LoomScene::Step::Next);
            if (next == cell || walked.size() > input.tasks.size())
                break;
            cell = next;
        }
        EXPECT_EQ(walked.size(), input.tasks.size());
        EXPECT_EQ(std::set<QString>(walked.begin(), walked.end()).size(), input.tasks.size());
        EXPECT_EQ(walked.front(), QStringLiteral("embedding.word.forward"));
        EXPECT_EQ(walked.back(), QStringLiteral("step.optimizer"));
    }
}

TEST(LoomOfWholePlan, ShowsTheStepOfTheStageThatIsAskedFor)
{
    const whole::CandidateResultPtr result = test::wholeResultOf405B();
    const whole::PortablePlanIR& plan = result->derivation->plan();
    const auto& time = (*result->estimate->modes)[1].time;
    EXPECT_EQ(lastStageOf(*result), static_cast<std::int64_t>(time.lastStage));
    for (const std::int64_t stage : {0, 7, 15}) {
        const LoomInput input = loomOf(*result, stage);
        const auto& figures = time.stages[static_cast<std::size_t>(stage)];
        const auto& held = plan.stages[static_cast<std::size_t>(stage)];
        const auto task = [&](const char* name) {
            return *std::find_if(input.tasks.begin(), input.tasks.end(),
                                 [&](const LoomTask& each) { return each.name == QLatin1String(name); });
        };
        EXPECT_EQ(task("step.gradients").facts.message.toString(),
                  std::to_string(held.bytesOf(whole::PersistentKind::Gradients).value()));
        EXPECT_EQ(task("step.gradients").facts.seconds, figures.gradients);
        EXPECT_EQ(task("step.gradients").axis, QStringLiteral("dp"));
        EXPECT_EQ(task("step.weights").facts.seconds, figures.weights);
        EXPECT_EQ(task("step.replicated_gradients").facts.seconds, figures.replicatedGradients);
        EXPECT_EQ(task("step.optimizer").facts.seconds, figures.optimizer);
        EXPECT_EQ(task("step.optimizer").facts.operations.toString(),
                  std::to_string(held.optimizer.operations.value()));
        EXPECT_EQ(task("step.optimizer").key,
                  (EntityKey{Kind::Component, QStringLiteral("stage.%1.time.optimizer").arg(stage)}));
        // A stage without the embedding ends its program with a block.
        const LoomTask& last = input.tasks[task("step.gradients").dependencies.front()];
        EXPECT_EQ(last.name, stage == 0 ? QStringLiteral("embedding.word.weight_gradient")
                                        : QStringLiteral("attn_norm.weight_gradient"));
    }
}

TEST(LoomOfWholePlan, KeepsWhatThePlanKeeps)
{
    for (const whole::CandidateResultPtr& result : cases()) {
        const whole::PortablePlanIR& plan = result->derivation->plan();
        const LoomInput input = loomOf(*result, 0);
        const LoomScene scene = makeLoomScene(input);
        std::int64_t bundled = 0;
        std::size_t tensors = 0;
        for (const LoomBundle& bundle : scene.bundles()) {
            bundled += bundle.bytes;
            tensors += bundle.saved.size();
        }
        const std::int64_t planned =
            std::accumulate(plan.saved.begin(), plan.saved.end(), std::int64_t{0},
                            [](std::int64_t sum, const whole::SavedBuffer& one) { return sum + one.bytes.value(); });
        EXPECT_EQ(bundled, planned);
        EXPECT_EQ(tensors, plan.saved.size());
        for (const LoomSaved& saved : input.saved) {
            const EntityKey wanted{Kind::Value, saved.name};
            ASSERT_EQ(scene.threadsKeeping(wanted).size(), 1U) << saved.name.toStdString();
            const LoomThread& thread = scene.threads()[scene.threadsKeeping(wanted).front()];
            EXPECT_EQ(scene.itemOf(thread.from).name, input.tasks[saved.birth].name);
            EXPECT_EQ(scene.itemOf(thread.to).name, input.tasks[saved.death].name);
            EXPECT_EQ(namesOf(scene, wanted).size(), 2U);
        }
        LoomOptions without;
        without.showsSaved = false;
        EXPECT_TRUE(makeLoomScene(input, without).bundles().empty());
    }
}

TEST(LoomOfWholePlan, HitsWhatIsKeptByItsThread)
{
    const LoomInput input = loomOf(*test::wholeResultOfStudy(), 0);
    const LoomScene scene = makeLoomScene(input);
    const auto kept = scene.threadsKeeping(key(Kind::Value, "activation.input")).front();
    const auto points = scene.pointsOf(scene.threads()[kept]);
    const QPointF middle = (points[0] + points[1]) / 2;
    EXPECT_EQ(scene.savedThreadAt(middle + QPointF(0, 2), {5, 5}), kept);
    EXPECT_FALSE(scene.savedThreadAt(middle + QPointF(0, 9), {2, 2}).has_value());
}

TEST(LoomOfWholePlan, IsFoundByTaskOperationParameterAndEdge)
{
    const LoomScene scene = makeLoomScene(loomOf(*test::wholeResultOfStudy(), 0));
    using testing::UnorderedElementsAre;
    EXPECT_THAT(namesOf(scene, key(Kind::Task, "fc1.forward")), UnorderedElementsAre(QStringLiteral("fc1.forward")));
    EXPECT_THAT(namesOf(scene, key(Kind::Value, "fc1.weight")),
                UnorderedElementsAre(QStringLiteral("fc1.forward"), QStringLiteral("fc1.activation_gradient"),
                                     QStringLiteral("fc1.weight_gradient")));
    EXPECT_EQ(namesOf(scene, key(Kind::Operation, "fc1")).size(), 6U);
    EXPECT_THAT(namesOf(scene, key(Kind::Edge, "backward")),
                UnorderedElementsAre(QStringLiteral("send_backward"), QStringLiteral("recv_backward")));
    EXPECT_TRUE(namesOf(scene, key(Kind::Task, "mlp.expand.forward")).empty());
}

/// Messages stand where a stage's part of the model begins and ends, and cost what the plan's edge says.
TEST(LoomOfWholePlan, ShowsMessagesAtTheBordersOfTheBlock)
{
    const whole::CandidateResultPtr result = test::wholeResultOfStudy();
    const LoomInput input = loomOf(*result, 0);
    ASSERT_EQ(input.boundaries.size(), 4U);
    const LoomScene scene = makeLoomScene(input);
    const auto top = [&](const char* name) {
        for (LoomCellIndex cell = 0; cell < scene.cells().size(); ++cell)
            if (scene.itemOf(cell).name == QLatin1String(name))
                return scene.rectOf(cell).top();
        return -1.0;
    };
    EXPECT_EQ(top("recv_forward"), top("send_backward"));
    EXPECT_EQ(top("send_forward"), top("recv_backward"));
    EXPECT_LT(top("embedding.word.forward"), top("recv_forward"));
    EXPECT_LT(top("recv_forward"), top("attn_norm.forward"));
    EXPECT_LT(top("mlp_residual.forward"), top("send_forward"));
    EXPECT_LT(top("send_forward"), top("final_norm.forward"));
    for (const LoomBoundary& end : input.boundaries) {
        EXPECT_EQ(end.bytes, result->derivation->plan().edges.front().bytes.value());
        EXPECT_TRUE(end.note.contains(QStringLiteral("64"))) << end.note.toStdString(); // microbatches
    }
    EXPECT_TRUE(loomOf(*test::wholeResultOfGpt3(8, 1, "none"), 0).boundaries.empty());
}

TEST(LoomOfWholePlan, IsSearchedByWhatIsKept)
{
    const LoomInput input = loomOf(*test::wholeResultOfStudy(), 0);
    const LoomScene scene = makeLoomScene(input);
    const auto found = LoomSearch(scene, input).find(QStringLiteral("activation.input"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(scene.itemOf(found.front()).name, QStringLiteral("activation.forward"));
}

TEST(LoomOfWholePlan, SumsWhatIsFolded)
{
    const LoomInput input = loomOf(*test::wholeResultOfGpt3(8, 4, "full"), 0);
    const LoomScene folded = makeLoomScene(input, {0b11, 1, 1});
    LoomFacts tasks;
    LoomFacts cells;
    for (const LoomTask& task : input.tasks)
        tasks += task.facts;
    for (const LoomItem& item : folded.items())
        cells += item.facts;
    EXPECT_EQ(cells.operations, tasks.operations);
    EXPECT_EQ(cells.message, tasks.message);
    EXPECT_EQ(folded.itemOf(folded.find(key(Kind::Task, "fc1.forward"))).kind, LoomItem::Kind::Group);
    EXPECT_EQ(folded.itemOf(folded.find(key(Kind::Task, "head.forward"))).kind, LoomItem::Kind::Task);
}

TEST(LoomOfWholePlan, IsMadeInAFewMilliseconds)
{
    const whole::CandidateResultPtr result = test::wholeResultOf405B();
    const auto begin = std::chrono::steady_clock::now();
    const LoomScene scene = makeLoomScene(loomOf(*result, 0));
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    EXPECT_FALSE(scene.cells().empty());
    EXPECT_LT(spent.count(), 20); // 0.2 where nothing else runs
}

TEST(LoomOfWholePlan, OfARefusedCaseIsEmpty)
{
    const whole::CandidateResult refused;
    EXPECT_TRUE(loomOf(refused, 0).tasks.empty());
    EXPECT_EQ(lastStageOf(refused), 0);
}

} // namespace
} // namespace planscope::ui
