#include "derivation/whole/checks/independent_checks.h"

#include "derivation/pass/pass_manager.h"
#include "engine/derivation/whole/derived_irs.h"

#include <set>

#include <gmock/gmock.h>

namespace planscope::whole {
namespace {

/// What the checks say of IRs that need not be those of the training.
class Checked {
public:
    explicit Checked(const Training& training)
        : m_session(synthesisSessionFor(training))
        , m_model(std::make_shared<IrSnapshot>(AnyIr{buildModelIr(training.model())}))
        , m_checks(independentChecks(training))
    {
    }

    std::set<std::string> failures(const DistributedTaskIR& tasks) const
    {
        return failuresOf(m_model, std::make_shared<IrSnapshot>(AnyIr{tasks}));
    }
    std::set<std::string> failures(const DistributedTaskIR& tasks, const PortablePlanIR& plan) const
    {
        return failuresOf(std::make_shared<IrSnapshot>(AnyIr{tasks}), std::make_shared<IrSnapshot>(AnyIr{plan}));
    }

private:
    std::set<std::string> failuresOf(const SnapshotPtr& input, const SnapshotPtr& output) const
    {
        std::set<std::string> codes;
        for (const CheckOutcome& outcome : m_checks->observe({input, output, &m_session, {}, {}}))
            if (!outcome.passed)
                codes.insert(outcome.code);
        return codes;
    }

    SynthesisSession m_session;
    SnapshotPtr m_model;
    std::shared_ptr<const CheckpointObserver> m_checks;
};

TEST(WholeChecks, AcceptTheSpread)
{
    for (const NamedTraining& one : trainingSpread()) {
        const Checked checked{one.training};
        const DistributedTaskIR tasks = tasksOf(one.training);
        EXPECT_THAT(checked.failures(tasks), testing::IsEmpty()) << one.name;
        EXPECT_THAT(checked.failures(tasks, planOf(one.training)), testing::IsEmpty()) << one.name;
    }
}

TEST(WholeChecks, FindEveryFactOfEveryTaskThatIsOneOff)
{
    for (const NamedTraining& one : trainingSpread()) {
        const Checked checked{one.training};
        DistributedTaskIR tasks = tasksOf(one.training);
        for (DistributedTask& task : tasks.tasks) {
            const WorkloadFacts right = task.facts;
            const auto expectFound = [&](const char* fact) {
                EXPECT_THAT(checked.failures(tasks), testing::Not(testing::IsEmpty()))
                    << one.name << " " << task.name << " " << fact;
                task.facts = right;
            };
            task.facts.operations = Operations{right.operations.value() + 1};
            expectFound("operations");
            task.facts.read = Bytes{right.read.value() + 1};
            expectFound("read");
            task.facts.write = Bytes{right.write.value() - 1};
            expectFound("write");
            task.facts.message = Bytes{right.message.value() + 1};
            expectFound("message");
        }
    }
}

TEST(WholeChecks, FindEveryKeptTensorParameterAndMomentThatIsOneOff)
{
    for (const NamedTraining& one : trainingSpread()) {
        const Checked checked{one.training};
        DistributedTaskIR tasks = tasksOf(one.training);
        for (DistributedValue& value : tasks.values) {
            if (!std::holds_alternative<SavedContent>(value.content))
                continue; // parameters: by the stages, below
            const Elements right = value.elements;
            value.elements = Elements{right.value() + 1};
            EXPECT_THAT(checked.failures(tasks), testing::Contains("check.saved_bytes"))
                << one.name << " " << value.name;
            value.elements = right;
        }
        for (StageFacts& stage : tasks.stages) {
            const StageFacts right = stage;
            stage.parameters = Elements{right.parameters.value() + 1};
            EXPECT_THAT(checked.failures(tasks), testing::Contains("check.parameters")) << one.name;
            stage = right;
            stage.optimizer = Bytes{right.optimizer.value() + 12};
            EXPECT_THAT(checked.failures(tasks), testing::Contains("check.optimizer_bytes")) << one.name;
            stage = right;
        }
        for (MomentTerm& term : tasks.transients) {
            const Bytes right = term.bytes;
            term.bytes = Bytes{right.value() + 1};
            EXPECT_THAT(checked.failures(tasks), testing::Contains("check.moments")) << one.name;
            term.bytes = right;
        }
    }
}

TEST(WholeChecks, FindALayoutOfOtherBlocks)
{
    const Training training = SmallSpecs{}.training();
    DistributedTaskIR tasks = tasksOf(training);
    ++tasks.shape.chunks[0];
    EXPECT_THAT(Checked{training}.failures(tasks), testing::Contains("check.layout"));
}

TEST(WholeChecks, FindAProgramThatCannotEnd)
{
    // Groups below p: a stage waits for a second chunk whose input another can only make after its own.
    SmallSpecs specs;
    specs.mapping.pipeline = {4, Interleaved{2, 4}, {}};
    const Training training = specs.training();
    DistributedTaskIR tasks = tasksOf(training);
    tasks.rule.group = 1;
    EXPECT_THAT(Checked{training}.failures(tasks), testing::Contains("check.programs"));
}

TEST(WholeChecks, JudgeProgramsOfMillionsOfStepsToo)
{
    SmallSpecs specs;
    specs.workload.globalBatchSize = 2 * 400'000;
    specs.mapping.pipeline = {2, Interleaved{2, 4}, {}};
    const Training training = specs.training();
    EXPECT_THAT(Checked{training}.failures(tasksOf(training)), testing::IsEmpty());
}

TEST(WholeChecks, ApplyThePapersFormulaWhereItHolds)
{
    for (const NamedTraining& one : trainingSpread()) {
        const bool papers = one.name == "the paper's" || one.name == "the paper's, core attention recomputed";
        const auto output = std::make_shared<IrSnapshot>(AnyIr{tasksOf(one.training)});
        const SynthesisSession session = synthesisSessionFor(one.training);
        bool applied = false;
        for (const CheckOutcome& outcome : independentChecks(one.training)->observe({output, output, &session, {}, {}}))
            applied = applied || outcome.code == "check.published_formulas";
        EXPECT_EQ(applied, papers) << one.name;
    }
}

TEST(WholeChecks, FindLostWorkAndLivesOfThePlan)
{
    const Training training = SmallSpecs{}.training();
    const Checked checked{training};
    const DistributedTaskIR tasks = tasksOf(training);
    const PortablePlanIR right = planOf(training);

    PortablePlanIR plan = right;
    plan.tasks.pop_back();
    EXPECT_THAT(checked.failures(tasks, plan), testing::Contains("check.conservation"));
    plan = right;
    plan.tasks[0].demand.memoryTraffic.reset();
    EXPECT_THAT(checked.failures(tasks, plan), testing::Contains("check.demand"));
    plan = right;
    std::swap(plan.saved[1].birth, plan.saved[1].death);
    EXPECT_THAT(checked.failures(tasks, plan), testing::Contains("check.lifetimes"));
    plan = right;
    plan.saved[2].aliases = {plan.saved[1].name};
    EXPECT_THAT(checked.failures(tasks, plan), testing::Contains("check.lifetimes"));
    plan = right;
    plan.stages[0].savedPerMicrobatch[0] = Bytes{1};
    EXPECT_THAT(checked.failures(tasks, plan), testing::Contains("check.lifetimes"));
    plan = right;
    plan.program.rule.stages = 3; // of which the plan has two: some message has no other end
    EXPECT_THAT(checked.failures(tasks, plan), testing::Contains("check.send_receive"));
}

} // namespace
} // namespace planscope::whole
