#include "ui/models/study_controller.h"

#include "frontend/any_candidate.h"
#include "report/whole_result_json.h"
#include "sample_study.h"
#include "ui/models/candidate_list_model.h"
#include "ui/models/checkpoint_tree_model.h"
#include "ui/models/memory_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/problems_model.h"
#include "ui/models/rank_work_model.h"
#include "ui/models/study_comparison.h"
#include "ui/models/time_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace planscope::ui {
namespace {

/// A study of a whole model in the controller that keeps those of equal blocks.
class WholeStudyTest : public testing::Test {
protected:
    WholeStudyTest()
    {
        study.setDocument(sampleStudy("llama-3-70b-64xH100"));
        study.waitForResults();
    }

    whole::CandidateResultPtr result(std::size_t candidate = 0) const { return study.state(candidate)->result.whole(); }
    void set(CandidateField field, const char* text) { study.setCandidateField(0, field, QString::fromLatin1(text)); }
    /// What the engine makes of a candidate as the document states it, apart from the controller.
    whole::CandidateResultPtr direct(std::size_t candidate = 0) const
    {
        const auto source = CandidateSource::open(study.document().toJson());
        return whole::evaluate(*source->readWhole(candidate).candidate);
    }

    StudyController study;
};

TEST_F(WholeStudyTest, EveryCandidateIsWhatTheEngineMakesOfIt)
{
    ASSERT_EQ(study.candidateCount(), 3U);
    EXPECT_EQ(study.derivationCount(), 3U);
    for (std::size_t k = 0; k < study.candidateCount(); ++k) {
        ASSERT_TRUE(result(k));
        EXPECT_FALSE(study.state(k)->result.block());
        EXPECT_EQ(study.state(k)->problems, Diagnostics{}) << "a bundled study fits";
        EXPECT_EQ(whole::resultJson(*result(k), {true}), whole::resultJson(*direct(k), {true}));
    }
}

TEST_F(WholeStudyTest, NoPassRunsForATierASystemOrAFramework)
{
    const whole::CandidateResultPtr before = result();
    set(CandidateField::PipelineTier, "0");
    EXPECT_NE(result(), before);
    EXPECT_EQ(result()->derivation, before->derivation);

    set(CandidateField::PipelineTier, "1");
    study.setFramework("none", {});
    ASSERT_TRUE(result()->estimate);
    EXPECT_EQ(result()->derivation, before->derivation);
    EXPECT_LT(result()->estimate->peak, before->estimate->peak);

    study.setSystem("a100_80g", {});
    EXPECT_EQ(result()->derivation, before->derivation);
    EXPECT_GT((*result()->estimate->modes)[1].time.total, (*before->estimate->modes)[1].time.total);
    EXPECT_EQ(study.derivationCount(), 3U);
    EXPECT_EQ(whole::resultJson(*result(), {true}), whole::resultJson(*direct(), {true}));
}

TEST_F(WholeStudyTest, AFrameworkInPlaceIsEvaluatedToo)
{
    study.setFramework("mine", R"({"schema": "planscope.framework/1", "name": "mine", "gemm_workspace_bytes": 1073741824,
                                   "blas_workspace_bytes": 0, "dummy_weight_gradients": false,
                                   "head_gather_buffer": false, "loss_mask": false, "round_logits": false})");
    ASSERT_EQ(study.state(0)->problems, Diagnostics{});
    EXPECT_EQ(result()->framework->gemmWorkspaceBytes, 1'073'741'824);
    study.setFramework("none", {});
    const Bytes without = result()->estimate->peak;
    study.undoStack().undo();
    EXPECT_EQ(result()->estimate->peak.value() - without.value(), 1'073'741'824);
}

TEST_F(WholeStudyTest, EveryEditIsUndoneToTheDigest)
{
    const Digest before = study.document().digest();
    std::vector<Digest> plans;
    for (std::size_t k = 0; k < study.candidateCount(); ++k)
        plans.push_back(result(k)->derivation->snapshot(IrKind::PortablePlan)->digest());
    for (const ModelField field : fieldsOf<ModelField>(Accounting::Whole))
        study.setModelField(field, QStringLiteral("9"));
    for (const WorkloadField field : fieldsOf<WorkloadField>(Accounting::Whole))
        study.setWorkloadField(field, QStringLiteral("9"));
    for (const CandidateField field : fieldsOf<CandidateField>(Accounting::Whole))
        set(field, "9");
    study.setFramework("9", {});
    EXPECT_EQ(study.undoStack().count(), 16 - 1 + 5 + 21 + 1);
    EXPECT_TRUE(study.state(0)->stale);
    while (study.undoStack().canUndo())
        study.undoStack().undo();
    study.waitForResults();
    EXPECT_EQ(study.document().digest(), before);
    for (std::size_t k = 0; k < study.candidateCount(); ++k) {
        EXPECT_FALSE(study.state(k)->stale);
        EXPECT_EQ(result(k)->derivation->snapshot(IrKind::PortablePlan)->digest(), plans[k]);
    }
}

TEST_F(WholeStudyTest, TheLastGoodResultStaysBesideWhatIsWrong)
{
    const whole::CandidateResultPtr good = result();
    set(CandidateField::Layout, "20, 20, 20, 19");
    EXPECT_EQ(result(), good);
    EXPECT_TRUE(study.state(0)->stale);
    ASSERT_EQ(study.state(0)->problems.size(), 1U);
    EXPECT_EQ(study.state(0)->problems.front().code, "mapping.pipeline.layout");
    const auto place = placeOf(Accounting::Whole, study.state(0)->problems.front().path);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->field, CandidateField::Layout);
    set(CandidateField::Layout, "20, 20, 20, 20");
    study.waitForResults();
    EXPECT_FALSE(study.state(0)->stale);
    EXPECT_EQ(study.state(0)->problems, Diagnostics{});
}

TEST_F(WholeStudyTest, InterleavingBeginsWithTheFirstLegalChunks)
{
    set(CandidateField::ScheduleKind, "interleaved_one_forward_one_backward");
    EXPECT_EQ(study.document().candidates[0][CandidateField::VirtualStages], "2");
    study.waitForResults();
    EXPECT_EQ(study.state(0)->problems, Diagnostics{});
    EXPECT_EQ(result()->derivation->training.shape().chunks.size(), 8U);
}

TEST_F(WholeStudyTest, TheListShowsTheHeadlineNumbers)
{
    CandidateListModel list{study};
    const QAbstractItemModelTester tester{&list, QAbstractItemModelTester::FailureReportingMode::Fatal};
    ASSERT_EQ(list.rowCount(), 3);
    for (int row = 0; row < 3; ++row) {
        const auto exact = [&](CandidateListModel::Column column) {
            return list.index(row, static_cast<int>(column)).data(ExactRole).toString();
        };
        const whole::Estimate& estimate = *direct(static_cast<std::size_t>(row))->estimate;
        EXPECT_EQ(exact(CandidateListModel::Column::Status), QStringLiteral("ok"));
        EXPECT_EQ(exact(CandidateListModel::Column::Memory), QString::number(estimate.peak.value()));
        EXPECT_EQ(exact(CandidateListModel::Column::IterationTime).toDouble(), (*estimate.modes)[1].time.total);
        EXPECT_EQ(exact(CandidateListModel::Column::Mfu).toDouble(), (*estimate.modes)[1].utilisation.mfuCausal);
    }
    study.duplicateCandidate(0);
    EXPECT_EQ(list.rowCount(), 4);
    set(CandidateField::ContextDegree, "3");
    EXPECT_TRUE(list.index(0, 0).data(StaleRole).toBool());
    set(CandidateField::ContextExchange, "ring");
    set(CandidateField::ContextDegree, "2"); // lawful, but its messages have no time
    study.waitForResults();
    EXPECT_EQ(list.index(0, static_cast<int>(CandidateListModel::Column::IterationTime)).data(ExactRole).toString(),
              QString{});
}

TEST_F(WholeStudyTest, ProblemsOfTheCommonPartAreToldOnce)
{
    ProblemsModel problems{study};
    const QAbstractItemModelTester tester{&problems, QAbstractItemModelTester::FailureReportingMode::Fatal};
    EXPECT_EQ(problems.rowCount(), 0);
    study.setModelField(ModelField::Bias, QStringLiteral("qkv, no such"));
    study.setFramework("no such", {});
    EXPECT_EQ(problems.rowCount(), 2);
    study.setWorkloadField(WorkloadField::SequenceLength, QStringLiteral("many"));
    EXPECT_EQ(problems.rowCount(), 3);
    set(CandidateField::Attention, "no such");
    EXPECT_EQ(problems.rowCount(), 4);
    while (study.undoStack().canUndo())
        study.undoStack().undo();
    EXPECT_EQ(problems.rowCount(), 0);
}

TEST_F(WholeStudyTest, AReferenceHoldsStudiesOfBothAccountings)
{
    const whole::PlanTask& task = study.currentState()->result.whole()->derivation->plan().tasks.front();
    study.setReference(QStringLiteral("facts"), {{task.name, "operations", task.facts.operations.value()}});
    study.waitForResults();
    ASSERT_TRUE(study.anyReferenceResult().whole());
    EXPECT_EQ(study.anyReferenceResult().head()->status, ResultStatus::Ok);
    EXPECT_FALSE(study.referenceResult());
    study.setReference(QStringLiteral("facts"), {{task.name, "operations", task.facts.operations.value() + 1}});
    study.waitForResults();
    EXPECT_EQ(study.anyReferenceResult().head()->status, ResultStatus::Rejected);

    QSignalSpy told{&study, &StudyController::referenceChanged};
    study.setDocument(sampleStudy());
    study.waitForResults();
    ASSERT_TRUE(study.referenceResult());
    EXPECT_EQ(study.referenceResult()->status, ResultStatus::Rejected) << "no block has that task";
    EXPECT_GE(told.count(), 1);
    study.clearReference();
    EXPECT_FALSE(study.anyReferenceResult());
}

/// Studies of one accounting follow those of the other in the same controller, and nothing of the old one stays.
TEST_F(WholeStudyTest, StudiesOfBothAccountingsFollowOneAnother)
{
    CandidateListModel list{study};
    for (int round = 0; round < 2; ++round) {
        study.setDocument(sampleStudy());
        EXPECT_FALSE(study.state(0)->result.whole());
        study.waitForResults();
        EXPECT_TRUE(study.state(0)->result.block());
        study.setDocument(sampleStudy("llama-3-70b-64xH100"));
        EXPECT_FALSE(study.state(0)->result.block());
        study.waitForResults();
        EXPECT_TRUE(study.state(0)->result.whole());
        EXPECT_EQ(list.rowCount(), 3);
    }
    EXPECT_EQ(study.derivationCount(), 5U) << "what was derived once is not derived again";
}

/// Models of one block take the null that a whole study has for them.
TEST_F(WholeStudyTest, ModelsOfOneBlockStayEmpty)
{
    const CandidateResultPtr none = study.state(0)->result.block();
    const auto expectEmpty = [&none](auto&& model) {
        const QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
        model.setResult(none);
        EXPECT_EQ(model.rowCount(), 0);
    };
    expectEmpty(CheckpointTreeModel{});
    expectEmpty(MemoryModel{});
    expectEmpty(TimeModel{});
    expectEmpty(RankWorkModel{});
}

TEST_F(WholeStudyTest, PinnedCandidatesAreCompared)
{
    StudyComparison comparison{study};
    comparison.setWatched(true);
    comparison.wait();
    ASSERT_TRUE(comparison.pair());
    for (const AnyResult& result : comparison.pair()->results)
        EXPECT_TRUE(result.whole());
}

} // namespace
} // namespace planscope::ui
