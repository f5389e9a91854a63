#include "ui/models/study_controller.h"

#include "frontend/candidate_source.h"
#include "sample_study.h"

#include <QCoreApplication>
#include <QSignalSpy>

namespace planscope::ui {
namespace {

std::vector<Digest> digestsOf(const CandidateResult& result)
{
    std::vector<Digest> digests;
    for (const SnapshotPtr& snapshot : result.derivation->history.snapshots)
        digests.push_back(snapshot->digest());
    return digests;
}

double iterationOf(const CandidateResult& result)
{
    return (*result.estimate->modes)[1].iteration.total;
}

class StudyControllerTest : public testing::Test {
protected:
    void SetUp() override
    {
        study.setDocument(sampleStudy());
        study.waitForResults();
    }
    void set(CandidateField field, const char* text) { study.setCandidateField(0, field, QString::fromLatin1(text)); }

    StudyController study;
};

TEST_F(StudyControllerTest, ADocumentIsDerivedWhole)
{
    EXPECT_EQ(study.candidateCount(), 2U);
    EXPECT_EQ(study.derivationCount(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
        const CandidateStatePtr state = study.state(k);
        ASSERT_TRUE(state->result.block());
        EXPECT_EQ(state->result.block()->status, ResultStatus::Ok);
        EXPECT_FALSE(state->stale || state->running);
        const auto source = CandidateSource::open(study.document().toJson());
        const CandidateResultPtr direct = evaluate(*source->read(k).candidate);
        EXPECT_EQ(digestsOf(*state->result.block()), digestsOf(*direct));
        EXPECT_EQ(iterationOf(*state->result.block()), iterationOf(*direct));
    }
    EXPECT_FALSE(study.isModified());
    EXPECT_FALSE(study.state(2)->result.block());
}

TEST_F(StudyControllerTest, ATierMovesTheEstimateAndNothingElse)
{
    const CandidateResultPtr before = study.state(0)->result.block();
    set(CandidateField::TensorTier, "1");
    const CandidateResultPtr after = study.state(0)->result.block(); // at once: no pass runs
    ASSERT_NE(after, before);
    EXPECT_FALSE(study.state(0)->stale || study.state(0)->running);
    EXPECT_EQ(after->derivation, before->derivation);
    EXPECT_EQ(study.derivationCount(), 2U);
    EXPECT_NE(iterationOf(*after), iterationOf(*before));
    study.setSystem("h100_80g_nvl8", {});
    EXPECT_EQ(study.state(0)->result.block()->derivation, before->derivation);
    EXPECT_EQ(study.derivationCount(), 2U);
    EXPECT_NE(study.state(0)->result.block()->evidence, before->evidence);
}

TEST_F(StudyControllerTest, TheLastGoodResultStaysBesideWhatIsWrong)
{
    const CandidateResultPtr good = study.state(0)->result.block();
    const CandidateResultPtr other = study.state(1)->result.block();
    QSignalSpy states{&study, &StudyController::stateChanged};
    set(CandidateField::TensorDegree, "7");
    EXPECT_EQ(study.state(0)->result.block(), good);
    EXPECT_TRUE(study.state(0)->stale);
    EXPECT_FALSE(study.state(0)->running);
    ASSERT_FALSE(study.state(0)->problems.empty());
    EXPECT_EQ(study.state(0)->problems.front().path, "candidates[0].mapping.tensor.degree");
    EXPECT_EQ(study.state(1)->result.block(), other);
    ASSERT_EQ(states.size(), 1);
    EXPECT_EQ(states[0][0].value<std::size_t>(), 0U);
    set(CandidateField::TensorDegree, "8");
    EXPECT_EQ(study.state(0)->result.block(), good);
    EXPECT_FALSE(study.state(0)->stale);
    EXPECT_TRUE(study.state(0)->problems.empty());
}

TEST_F(StudyControllerTest, ATierThatIsTooSmallIsAProblemOfACurrentResult)
{
    set(CandidateField::PipelineTier, "0");
    const CandidateStatePtr state = study.state(0);
    EXPECT_FALSE(state->stale);
    EXPECT_FALSE(state->result.block()->estimate->modes);
    ASSERT_FALSE(state->problems.empty());
    EXPECT_EQ(state->problems.front().code, "network_tiers.capacity");
}

TEST_F(StudyControllerTest, AHundredEditsAreUndoneToTheSameDigest)
{
    const Digest before = study.document().digest();
    const std::vector<Digest> derived = digestsOf(*study.state(0)->result.block());
    int steps = 0;
    for (int k = 0; k < 25; ++k) {
        set(CandidateField::TensorDegree, k % 2 == 0 ? "4" : "7");
        study.setModelField(ModelField::HiddenSize, k % 2 == 0 ? QStringLiteral("?") : QStringLiteral("12288"));
        study.setWorkloadField(WorkloadField::GlobalBatchSize, QString::number(64 + k));
        switch (k % 4) {
        case 0: study.duplicateCandidate(0); break;
        case 1: study.moveCandidate(0, 1); break;
        case 2: study.removeCandidate(0); break;
        default: study.renameCandidate(0, QStringLiteral("name %1").arg(k)); break;
        }
        steps += 4;
    }
    EXPECT_EQ(steps, 100);
    EXPECT_GT(study.undoStack().count(), 85); // a step that changes nothing is none
    EXPECT_NE(study.document().digest(), before);
    while (study.undoStack().canUndo())
        study.undoStack().undo();
    EXPECT_EQ(study.document().digest(), before);
    EXPECT_FALSE(study.isModified());
    study.waitForResults();
    EXPECT_EQ(digestsOf(*study.state(0)->result.block()), derived);
    EXPECT_FALSE(study.state(0)->stale);
}

TEST_F(StudyControllerTest, StepsAreNamedAndMergeByField)
{
    set(CandidateField::TensorDegree, "1");
    set(CandidateField::TensorDegree, "16");
    EXPECT_EQ(study.undoStack().count(), 1);
    EXPECT_EQ(study.undoStack().undoText(), QStringLiteral("Set tensor parallel to 16"));
    set(CandidateField::FusedActivation, "true");
    EXPECT_EQ(study.undoStack().undoText(), QStringLiteral("Turn fused activation on"));
    study.setCandidateField(1, CandidateField::FusedActivation, QStringLiteral("true"));
    EXPECT_EQ(study.undoStack().count(), 3);
    set(CandidateField::TensorDegree, "8");
    set(CandidateField::TensorDegree, "16");
    EXPECT_EQ(study.undoStack().count(), 3); // there and back again is no step
}

TEST_F(StudyControllerTest, RapidEditsEndWithTheNewestResult)
{
    for (const char* degree : {"1", "2", "4", "3", "6", "12", "16"})
        set(CandidateField::TensorDegree, degree);
    study.waitForResults();
    const CandidateStatePtr state = study.state(0);
    EXPECT_FALSE(state->stale || state->running);
    EXPECT_EQ(state->result.block()->derivation->training.mapping().tensor.degree, 16);
    QCoreApplication::processEvents(); // what arrives late changes nothing
    EXPECT_EQ(study.state(0), state);
    const quint64 count = study.derivationCount();
    study.undoStack().undo();
    EXPECT_EQ(study.state(0)->result.block()->derivation->training.mapping().tensor.degree, 8); // known from before
    EXPECT_EQ(study.derivationCount(), count);
}

TEST_F(StudyControllerTest, ResultsArriveThroughTheEventLoop)
{
    QSignalSpy states{&study, &StudyController::stateChanged};
    set(CandidateField::TensorDegree, "4");
    EXPECT_TRUE(study.state(0)->stale && study.state(0)->running);
    while (study.state(0)->running)
        ASSERT_TRUE(states.wait(5000));
    EXPECT_EQ(study.state(0)->result.block()->derivation->training.mapping().tensor.degree, 4);
}

TEST_F(StudyControllerTest, AResultFollowsItsCandidateThroughMoves)
{
    study.setCurrentCandidate(1);
    const CandidateResultPtr second = study.state(1)->result.block();
    study.moveCandidate(1, 0);
    EXPECT_EQ(study.state(0)->result.block(), second);
    EXPECT_EQ(study.currentCandidate(), 0U);
    EXPECT_EQ(study.document().pinnedA, 1U);
    EXPECT_EQ(study.document().pinnedB, 0U);
    study.removeCandidate(1);
    EXPECT_EQ(study.document().pinnedA, std::nullopt);
    study.removeCandidate(0); // the last one stays
    EXPECT_EQ(study.candidateCount(), 1U);
    study.undoStack().undo();
    EXPECT_EQ(study.candidateCount(), 2U);
    study.waitForResults();
    EXPECT_TRUE(study.state(1)->result.block());
}

TEST_F(StudyControllerTest, InterleavingBeginsWithALegalNumberOfStages)
{
    set(CandidateField::ScheduleKind, "one_forward_one_backward");
    set(CandidateField::VirtualStages, "");
    set(CandidateField::ScheduleKind, "interleaved_one_forward_one_backward");
    EXPECT_EQ(study.document().candidates[0][CandidateField::VirtualStages], "2");
    EXPECT_TRUE(study.state(0)->problems.empty());
}

TEST_F(StudyControllerTest, AReferenceRejectsATransitionBesideTheResult)
{
    QSignalSpy changes{&study, &StudyController::referenceChanged};
    const CandidateResultPtr good = study.state(0)->result.block();
    study.setReference(QStringLiteral("wrong"), {{"mlp.expand.forward", "operations", 1}});
    study.waitForResults();
    ASSERT_TRUE(study.referenceResult());
    EXPECT_EQ(study.referenceResult()->status, ResultStatus::Rejected);
    EXPECT_FALSE(study.referenceResult()->derivation->snapshot(IrKind::Distributed));
    EXPECT_EQ(study.state(0)->result.block(), good);
    EXPECT_GE(changes.size(), 2);

    study.setReference(QStringLiteral("right"), {{"mlp.expand.forward", "operations", 309237645312}});
    study.waitForResults();
    EXPECT_EQ(study.referenceResult()->status, ResultStatus::Ok);
    const quint64 count = study.derivationCount();
    set(CandidateField::TensorTier, "1");
    EXPECT_EQ(study.referenceResult()->tiers.tensor, 1);
    EXPECT_EQ(study.derivationCount(), count);
    set(CandidateField::TensorDegree, "4");
    study.waitForResults();
    EXPECT_EQ(study.referenceResult()->status, ResultStatus::Rejected);
    study.clearReference();
    EXPECT_FALSE(study.referenceResult());
}

TEST(StudyController, MayEndWhileItDerives)
{
    for (int k = 0; k < 20; ++k) {
        StudyController study;
        study.setDocument(sampleStudy("megatron-1T-512xA100"));
        study.setReference(QStringLiteral("any"), {});
    }
    QCoreApplication::processEvents();
}

} // namespace
} // namespace planscope::ui
