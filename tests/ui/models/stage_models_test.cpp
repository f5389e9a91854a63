#include "ui/models/stage_layout.h"
#include "ui/models/stage_table_model.h"

#include "base/exact_digits.h"
#include "sample_study.h"
#include "ui/models/model_roles.h"
#include "ui/models/saved_tensor_model.h"
#include "ui/models/stage_key.h"
#include "ui/models/study_controller.h"
#include "ui/models/table_text.h"

#include <QAbstractItemModelTester>

namespace planscope::ui {
namespace {

using Tester = QAbstractItemModelTester;

class StageModelsTest : public testing::Test {
protected:
    StageModelsTest()
    {
        study.setDocument(sampleStudy("llama-3-70b-64xH100"));
        study.waitForResults();
    }

    whole::CandidateResultPtr result(std::size_t candidate) const { return study.state(candidate)->result.whole(); }
    static QString exact(const QAbstractItemModel& model, int row, const char* heading)
    {
        for (int column = 0; column < model.columnCount(); ++column)
            if (model.headerData(column, Qt::Horizontal, ExactRole) == QLatin1String(heading))
                return model.index(row, column).data(ExactRole).toString();
        ADD_FAILURE() << "no column " << heading;
        return {};
    }
    static QString digits(double value) { return QString::fromStdString(exactDigits(value)); }

    StudyController study;
};

TEST_F(StageModelsTest, FiguresAreTheEnginesToTheLastDigit)
{
    StageTableModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    for (std::size_t candidate = 0; candidate < study.candidateCount(); ++candidate)
        for (const EstimateMode mode : {EstimateMode::PeakOnly, EstimateMode::SystemEvidence}) {
            const auto shown = result(candidate);
            model.setResult(shown, mode);
            ASSERT_EQ(model.rowCount(), static_cast<int>(shown->estimate->peaks.size()));
            for (int row = 0; row < model.rowCount(); ++row) {
                const auto stage = static_cast<std::size_t>(row);
                const whole::PlanStage& held = shown->derivation->plan().stages[stage];
                const whole::StagePeak& peak = shown->estimate->peaks[stage];
                EXPECT_EQ(exact(model, row, "parameters").toLongLong(), held.parameters.value());
                EXPECT_EQ(exact(model, row, "in_flight").toLongLong(), held.inFlight);
                EXPECT_EQ(exact(model, row, "peak_bytes").toLongLong(), peak.bytes.value());
                EXPECT_EQ(exact(model, row, "peak_moment").toStdString(), nameOf(peak.moment));
                for (std::size_t part = 0; part < peak.parts.size(); ++part) {
                    const std::string heading{nameOf(static_cast<whole::PeakPart>(part))};
                    EXPECT_EQ(exact(model, row, (heading + "_bytes").c_str()).toLongLong(), peak.parts[part].value());
                }
                const auto& time = (*shown->estimate->modes)[static_cast<std::size_t>(mode)].time.stages[stage];
                for (const auto& figure : whole::stageTimeFigures)
                    EXPECT_EQ(exact(model, row, (std::string{figure.name} + "_seconds").c_str()),
                              digits(time.*figure.member))
                        << figure.name;
            }
        }
}

TEST_F(StageModelsTest, EachCellIsAFigureOfItsStageAndIsFoundByIt)
{
    StageTableModel model;
    model.setResult(result(0), EstimateMode::SystemEvidence);
    EXPECT_EQ(model.cellOf(stageKey(2)), model.index(2, 0));
    const QModelIndex saved = model.cellOf(stageFigureKey(3, "memory.saved_other_microbatches"));
    ASSERT_TRUE(saved.isValid());
    EXPECT_EQ(saved.row(), 3);
    EXPECT_EQ(saved.data(EntityRole).value<EntityKey>().name,
              QStringLiteral("stage.3.memory.saved_other_microbatches"));
    EXPECT_EQ(model.cellOf(stageFigureKey(2, "weights")), model.cellOf(stageFigureKey(2, "memory.weights")));
    EXPECT_EQ(model.cellOf(stageFigureKey(2, "saved_per_microbatch.2")),
              model.cellOf(stageFigureKey(2, "memory.saved")));
    EXPECT_FALSE(model.cellOf(stageKey(4)).isValid());
    EXPECT_FALSE(model.cellOf(stageFigureKey(1, "time.nothing")).isValid());
    EXPECT_EQ(stageOf(stageFigureKey(7, "time.busy")), 7);
    EXPECT_EQ(stageOf(EntityKey{EntityKey::Kind::Component, QStringLiteral("stage.x.time.busy")}), std::nullopt);
    EXPECT_EQ(stageOf(EntityKey{EntityKey::Kind::Component, QStringLiteral("memory.weights")}), std::nullopt);
}

TEST_F(StageModelsTest, SavedTensorsOfAStageAddUpToWhatItKeeps)
{
    SavedTensorModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    const whole::PortablePlanIR& plan = result(1)->derivation->plan();
    for (int stage = 0; stage < 4; ++stage) {
        model.setStage(result(1), stage);
        std::int64_t kept = 0;
        for (const Bytes bytes : plan.stages[static_cast<std::size_t>(stage)].savedPerMicrobatch)
            kept += bytes.value();
        const int last = model.rowCount() - 1;
        ASSERT_GT(last, 10);
        EXPECT_TRUE(model.index(last, 0).data(TotalRole).toBool());
        EXPECT_EQ(exact(model, last, "kept_bytes_per_microbatch").toLongLong(), kept) << stage;
        std::int64_t sum = 0;
        for (int row = 0; row < last; ++row) {
            sum += exact(model, row, "kept_bytes_per_microbatch").toLongLong();
            EXPECT_FALSE(exact(model, row, "birth").isEmpty() || exact(model, row, "death").isEmpty());
        }
        EXPECT_EQ(sum, kept);
        EXPECT_EQ(model.indexOf({EntityKey::Kind::Value, QStringLiteral("embedding.token_ids")}).isValid(), stage == 0);
        EXPECT_EQ(model.indexOf({EntityKey::Kind::Value, QStringLiteral("loss.logits")}).isValid(), stage == 3);
    }
    model.setStage(nullptr, 0);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(StageModelsTest, TheLayoutIsTheStatedOneOrTheEvenOne)
{
    const auto even = layoutOf(study.document(), 1);
    ASSERT_TRUE(even);
    EXPECT_EQ(even->stages, 4);
    EXPECT_EQ(even->chunksPerStage(), 5);
    EXPECT_EQ(even->blocks, std::vector<qint64>(20, 4));
    EXPECT_TRUE(even->text().isEmpty()) << "files leave the even one out";
    study.setCandidateField(0, CandidateField::Layout, QStringLiteral("19, 21, 20, 20"));
    EXPECT_EQ(layoutOf(study.document(), 0)->blocks, (std::vector<qint64>{19, 21, 20, 20}));
    EXPECT_EQ(evenLayoutOf(study.document(), 0)->blocks, std::vector<qint64>(4, 20));
    for (const char* const wrong : {"19, 21, 20", "20, 20, 20, 21", "-1, 41, 20, 20", "a, 20, 20, 40",
                                    "9223372036854775807, 20, 20, 20"}) {
        study.setCandidateField(0, CandidateField::Layout, QString::fromLatin1(wrong));
        EXPECT_FALSE(layoutOf(study.document(), 0)) << wrong;
    }
    EXPECT_FALSE(layoutOf(sampleStudy(), 0)) << "equal blocks have no layout";
}

TEST_F(StageModelsTest, ABlockMovesOrTheRefusalSaysWhyNot)
{
    const StageLayout layout{2, {0, 3, 1, 4}};
    EXPECT_EQ(withBlockMoved(layout, 3, 0).blocks, (std::vector<qint64>{1, 3, 1, 3}));
    EXPECT_EQ(withBlockMoved(layout, 2, 1).text(), QStringLiteral("0, 4, 0, 4"));
    EXPECT_TRUE(refusalOf(layout, 1, 2).isEmpty());
    EXPECT_TRUE(refusalOf(layout, 0, 1).contains(QStringLiteral("has no block left")));
    EXPECT_TRUE(refusalOf(layout, 1, -1).contains(QStringLiteral("first of the model")));
    EXPECT_TRUE(refusalOf(layout, 3, 4).contains(QStringLiteral("last of the model")));
    EXPECT_TRUE(refusalOf(layout, 3, noChunk).contains(QStringLiteral("There is no chunk")));
    EXPECT_TRUE(refusalOf(StageLayout{1, {80}}, 0, 1).contains(QStringLiteral("one stage")));
}

TEST_F(StageModelsTest, AMoveIsAStepOfItsOwn)
{
    const auto digest = study.document().digest();
    study.setCandidateField(0, CandidateField::Layout, QStringLiteral("19, 21, 20, 20"), QStringLiteral("Move one"));
    study.setCandidateField(0, CandidateField::Layout, QStringLiteral("18, 22, 20, 20"),
                            QStringLiteral("Move another"));
    EXPECT_EQ(study.undoStack().undoText(), QStringLiteral("Move another"));
    study.undoStack().undo();
    EXPECT_EQ(study.document().candidates[0][CandidateField::Layout], "19, 21, 20, 20");
    study.undoStack().undo();
    EXPECT_EQ(study.document().digest(), digest);
}

} // namespace
} // namespace planscope::ui
