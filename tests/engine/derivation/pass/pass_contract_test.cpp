#include "fake_pass.h"

#include <gmock/gmock.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace planscope::testing_pass {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using PassContractTest = PassManagerTest;

TEST_F(PassContractTest, honestPassesPublishSnapshotsAnalysesAndReportsTogether)
{
    ASSERT_TRUE(manager.run(distribute).has_value());
    ASSERT_TRUE(manager.run(plan).has_value());
    const PassHistory& history = manager.history();
    ASSERT_EQ(history.snapshots.size(), 3u);
    EXPECT_EQ(history.snapshots[1]->parentDigest(), history.snapshots[0]->digest());
    EXPECT_EQ(history.snapshots[2]->parentDigest(), history.snapshots[1]->digest());
    EXPECT_EQ(history.analyses.size(), 4u);
    ASSERT_EQ(history.checkpoints.size(), 2u);

    const CheckpointReport& report = history.checkpoints[1];
    EXPECT_TRUE(report.accepted);
    EXPECT_EQ(report.stage, IrKind::PortablePlan);
    EXPECT_EQ(report.schema, PortablePlanIR::currentSchema());
    EXPECT_EQ(report.record.pass, plan.contract().name);
    EXPECT_EQ(report.record.input, history.snapshots[1]->digest());
    EXPECT_EQ(report.record.output, history.snapshots[2]->digest());
    EXPECT_EQ(report.record.session, manager.session().fingerprint);
}

TEST_F(PassContractTest, lineageSummaryCountsTheWholeOfBothSides)
{
    ASSERT_TRUE(manager.run(distribute).has_value());
    ASSERT_TRUE(manager.run(plan).has_value());
    const auto& tasks = manager.history().snapshots[1]->as<DistributedTaskIR>();
    const auto entities = static_cast<std::int64_t>(tasks.tasks.size() + tasks.values.size());
    const LineageSummary& first = manager.history().checkpoints[0].lineage;
    EXPECT_EQ(first.entities, entities);
    EXPECT_EQ(first.withSources, entities);
    EXPECT_EQ(first.sourcesTotal, 3); // the operation, its input and its output
    EXPECT_EQ(first.sourcesCovered, 3);
    const LineageSummary& second = manager.history().checkpoints[1].lineage;
    EXPECT_EQ(second.entities, entities);
    EXPECT_EQ(second.sourcesCovered, entities);
    EXPECT_EQ(second.sourcesTotal, entities);
}

TEST_F(PassContractTest, inputOfAnotherKindIsRefused)
{
    const Diagnostic fault = onlyFaultOf(plan);
    EXPECT_EQ(fault.code, "pass.input_kind");
    EXPECT_EQ(fault.origin, Origin::Plan);
    EXPECT_EQ(fault.given, "model");
    EXPECT_EQ(fault.legal, std::vector<std::string>{"distributed"});
}

TEST_F(PassContractTest, inputSchemaMustHaveTheContractsName)
{
    FakePass pass{distribute};
    pass.terms.oldestInput.name = pass.terms.newestInput.name = "planscope.other_ir";
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.input_schema");
}

TEST_F(PassContractTest, inputSchemaMustNotBeOlderOrNewerThanTheContractAllows)
{
    FakePass laterOnly{distribute};
    laterOnly.terms.oldestInput.minor = 1;
    laterOnly.terms.newestInput.minor = 2;
    EXPECT_EQ(onlyFaultOf(laterOnly).code, "pass.input_schema");
    FakePass earlierOnly{distribute};
    earlierOnly.terms.oldestInput.major = 0;
    earlierOnly.terms.newestInput.major = 0;
    earlierOnly.terms.newestInput.minor = 9;
    EXPECT_EQ(onlyFaultOf(earlierOnly).code, "pass.input_schema");
    FakePass range{distribute};
    range.terms.oldestInput.major = 0;
    range.terms.newestInput.major = 2;
    EXPECT_TRUE(manager.run(range).has_value());
}

TEST_F(PassContractTest, aBindingThatTheSessionDoesNotHaveIsRefused)
{
    FakePass pass{distribute};
    pass.terms.bindings.push_back(static_cast<BindingKind>(countOf<BindingKind>()));
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.binding");
}

TEST_F(PassContractTest, onlyTheBindingsThatTheContractNamesAreThere)
{
    FakePass pass{distribute};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        EXPECT_EQ(context.workload, nullptr);
        EXPECT_EQ(context.strategy, &manager.session().strategy());
        return distribute.run(input, context);
    };
    EXPECT_TRUE(manager.run(pass).has_value());
}

TEST_F(PassContractTest, aRequiredAnalysisMustBeInTheStore)
{
    FakePass pass{distribute};
    pass.terms.required = {AnalysisKind::WorkTotals};
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "pass.required_analysis");
    EXPECT_EQ(fault.given, "work_totals");
}

TEST_F(PassContractTest, onlyTheAnalysesThatTheContractRequiresAreThere)
{
    ASSERT_TRUE(manager.run(distribute).has_value());
    FakePass pass{plan};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        EXPECT_NE(context.analysis(AnalysisKind::MemoryTotals), nullptr);
        EXPECT_EQ(context.analysis(AnalysisKind::WorkTotals), nullptr);
        return plan.run(input, context);
    };
    EXPECT_TRUE(manager.run(pass).has_value());
}

TEST_F(PassContractTest, analysesAreKeyedByTheSessionToo)
{
    ASSERT_TRUE(manager.run(distribute).has_value());
    AnalysisStore::Key key{manager.history().snapshots.back()->digest(), AnalysisKind::WorkTotals,
                           manager.session().fingerprint};
    EXPECT_NE(manager.history().analyses.find(key), nullptr);
    key.session = Digest::of("another session");
    EXPECT_EQ(manager.history().analyses.find(key), nullptr);
}

TEST_F(PassContractTest, whatAPassFailsWithIsPassedOnWithTheContractsOrigin)
{
    FakePass pass{distribute};
    pass.onRun = [](const IrSnapshot&, PassContext&) -> Result<AnyIr> {
        return refuse(Diagnostic{Severity::Error, Origin::Import, "made.up", "tasks", "no", "1", {"2"}});
    };
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "made.up");
    EXPECT_EQ(fault.legal, std::vector<std::string>{"2"});
    EXPECT_EQ(fault.origin, Origin::Distribution);
}

TEST_F(PassContractTest, aMorePreciseOriginStands)
{
    FakePass pass{distribute};
    pass.onRun = [](const IrSnapshot&, PassContext&) -> Result<AnyIr> {
        return refuse(Diagnostic{Severity::Error, Origin::Work, "integer.overflow", {}, {}, {}, {}});
    };
    EXPECT_EQ(onlyFaultOf(pass).origin, Origin::Work);
}

TEST_F(PassContractTest, anExceptionOfThePassIsAFault)
{
    FakePass pass{distribute};
    pass.onRun = [](const IrSnapshot&, PassContext&) -> Result<AnyIr> { throw std::runtime_error("out of ideas"); };
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "pass.exception");
    EXPECT_THAT(fault.message, HasSubstr("out of ideas"));
    pass.onRun = [](const IrSnapshot&, PassContext&) -> Result<AnyIr> { throw 7; };
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.exception");
}

TEST_F(PassContractTest, aPassThatWritesToItsInputIsFoundAndTheInputRestored)
{
    FakePass pass{distribute};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        auto made = distribute.run(input, context);
        auto& model = std::get<ModelIR>(const_cast<AnyIr&>(input.ir()));
        ++model.operations.front().model.blockCount;
        return made;
    };
    const std::string bytes = manager.history().snapshots.back()->bytes();
    const auto result = manager.run(pass);
    ASSERT_FALSE(result.has_value());
    ASSERT_EQ(result.error().size(), 1u);
    EXPECT_EQ(result.error().front().code, "pass.input_changed");
    ASSERT_EQ(manager.history().snapshots.size(), 1u);
    EXPECT_EQ(canonicalBytesOf(manager.history().snapshots.back()->ir()), bytes);
    EXPECT_TRUE(manager.run(distribute).has_value());
}

TEST_F(PassContractTest, outputOfAnotherKindIsRefused)
{
    FakePass pass{distribute};
    pass.onRun = [](const IrSnapshot& input, PassContext&) -> Result<AnyIr> { return input.ir(); };
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.output_kind");
}

TEST_F(PassContractTest, outputSchemaMustBeTheContracts)
{
    FakePass pass{distribute};
    pass.terms.outputSchema.minor = 1;
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "pass.output_schema");
    EXPECT_EQ(fault.given, "planscope.distributed_task_ir 1.0");
}

TEST_F(PassContractTest, outputMustPassItsVerifier)
{
    FakePass pass{distribute};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        auto made = distribute.run(input, context);
        std::get<DistributedTaskIR>(*made).distribution.microbatchSize = 0;
        return made;
    };
    const PassHistory before = manager.history();
    const auto result = manager.run(pass);
    ASSERT_FALSE(result.has_value());
    EXPECT_THAT(result.error(), Each(Field(&Diagnostic::code, StartsWith("verify.distributed."))));
    EXPECT_THAT(result.error(), Each(Field(&Diagnostic::origin, Origin::Distribution)));
    expectPublished(before);
}

TEST_F(PassContractTest, outputMustNameItsInputAsParent)
{
    const IrSnapshot stranger{buildTransformerModelIr({"stranger", 64, 256, 32, 8, 8, 4})};
    FakePass pass{distribute};
    pass.onRun = [&](const IrSnapshot&, PassContext& context) { return distribute.run(stranger, context); };
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "pass.parent_digest");
    EXPECT_EQ(fault.given, stranger.digest().toString());
}

TEST_F(PassContractTest, theRelationOfBothStagesMustHold)
{
    FakePass pass{distribute};
    pass.onRelation = [](const IrSnapshot&, const IrSnapshot&, const SynthesisSession&) {
        return Diagnostics{{Severity::Error, Origin::Distribution, "lineage.coverage", "tasks", {}, {}, {}}};
    };
    EXPECT_EQ(onlyFaultOf(pass).code, "lineage.coverage");
}

TEST_F(PassContractTest, anExceptionOfTheRelationIsAFault)
{
    FakePass pass{distribute};
    pass.onRelation = [](const IrSnapshot&, const IrSnapshot&, const SynthesisSession&) -> Diagnostics {
        throw std::runtime_error("cannot say");
    };
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.exception");
}

TEST_F(PassContractTest, anUndeclaredAnalysisIsRefused)
{
    FakePass pass{distribute};
    pass.terms.produced = {AnalysisKind::WorkTotals};
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "pass.analysis_undeclared");
    EXPECT_EQ(fault.given, "memory_totals");
}

TEST_F(PassContractTest, aDeclaredAnalysisMustBeProduced)
{
    FakePass pass{distribute};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        PassContext scratch;
        scratch.strategy = context.strategy;
        context.produce(BlockTotals{});
        return distribute.run(input, scratch);
    };
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(fault.code, "pass.analysis_missing");
    EXPECT_EQ(fault.given, "memory_totals");
}

TEST_F(PassContractTest, anAnalysisIsProducedOnce)
{
    FakePass pass{distribute};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        context.produce(BlockMemory{});
        return distribute.run(input, context);
    };
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.analysis_twice");
}

TEST_F(PassContractTest, anAnalysisIsNotBothProducedAndPreserved)
{
    ASSERT_TRUE(manager.run(distribute).has_value());
    FakePass pass{plan};
    pass.terms.produced = {AnalysisKind::WorkTotals};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        context.produce(BlockTotals{});
        return plan.run(input, context);
    };
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.analysis_twice");
}

TEST_F(PassContractTest, aPreservedAnalysisMustBeThereOnTheInput)
{
    FakePass pass{distribute};
    pass.terms.produced = {AnalysisKind::WorkTotals};
    pass.terms.preserved = {AnalysisKind::MemoryTotals};
    pass.onRun = [this](const IrSnapshot& input, PassContext& context) {
        PassContext scratch;
        scratch.strategy = context.strategy;
        context.produce(BlockTotals{});
        return distribute.run(input, scratch);
    };
    EXPECT_EQ(onlyFaultOf(pass).code, "pass.preserved_missing");
}

TEST_F(PassContractTest, aPreservedAnalysisIsCarriedOverUnchanged)
{
    ASSERT_TRUE(manager.run(distribute).has_value());
    ASSERT_TRUE(manager.run(plan).has_value());
    const auto& snapshots = manager.history().snapshots;
    const auto analysis = [&](const SnapshotPtr& of) {
        return manager.history().analyses.find({of->digest(), AnalysisKind::WorkTotals, manager.session().fingerprint});
    };
    ASSERT_NE(analysis(snapshots[1]), nullptr);
    ASSERT_NE(analysis(snapshots[2]), nullptr);
    EXPECT_EQ(*analysis(snapshots[1]), *analysis(snapshots[2]));
}

TEST_F(PassContractTest, aPassThatCallsItsManagerIsRefused)
{
    FakePass pass{distribute};
    std::string innerCode;
    pass.onRun = [&](const IrSnapshot& input, PassContext& context) {
        const auto inner = manager.run(distribute);
        innerCode = inner ? "published" : inner.error().front().code;
        return distribute.run(input, context);
    };
    const Diagnostic fault = onlyFaultOf(pass);
    EXPECT_EQ(innerCode, "pass.reentrant");
    EXPECT_EQ(fault.code, "pass.reentrant");
    EXPECT_EQ(fault.origin, Origin::Distribution);
    EXPECT_TRUE(manager.run(distribute).has_value());
}

TEST_F(PassContractTest, aHistoryStartsOnce)
{
    const auto again = manager.start(buildTransformerModelIr(smallTraining().model()));
    ASSERT_FALSE(again.has_value());
    EXPECT_EQ(again.error().front().code, "pass.already_started");
    EXPECT_EQ(manager.history().snapshots.size(), 1u);
}

TEST(PassManagerStart, runsNothingBeforeIt)
{
    PassManager manager{synthesisSessionFor(smallTraining()), {}};
    const auto result = manager.run(DistributeTransformerTrainingPass{});
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().front().code, "pass.not_started");
}

TEST(PassManagerStart, refusesASourceWithFaults)
{
    PassManager manager{synthesisSessionFor(smallTraining()), {}};
    const auto result = manager.start(ModelIR{});
    ASSERT_FALSE(result.has_value());
    EXPECT_THAT(result.error(), Each(Field(&Diagnostic::code, StartsWith("verify.model."))));
    EXPECT_TRUE(manager.history().snapshots.empty());
}

TEST_F(PassContractTest, theHostsTimeIsRecordedButNotDigested)
{
    FakePass slow{distribute};
    slow.onRun = [this](const IrSnapshot& input, PassContext& context) {
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
        return distribute.run(input, context);
    };
    ASSERT_TRUE(manager.run(slow).has_value());
    EXPECT_GE(manager.history().checkpoints.front().record.hostNanoseconds, 2'000'000);

    PassManager other{manager.session(), {}};
    ASSERT_TRUE(other.start(buildTransformerModelIr(smallTraining().model())).has_value());
    ASSERT_TRUE(other.run(distribute).has_value());
    EXPECT_EQ(other.history().snapshots.back()->digest(), manager.history().snapshots.back()->digest());
}

} // namespace
} // namespace planscope::testing_pass
