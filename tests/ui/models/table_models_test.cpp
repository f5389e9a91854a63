#include "study/rank_work.h"
#include "ui/models/candidate_list_model.h"
#include "ui/models/checkpoint_tree_model.h"
#include "ui/models/invocation_model.h"
#include "ui/models/memory_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/primitive_cost_model.h"
#include "ui/models/problems_model.h"
#include "ui/models/rank_work_model.h"
#include "ui/models/table_text.h"
#include "ui/models/time_model.h"

#include "sample_study.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <numeric>

namespace planscope::ui {
namespace {

constexpr auto fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

class TableModels : public testing::Test {
protected:
    void SetUp() override
    {
        study.setDocument(sampleStudy());
        study.waitForResults();
    }
    CandidateResultPtr result(std::size_t candidate = 0) const { return study.state(candidate)->result.block(); }

    StudyController study;
};

/// A model that a tester has watched since it was empty.
template <class Model>
struct Watched {
    Model model;
    QAbstractItemModelTester tester{&model, fatal};
};

QString exactAt(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data(ExactRole).toString();
}

TEST_F(TableModels, InvocationsAreThePlansTasksToTheUnit)
{
    Watched<InvocationModel> watched;
    InvocationModel& model = watched.model;
    model.setResult(result());
    const std::vector<PlanTask>& tasks = result()->derivation->plan().tasks;
    ASSERT_EQ(model.rowCount(), static_cast<int>(tasks.size()));
    using Column = InvocationModel::Column;
    double evidence = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const PlanTask& task = tasks[static_cast<std::size_t>(row)];
        EXPECT_EQ(exactAt(model, row, static_cast<int>(Column::Task)).toStdString(), task.name);
        EXPECT_EQ(exactAt(model, row, static_cast<int>(Column::Operations)).toLongLong(),
                  task.facts.operations.value());
        EXPECT_EQ(exactAt(model, row, static_cast<int>(Column::Read)).toLongLong(), task.facts.read.value());
        evidence += exactAt(model, row, static_cast<int>(Column::Evidence)).toDouble();
    }
    const BlockTime& block = (*result()->estimate->modes)[1].block;
    const double sum = block.forward + block.recompute + block.activationGradient + block.weightGradient
        + block.optimizer + block.tensorParallelForward + block.tensorParallelBackward + block.recommunication;
    EXPECT_NEAR(evidence, sum, 1e-12 * sum);
    const EntityKey key{EntityKey::Kind::Task, QStringLiteral("mlp.expand.forward")};
    const QModelIndex row = model.indexOf(key);
    ASSERT_TRUE(row.isValid());
    EXPECT_EQ(row.data(EntityRole).value<EntityKey>(), key);
    const QModelIndex operations = row.siblingAtColumn(static_cast<int>(Column::Operations));
    EXPECT_EQ(operations.data().toString(), QStringLiteral("309 GFLOP"));
    EXPECT_EQ(operations.data(Qt::ToolTipRole).toString(), QStringLiteral("309237645312 operations"));
}

TEST_F(TableModels, RowsOfTheSameEntitiesKeepTheirPlaces)
{
    Watched<InvocationModel> watched;
    InvocationModel& model = watched.model;
    model.setResult(result());
    QSignalSpy resets{&model, &QAbstractItemModel::modelReset};
    QSignalSpy changes{&model, &QAbstractItemModel::dataChanged};
    study.setCandidateField(0, CandidateField::TensorTier, QStringLiteral("1"));
    model.setResult(result());
    EXPECT_EQ(resets.size(), 0);
    EXPECT_EQ(changes.size(), 1);
    model.setResult(result(1)); // other tasks
    EXPECT_EQ(resets.size(), 1);
    model.setResult({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(TableModels, TimeAndMemoryAddUp)
{
    Watched<TimeModel> times;
    Watched<MemoryModel> memory;
    times.model.setResult(result());
    memory.model.setResult(result());
    for (const int column : {1, 3}) {
        double sum = 0;
        for (int row = 0; row + 1 < times.model.rowCount(); ++row)
            sum += exactAt(times.model, row, column).toDouble();
        EXPECT_EQ(sum, exactAt(times.model, times.model.rowCount() - 1, column).toDouble());
    }
    qint64 bytes = 0;
    for (int row = 0; row < 6; ++row)
        bytes += exactAt(memory.model, row, 1).toLongLong();
    EXPECT_EQ(bytes, exactAt(memory.model, 6, 1).toLongLong());
    EXPECT_TRUE(memory.model.index(6, 0).data(TotalRole).toBool());
    EXPECT_TRUE(times.model.indexOf({EntityKey::Kind::Component, QStringLiteral("time.pipeline_bubble")}).isValid());
}

TEST_F(TableModels, WithoutTimesTheRestStands)
{
    Watched<TimeModel> times;
    Watched<MemoryModel> memory;
    Watched<InvocationModel> invocations;
    Watched<PrimitiveCostModel> primitives;
    study.setCandidateField(0, CandidateField::PipelineTier, QStringLiteral("0")); // too small
    times.model.setResult(result());
    memory.model.setResult(result());
    invocations.model.setResult(result());
    primitives.model.setResult(result());
    EXPECT_EQ(times.model.rowCount(), 0);
    EXPECT_EQ(primitives.model.rowCount(), 0);
    EXPECT_EQ(memory.model.rowCount(), 8);
    const auto evidence = static_cast<int>(InvocationModel::Column::Evidence);
    EXPECT_EQ(invocations.model.index(0, evidence).data().toString(), QStringLiteral("–"));
    EXPECT_EQ(exactAt(invocations.model, 0, evidence), QString{});
}

TEST_F(TableModels, PrimitivesAndRanksAddUpToThePlan)
{
    Watched<PrimitiveCostModel> primitives;
    Watched<RankWorkModel> ranks;
    primitives.model.setResult(result());
    ranks.model.setResult(result());
    WideInteger operations = 0;
    for (const PlanTask& task : result()->derivation->plan().tasks)
        operations += task.facts.operations.value();
    qint64 ofPrimitives = 0;
    for (int row = 0; row < primitives.model.rowCount(); ++row)
        ofPrimitives += exactAt(primitives.model, row, 2).toLongLong();
    EXPECT_EQ(std::to_string(ofPrimitives), decimalDigits(operations));

    const std::vector<RankGroup> groups = rankWorkOf(*result());
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].first, 0);
    EXPECT_EQ(groups[0].count, 8);
    EXPECT_EQ(groups[0].total.operations.toString(), decimalDigits(operations));
    const int last = ranks.model.rowCount() - 1;
    EXPECT_TRUE(ranks.model.index(last, 0).data(TotalRole).toBool());
    EXPECT_EQ(exactAt(ranks.model, last, 3).toStdString(), decimalDigits(operations));
    EXPECT_EQ(ranks.model.index(last, 0).data().toString(), QStringLiteral("0–7"));
    qint64 ofPhases = 0;
    for (int row = 0; row < last; ++row)
        ofPhases += exactAt(ranks.model, row, 3).toLongLong();
    EXPECT_EQ(std::to_string(ofPhases), decimalDigits(operations));
}

TEST_F(TableModels, CheckpointsHoldEveryOutcome)
{
    Watched<CheckpointTreeModel> watched;
    CheckpointTreeModel& model = watched.model;
    model.setResult(result());
    ASSERT_EQ(model.rowCount(), 2);
    for (int k = 0; k < 2; ++k) {
        const QModelIndex checkpoint = model.index(k, 0);
        EXPECT_TRUE(checkpoint.data(PassedRole).toBool());
        const CheckpointReport& report = result()->derivation->history.checkpoints[static_cast<std::size_t>(k)];
        int evidence = 0;
        for (int row = 2; row < model.rowCount(checkpoint); ++row) // after contract and record
            evidence += model.rowCount(model.index(row, 0, checkpoint));
        EXPECT_EQ(evidence, static_cast<int>(report.outcomes.size()));
    }
    study.setReference(QStringLiteral("wrong"), {{"mlp.expand.forward", "operations", 1}});
    study.waitForResults();
    model.setResult(study.referenceResult());
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_FALSE(model.index(0, 0).data(PassedRole).toBool());
    const QModelIndex check = model.indexOf({EntityKey::Kind::Check, QStringLiteral("distributed/check.reference")});
    ASSERT_TRUE(check.isValid());
    const QModelIndex evidence = model.index(0, static_cast<int>(CheckpointTreeModel::Column::Expected), check);
    EXPECT_EQ(evidence.data(ExactRole).toString(), QStringLiteral("1"));
    EXPECT_EQ(evidence.siblingAtColumn(static_cast<int>(CheckpointTreeModel::Column::Actual)).data().toString(),
              QStringLiteral("309237645312"));
    model.setResult({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(TableModels, TheCandidateListFollowsTheStudy)
{
    CandidateListModel model{study};
    const QAbstractItemModelTester tester{&model, fatal};
    using Column = CandidateListModel::Column;
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, 0).data(PinRole).toString(), QStringLiteral("A"));
    const auto cell = [&model](int row, Column column) { return model.index(row, static_cast<int>(column)); };
    EXPECT_EQ(cell(0, Column::IterationTime).data(ExactRole).toDouble(),
              (*result()->estimate->modes)[1].iteration.total);
    EXPECT_EQ(cell(0, Column::Memory).data(ExactRole).toLongLong(), result()->estimate->memory.total.value());
    study.setCandidateField(0, CandidateField::TensorDegree, QStringLiteral("7"));
    EXPECT_TRUE(cell(0, Column::IterationTime).data(StaleRole).toBool());
    EXPECT_EQ(cell(0, Column::Status).data(ExactRole).toString(), QStringLiteral("refused"));
    EXPECT_TRUE(model.setData(cell(1, Column::Name), QStringLiteral("renamed")));
    EXPECT_EQ(study.document().candidates[1].name, "renamed");
    study.duplicateCandidate(1);
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(cell(2, Column::Name).data().toString(), QStringLiteral("renamed copy"));
    study.pin(2, std::nullopt);
    EXPECT_EQ(model.index(2, 0).data(PinRole).toString(), QStringLiteral("A"));
    study.setDocument({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(TableModels, ProblemsTellEachFaultOnce)
{
    ProblemsModel model{study};
    const QAbstractItemModelTester tester{&model, fatal};
    EXPECT_EQ(model.rowCount(), 0);
    study.setModelField(ModelField::HiddenSize, QStringLiteral("many"));
    ASSERT_EQ(model.rowCount(), 1); // though both candidates are refused for it
    EXPECT_EQ(model.index(0, 0).data(PathRole).toString(), QStringLiteral("model.hidden_size"));
    study.setModelField(ModelField::HiddenSize, QStringLiteral("12288"));
    study.setCandidateField(1, CandidateField::DataDegree, QStringLiteral("3"));
    ASSERT_GE(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, 0).data(CandidateRole).toULongLong(), 1U);
    EXPECT_EQ(model.index(0, static_cast<int>(ProblemsModel::Column::Message)).data().toString().toStdString(),
              study.state(1)->problems.front().message);
    study.undoStack().undo();
    EXPECT_EQ(model.rowCount(), 0);
    study.setReference(QStringLiteral("wrong"), {{"mlp.expand.forward", "operations", 1}});
    study.waitForResults();
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, 0).data(EntityRole).value<EntityKey>().name,
              QStringLiteral("distributed/check.reference"));
}

TEST_F(TableModels, CopiedTextParsesBackToTheExactValues)
{
    MemoryModel model;
    model.setResult(result());
    const QString text = tsvOf(model);
    const QStringList lines = text.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    ASSERT_EQ(lines.size(), 9);
    EXPECT_EQ(lines[0], QStringLiteral("component\tbytes\tshare_of_total\tshare_of_capacity"));
    EXPECT_EQ(lines[1].section(QLatin1Char('\t'), 1, 1).toLongLong(), result()->estimate->memory.weights.value());
    EXPECT_EQ(tsvOf(model, {model.index(2, 1), model.index(0, 0)}), // in the model's order
              QStringLiteral("component\tbytes\nweights\t\n\t%1\n")
                  .arg(result()->estimate->memory.activationCheckpoints.value()));
}

TEST_F(TableModels, CopiedTreesHoldEveryLevelInOrder)
{
    CheckpointTreeModel model;
    model.setResult(result());
    const QStringList lines = tsvOf(model).split(QLatin1Char('\n'));
    EXPECT_EQ(lines[0], QStringLiteral("item\tverdict\texpected\tactual\tculprit"));
    EXPECT_TRUE(lines[1].startsWith(QStringLiteral("Distributed\tpassed")));
    EXPECT_TRUE(lines[2].startsWith(QStringLiteral("Contract\t")));
    EXPECT_TRUE(lines[3].startsWith(QStringLiteral("Revision\t")));
}

} // namespace
} // namespace planscope::ui
