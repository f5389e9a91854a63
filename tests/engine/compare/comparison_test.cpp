#include "compare/comparison.h"

#include "bundled_results.h"

#include <gmock/gmock.h>

namespace planscope {
namespace {

using test::bundledCase;
using testing::ElementsAre;
using testing::IsEmpty;

CandidateResultPtr full()
{
    static const CandidateResultPtr result = evaluate(bundledCase("tab5-gpt3-175B-full"));
    return result;
}

CandidateResultPtr selective()
{
    static const CandidateResultPtr result = evaluate(bundledCase("tab5-gpt3-175B-seqsel"));
    return result;
}

std::vector<std::string> differing(const std::vector<ComparedField>& fields)
{
    std::vector<std::string> paths;
    for (const ComparedField& field : fields)
        if (field.differs())
            paths.push_back(field.path);
    return paths;
}

const ComparedTask& taskNamed(const Comparison& comparison, std::string_view name)
{
    for (const ComparedTask& task : comparison.tasks)
        if (task.name == name)
            return task;
    throw std::out_of_range(std::string{name});
}

std::size_t tasksOf(const CandidateResult& result)
{
    return result.derivation->plan().tasks.size();
}

TEST(Comparison, WithItselfIsEqual)
{
    const Comparison comparison = compare(*full(), *full());
    EXPECT_TRUE(comparison.equal());
    EXPECT_TRUE(comparison.sameSubject());
    EXPECT_EQ(comparison.taskCounts, (ChangeCounts{static_cast<std::int64_t>(tasksOf(*full())), 0, 0, 0}));
    for (const IrComparison& ir : comparison.irs) {
        EXPECT_TRUE(ir.identical());
        EXPECT_FALSE(ir.entityCounts.anyDifference());
        EXPECT_FALSE(ir.edgeCounts.anyDifference());
    }
}

TEST(Comparison, ANameAloneIsNoDifference)
{
    Candidate renamed = bundledCase("tab5-gpt3-175B-full");
    renamed.name = "another";
    EXPECT_TRUE(compare(*full(), *evaluate(renamed)).equal());
}

TEST(Comparison, NamesTheFieldsThatDiffer)
{
    const Comparison comparison = compare(*full(), *selective());
    EXPECT_FALSE(comparison.equal());
    EXPECT_TRUE(comparison.sameSubject());
    EXPECT_THAT(
        differing(comparison.mapping),
        ElementsAre("mapping.tensor.communication", "mapping.recompute", "mapping.sequence_parallel_all_gather_redo"));
    EXPECT_EQ(comparison.mapping[static_cast<std::size_t>(CandidateField::Recompute)].a, "full");
    EXPECT_EQ(comparison.mapping[static_cast<std::size_t>(CandidateField::Recompute)].b, "attention");
    EXPECT_TRUE(comparison.irs[0].identical());
    EXPECT_FALSE(comparison.irs[1].identical());
}

TEST(Comparison, TasksMatchByMeaning)
{
    const Comparison comparison = compare(*full(), *selective());
    // The same layer and phase, but another collective: not the same task.
    EXPECT_EQ(taskNamed(comparison, "mlp.output_collective.forward.all_reduce").change, Change::Removed);
    EXPECT_EQ(taskNamed(comparison, "mlp.output_collective.forward.reduce_scatter").change, Change::Added);
    const ComparedTask& gelu = taskNamed(comparison, "mlp.gelu.recompute");
    EXPECT_EQ(gelu.change, Change::Removed);
    EXPECT_EQ(gelu[TaskFact::OperationCount].delta()->digits(), "-" + gelu[TaskFact::OperationCount].a->digits());
    EXPECT_EQ(gelu[TaskFact::OperationCount].relative(), std::nullopt);
    // Inserted tasks before it do not change a task.
    EXPECT_EQ(taskNamed(comparison, "mlp.expand.forward").change, Change::Same);
    const ComparedTask& dropout = taskNamed(comparison, "mlp.output_dropout.forward");
    EXPECT_EQ(dropout.change, Change::Changed);
    EXPECT_EQ(dropout[TaskFact::OperationCount].a->digits(), "25165824");
    EXPECT_EQ(dropout[TaskFact::OperationCount].b->digits(), "3145728");
    EXPECT_EQ(dropout[TaskFact::OperationCount].delta()->digits(), "-22020096");
    EXPECT_EQ(dropout[TaskFact::OperationCount].relative(), -0.875);
    EXPECT_EQ(dropout[TaskFact::MessageBytes].relative(), std::nullopt) << "of nothing there is no percentage";
}

TEST(Comparison, TasksStandInProgramOrder)
{
    const Comparison comparison = compare(*full(), *selective());
    for (std::size_t k = 1; k < comparison.tasks.size(); ++k)
        EXPECT_TRUE(
            runsBefore(std::get<TaskKey>(comparison.tasks[k - 1].key), std::get<TaskKey>(comparison.tasks[k].key)));
    const auto inOrder = [&comparison](std::optional<std::size_t> ComparedTask::*index) {
        std::size_t next = 0;
        for (const ComparedTask& task : comparison.tasks) {
            if (task.*index) {
                EXPECT_EQ(*(task.*index), next++) << task.name;
            }
        }
    };
    inOrder(&ComparedTask::indexA);
    inOrder(&ComparedTask::indexB);
}

TEST(Comparison, AnotherSystemChangesTimesAndNoDigest)
{
    Candidate faster = bundledCase("tab5-gpt3-175B-full");
    SystemProfile system = *faster.system;
    system.name = "faster";
    system.networks[0].peakBytesPerSecond *= 2;
    faster.system = std::make_shared<const SystemProfile>(system);
    const Comparison comparison = compare(*full(), *evaluate(faster));
    EXPECT_FALSE(comparison.sameSubject());
    EXPECT_THAT(differing(comparison.subject), ElementsAre("system", "evidence"));
    EXPECT_THAT(differing(comparison.mapping), IsEmpty());
    for (const IrComparison& ir : comparison.irs)
        EXPECT_TRUE(ir.identical());
    EXPECT_EQ(taskNamed(comparison, "mlp.output_collective.forward.all_reduce").change, Change::Changed);
    EXPECT_EQ(taskNamed(comparison, "mlp.expand.forward").change, Change::Same);
}

TEST(Comparison, TiersAloneMoveNoDigest)
{
    Candidate bound = bundledCase("tab5-gpt3-175B-full");
    bound.tiers.data = 0;
    const Comparison comparison = compare(*full(), *evaluate(bound));
    EXPECT_THAT(differing(comparison.mapping), ElementsAre("network_tiers.data"));
    EXPECT_FALSE(comparison.taskCounts.anyDifference());
    EXPECT_FALSE(comparison.equal());
}

TEST(Comparison, FiguresAreFoundByTheirPaths)
{
    const Comparison comparison = compare(*full(), *selective());
    const ComparedFact* total = comparison.figure("time.system_evidence.total");
    ASSERT_TRUE(total);
    EXPECT_NEAR(total->a->toDouble(), 18.0288, 5e-5);
    EXPECT_NEAR(total->b->toDouble(), 13.6381, 5e-5);
    EXPECT_NEAR(total->delta()->toDouble(), -4.3907, 5e-5);
    const ComparedFact* memory = comparison.figure("memory.total");
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->unit, FactUnit::InBytes);
    EXPECT_EQ(memory->a->digits(), std::to_string(full()->estimate->memory.total.value()));
    EXPECT_EQ(comparison.figure("block.forward.operations")->unit, FactUnit::InOperations);
    EXPECT_EQ(comparison.figure("memory.capacity")->a->digits(), "85899345920");
    EXPECT_EQ(comparison.figure("no.such"), nullptr);
}

TEST(Comparison, ChecksMatchBySubject)
{
    const Comparison comparison = compare(*full(), *selective());
    std::int64_t outcomes = 0;
    for (const CheckpointReport& report : full()->derivation->history.checkpoints)
        outcomes += static_cast<std::int64_t>(report.outcomes.size());
    EXPECT_EQ(comparison.checkCounts.totalA(), outcomes);
    EXPECT_EQ(compare(*full(), *full()).checkCounts, (ChangeCounts{outcomes, 0, 0, 0}));
    EXPECT_TRUE(comparison.checkCounts.anyDifference());
}

TEST(Comparison, ARefusedSideLacksWhatTheOtherHas)
{
    const CandidateResult refused = test::refusedResult();
    const Comparison comparison = compare(refused, *full());
    EXPECT_FALSE(comparison.equal());
    EXPECT_FALSE(comparison.sides[0].hasPlan);
    EXPECT_EQ(comparison.taskCounts, (ChangeCounts{0, 0, static_cast<std::int64_t>(tasksOf(*full())), 0}));
    EXPECT_EQ(comparison.irs[2].digestA, std::nullopt);
    EXPECT_EQ(comparison.figure("memory.total")->a, std::nullopt);
    EXPECT_TRUE(compare(refused, refused).equal());
    EXPECT_TRUE(compare(refused, refused).tasks.empty());
}

TEST(Comparison, ASideWithoutTimeKeepsItsMemory)
{
    Candidate crowded = bundledCase("tab5-gpt3-175B-full");
    crowded.tiers.pipeline = 0; // 64 ranks on a tier of 8
    const CandidateResultPtr without = evaluate(crowded);
    ASSERT_FALSE(without->estimate->modes);
    const Comparison comparison = compare(*full(), *without);
    EXPECT_TRUE(comparison.sides[1].hasPlan);
    EXPECT_FALSE(comparison.sides[1].hasTime);
    EXPECT_EQ(comparison.figure("time.system_evidence.total")->b, std::nullopt);
    EXPECT_EQ(comparison.figure("time.system_evidence.total")->delta(), std::nullopt) << "nobody knows it";
    EXPECT_EQ(taskNamed(comparison, "mlp.expand.forward")[TaskFact::SystemEvidenceSeconds].delta(), std::nullopt);
    EXPECT_FALSE(comparison.figure("memory.total")->differs());
}

TEST(Comparison, EdgesAreComparedForThemselves)
{
    const Comparison comparison = compare(*full(), *selective());
    const IrComparison& plan = comparison.irs[static_cast<std::size_t>(IrKind::PortablePlan)];
    // A chain: one edge fewer than tasks.
    EXPECT_EQ(plan.edgeCounts.totalA(), static_cast<std::int64_t>(tasksOf(*full())) - 1);
    EXPECT_EQ(plan.edgeCounts.totalB(), static_cast<std::int64_t>(tasksOf(*selective())) - 1);
    EXPECT_TRUE(plan.edgeCounts.anyDifference());
}

TEST(Number, IntegersStayExactAndWideResultsBecomeDoubles)
{
    const auto number = [](std::int64_t value) { return Number::integer(value); };
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ((number(most) * number(most)).digits(), "85070591730234615847396907784232501249");
    EXPECT_EQ((number(1) - number(most)).digits(), "-9223372036854775806");
    EXPECT_FALSE((number(most) * number(most) * number(most)).isInteger());
    EXPECT_EQ(Number::real(0.1).digits(), "0.1");
    EXPECT_EQ(Number::wholeOrReal(85899345920.0).digits(), "85899345920");
    EXPECT_EQ(Number::wholeOrReal(0.5).digits(), "0.5");
}

} // namespace
} // namespace planscope
