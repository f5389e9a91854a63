#include "editor_fields.h"
#include "window_test.h"

#include "base/json_document.h"
#include "evaluation/estimate/task_times.h"
#include "frontend/candidate_source.h"
#include "report/number_format.h"
#include "report/result_json.h"
#include "ui/charts/stacked_bar_chart.h"
#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/details_browser.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/estimate_view.h"
#include "ui/panels/figure_row.h"
#include "ui/panels/ir_text_view.h"
#include "ui/panels/overview_view.h"
#include "ui/panels/rank_work_view.h"
#include "ui/panels/result_table.h"
#include "ui/panels/study_panel.h"

#include <QTreeView>

#include <initializer_list>

namespace planscope::ui {
namespace {

/// After an edit of tensor parallel, what the window shows is what `planscope-cli evaluate --format json` prints for
/// the same study, digit for digit.
class AgreementTest : public WindowTest {
protected:
    AgreementTest()
    {
        openStudy();
        enterValue(*window().editor()->editor(CandidateField::TensorDegree), QStringLiteral("4"));
        settle();
        const auto source = CandidateSource::open(study().document().toJson());
        m_expected = evaluate(*source->read(0).candidate);
        m_printed = std::make_unique<JsonDocument>(*JsonDocument::parse(resultJson(*m_expected)));
    }

    const PortablePlanIR& plan() const { return m_expected->derivation->plan(); }
    /// A value as it is printed, by the names of the objects around it.
    QString printed(std::initializer_list<std::string> path) const
    {
        JsonValue value = m_printed->root();
        for (const std::string& name : path) {
            const auto member = value.find(name);
            if (!member)
                throw std::out_of_range(name);
            value = *member;
        }
        return QString::fromStdString(std::string{value.text()});
    }
    /// Integers letter for letter; doubles by the one value that their shortest digits stand for.
    static void expectSame(const QString& shown, const QString& printed)
    {
        bool isShown = false, isPrinted = false;
        EXPECT_EQ(shown.toDouble(&isShown), printed.toDouble(&isPrinted)) << shown.toStdString();
        EXPECT_TRUE(isShown && isPrinted) << shown.toStdString() << " / " << printed.toStdString();
        if (!printed.contains(QLatin1Char('.')) && !printed.contains(QLatin1Char('e'))) {
            EXPECT_EQ(shown, printed);
        }
    }
    static QString exactAt(const QAbstractItemModel& model, int row, int column)
    {
        return model.index(row, column).data(ExactRole).toString();
    }

    CandidateResultPtr m_expected;
    std::unique_ptr<JsonDocument> m_printed;
};

TEST_F(AgreementTest, TheResultIsTheOneThatIsPrinted)
{
    EXPECT_EQ(result()->derivation->training.mapping().tensor.degree, 4);
    EXPECT_EQ(resultJson(*result(), {true}), resultJson(*m_expected, {true}));
}

TEST_F(AgreementTest, StudyPanel)
{
    const QAbstractItemModel& list = *window().studyPanel()->list()->model();
    const auto at = [&list](CandidateListModel::Column column) { return exactAt(list, 0, static_cast<int>(column)); };
    expectSame(at(CandidateListModel::Column::IterationTime), printed({"time", "system_evidence", "total"}));
    expectSame(at(CandidateListModel::Column::Memory), printed({"memory", "total"}));
    expectSame(at(CandidateListModel::Column::Mfu), printed({"utilisation", "system_evidence", "mfu"}));
}

TEST_F(AgreementTest, Overview)
{
    const auto& view = showView<OverviewView>("overview");
    const auto& cards = view.strip()->content().cards;
    for (const auto& [card, stage] :
         {std::pair{1u, "model"}, std::pair{2u, "distributed"}, std::pair{3u, "portable_plan"}})
        EXPECT_EQ(cards[card].digest, printed({"digests", stage}));
    EXPECT_TRUE(cards[5].headline.exact.startsWith(QString::fromStdString(
        exactDigits(m_expected->estimate->modes->back().iteration.total))))
        << cards[5].headline.exact.toStdString();
    int segments = 0;
    for (const StackedBarChart* const chart : view.findChildren<StackedBarChart*>())
        for (std::size_t bar = 0; bar < chart->data().bars.size(); ++bar)
            for (const BarSegment& segment : chart->data().bars[bar].segments) {
                const std::string name = segment.key.name.section(QLatin1Char('.'), 1).toStdString();
                const bool isTime = segment.key.name.startsWith(QLatin1String("time."));
                const QString figure = isTime
                    ? printed({"time", bar == 0 ? "system_evidence" : "peak_only", name})
                    : printed({"memory", name});
                expectSame(segment.exact.section(QLatin1Char(' '), 0, 0), figure);
                EXPECT_EQ(segment.value, figure.toDouble());
                ++segments;
            }
    EXPECT_EQ(segments, 2 * 9 + 6);
}

TEST_F(AgreementTest, Estimate)
{
    const auto& view = showView<EstimateView>("estimate");
    const QAbstractItemModel& times = *view.timeTable()->model();
    ASSERT_EQ(times.rowCount(), 10);
    for (int row = 0; row < times.rowCount(); ++row) {
        const std::string name = exactAt(times, row, 0).toStdString();
        expectSame(exactAt(times, row, 1), printed({"time", "peak_only", name}));
        expectSame(exactAt(times, row, 3), printed({"time", "system_evidence", name}));
    }
    const QAbstractItemModel& memory = *view.memoryTable()->model();
    ASSERT_EQ(memory.rowCount(), 8);
    for (int row = 0; row < memory.rowCount(); ++row)
        expectSame(exactAt(memory, row, 1), printed({"memory", exactAt(memory, row, 0).toStdString()}));

    const QAbstractItemModel& primitives = *view.primitiveTable()->model();
    const auto costs = primitiveCosts(plan(), *m_expected->system, m_expected->tiers, EstimateMode::SystemEvidence);
    ASSERT_TRUE(costs);
    int used = 0;
    for (const PrimitiveCost& cost : *costs)
        used += cost.invocations > 0 ? 1 : 0;
    ASSERT_EQ(primitives.rowCount(), used);
    for (int row = 0; row < used; ++row) {
        const auto primitive = enumFromName<Primitive>(exactAt(primitives, row, 0).toStdString());
        ASSERT_TRUE(primitive);
        const PrimitiveCost& cost = (*costs)[static_cast<std::size_t>(*primitive)];
        EXPECT_EQ(exactAt(primitives, row, 2).toStdString(), cost.operations.toString());
        EXPECT_EQ(exactAt(primitives, row, 3).toStdString(), cost.bytes.toString());
        EXPECT_EQ(exactAt(primitives, row, 5).toStdString(), exactDigits(cost.seconds));
    }

    const auto& figures = view.figures()->figures();
    for (const char* const mode : {"system_evidence", "peak_only"})
        for (const auto& [figure, path] : {std::pair{0u, "mfu"}, std::pair{0u, "hfu"}}) {
            const double value = printed({"utilisation", mode, path}).toDouble();
            const QString digits = QString::fromStdString(exactDigits(value));
            EXPECT_TRUE(std::any_of(figures.begin() + figure, figures.end(),
                                    [&digits](const Figure& shown) { return shown.exact.contains(digits); }))
                << path;
        }
}

TEST_F(AgreementTest, PerRankWork)
{
    const QAbstractItemModel& table = *showView<RankWorkView>("rank-work").table()->model();
    int phases = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        EXPECT_EQ(exactAt(table, row, 0), QStringLiteral("0-3")); // four ranks, all alike
        const std::string phase = exactAt(table, row, 1).toStdString();
        if (phase == "total")
            continue;
        ++phases;
        int column = 2;
        for (const char* const fact : {"invocations", "operations", "read_bytes", "write_bytes", "message_bytes"})
            expectSame(exactAt(table, row, column++), printed({"block", phase, fact}));
    }
    EXPECT_GE(phases, 4);
}

TEST_F(AgreementTest, TaskGraph)
{
    const QStringList lines = showView("task-graph").copyText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const auto times = taskTimes(plan(), *m_expected->system, m_expected->tiers, EstimateMode::SystemEvidence);
    ASSERT_TRUE(times);
    ASSERT_EQ(static_cast<std::size_t>(lines.size()), plan().tasks.size() + 1);
    for (std::size_t k = 0; k < plan().tasks.size(); ++k) {
        const PlanTask& task = plan().tasks[k];
        const QStringList fields = lines[static_cast<qsizetype>(k) + 1].split(QLatin1Char('\t'));
        EXPECT_EQ(fields[0].toStdString(), task.name);
        EXPECT_EQ(fields[1].toStdString(), exactDigits((*times)[k].local + (*times)[k].network));
        EXPECT_EQ(fields[2].toStdString(), exactDigits(task.facts.operations.value()));
        EXPECT_EQ(fields[3].toStdString(), exactDigits(task.facts.read.value()));
        EXPECT_EQ(fields[4].toStdString(), exactDigits(task.facts.write.value()));
        EXPECT_EQ(fields[5].toStdString(), exactDigits(task.facts.message.value()));
    }
}

TEST_F(AgreementTest, LineageAndCheckpoints)
{
    const QString lineage = showView("lineage").copyText();
    for (const PlanTask& task : plan().tasks) {
        const QString line = QStringLiteral("portable_plan\t%1\t%2\t")
                                 .arg(QString::fromStdString(task.name), QString::fromStdString(task.id.toString()));
        EXPECT_TRUE(lineage.contains(line)) << line.toStdString();
    }
    const QStringList outcomes = showView("checkpoints").copyText().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    qsizetype at = 1;
    for (const CheckpointReport& report : m_expected->derivation->history.checkpoints)
        for (const CheckOutcome& outcome : report.outcomes) {
            ASSERT_LT(at, outcomes.size());
            const QStringList fields = outcomes[at++].split(QLatin1Char('\t'));
            EXPECT_EQ(fields[1].toStdString(), outcome.code);
            EXPECT_EQ(fields[4].toStdString(), outcome.expected);
            EXPECT_EQ(fields[5].toStdString(), outcome.actual);
        }
    EXPECT_EQ(at, outcomes.size());
}

TEST_F(AgreementTest, IrText)
{
    auto& view = showView<IrTextView>("ir-text");
    for (const IrKind kind : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
        view.show(kind, IrTextView::Form::Canonical);
        const std::string stage{nameOf(kind)};
        EXPECT_EQ(QString::fromStdString(Digest::of(view.copyText().toStdString()).toString()),
                  printed({"digests", stage}));
    }
}

TEST_F(AgreementTest, DetailsAndSystem)
{
    const DetailsBrowser& details = *window().findChild<DetailsPanel*>()->findChild<DetailsBrowser*>();
    for (const PlanTask& task : plan().tasks) {
        window().selection().select({EntityKey::Kind::Task, QString::fromStdString(task.name)});
        const QString facts = details.details().toTsv();
        for (const std::int64_t fact :
             {task.facts.operations.value(), task.facts.read.value(), task.facts.write.value()})
            EXPECT_TRUE(facts.contains(QStringLiteral("\t%1\t").arg(fact))) << task.name << ": " << fact;
    }
    for (const char* const component : {"forward", "tensor_parallel", "total"}) {
        window().selection().select(
            {EntityKey::Kind::Component, QStringLiteral("time.%1").arg(QLatin1String(component))});
        const double seconds = printed({"time", "system_evidence", component}).toDouble();
        EXPECT_TRUE(details.details().toTsv().contains(
            QStringLiteral("\t%1\t").arg(QString::fromStdString(exactDigits(seconds)))));
    }
    const QString system = showView("system").copyText();
    EXPECT_TRUE(system.contains(QStringLiteral("memory.capacity\t%1\t").arg(printed({"memory", "capacity"}))));
    for (const NetworkTier& network : m_expected->system->networks)
        EXPECT_TRUE(system.contains(
            QStringLiteral("peak\t%1\t").arg(QString::fromStdString(exactDigits(network.peakBytesPerSecond)))));
}

} // namespace
} // namespace planscope::ui
