#include "ui/panels/result_charts.h"

#include "study/rank_work.h"
#include "ui/models/display_names.h"
#include "ui/models/table_cell.h"

#include <QCoreApplication>

#include <array>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ResultCharts", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

struct TimeComponent {
    std::string_view name;
    double IterationTime::*member;
    Role role;
};
/// In the one order of time components, here and in every chart.
constexpr std::array<TimeComponent, 9> timeComponents{{
    {"forward", &IterationTime::forward, Role::TimeForward},
    {"backward", &IterationTime::backward, Role::TimeActivationGradient},
    {"recompute", &IterationTime::recompute, Role::TimeRecompute},
    {"tensor_parallel", &IterationTime::tensorParallel, Role::TimeTensorParallel},
    {"recommunication", &IterationTime::recommunication, Role::TimeRecommunication},
    {"pipeline_parallel", &IterationTime::pipelineParallel, Role::TimePipeline},
    {"pipeline_bubble", &IterationTime::pipelineBubble, Role::TimeBubble},
    {"data_parallel", &IterationTime::dataParallel, Role::TimeDataParallel},
    {"optimizer", &IterationTime::optimizer, Role::TimeOptimizer},
}};

struct MemoryComponent {
    std::string_view name;
    Bytes IterationMemory::*member;
    Role role;
};
constexpr std::array<MemoryComponent, 6> memoryComponents{{
    {"weights", &IterationMemory::weights, Role::MemoryWeights},
    {"activations", &IterationMemory::activations, Role::MemoryActivations},
    {"activation_checkpoints", &IterationMemory::activationCheckpoints, Role::MemoryActivationCheckpoints},
    {"weight_gradients", &IterationMemory::weightGradients, Role::MemoryWeightGradients},
    {"activation_gradients", &IterationMemory::activationGradients, Role::MemoryActivationGradients},
    {"optimizer", &IterationMemory::optimizer, Role::MemoryOptimizer},
}};

Role roleOf(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return Role::TimeForward;
    case Phase::Recompute: return Role::TimeRecompute;
    case Phase::Recommunication: return Role::TimeRecommunication;
    case Phase::ActivationGradient: return Role::TimeActivationGradient;
    case Phase::WeightGradient: return Role::TimeWeightGradient;
    case Phase::Optimizer: return Role::TimeOptimizer;
    }
    Q_UNREACHABLE();
}

EntityKey componentKey(const char* group, std::string_view name)
{
    return {EntityKey::Kind::Component, QLatin1String(group) + text(name)};
}

BarSegment segmentOf(const EntityKey& key, std::string_view name, const TableCell& cell, Role role)
{
    return {key, displayName(name), cell.sort.toDouble(), cell.text, cell.toolTip, role, text(name), cell.exact};
}

void setTotal(StackedBar& bar, const TableCell& total)
{
    bar.totalText = total.text;
    bar.totalExact = total.toolTip;
    bar.totalDigits = total.exact;
}

TableCell factOf(const PhaseWork& work, RankFact fact)
{
    switch (fact) {
    case RankFact::Operations: return operationsCell(work.operations);
    case RankFact::Read: return bytesCell(work.read);
    case RankFact::Write: return bytesCell(work.write);
    case RankFact::Message: return bytesCell(work.message);
    case RankFact::PredictedTime:
        return work.seconds ? secondsCell((*work.seconds)[static_cast<std::size_t>(EstimateMode::SystemEvidence)])
                            : absentCell();
    }
    Q_UNREACHABLE();
}

} // namespace

StackedBarData timeBarsOf(const CandidateResult& result)
{
    StackedBarData data;
    data.subject = tr("Iteration time by component");
    data.empty = tr("No predicted time: see the diagnostic.");
    data.unit = BarUnit::Seconds;
    if (!result.estimate || !result.estimate->modes)
        return data;
    const std::array<std::pair<EstimateMode, QString>, 2> rows{
        {{EstimateMode::SystemEvidence, tr("system evidence")}, {EstimateMode::PeakOnly, tr("peak only")}}};
    for (const auto& [mode, name] : rows) {
        const IterationTime& time = (*result.estimate->modes)[static_cast<std::size_t>(mode)].iteration;
        StackedBar bar;
        bar.name = name;
        bar.fileName = text(nameOf(mode));
        for (const TimeComponent& component : timeComponents)
            bar.segments.push_back(segmentOf(componentKey("time.", component.name), component.name,
                                             secondsCell(time.*component.member), component.role));
        setTotal(bar, secondsCell(time.total));
        data.bars.push_back(std::move(bar));
    }
    return data;
}

StackedBarData memoryBarsOf(const CandidateResult& result)
{
    StackedBarData data;
    data.subject = tr("Memory of a rank of the first stage by component");
    data.empty = tr("No plan, so no memory.");
    data.unit = BarUnit::Bytes;
    if (!result.estimate)
        return data;
    const Estimate& estimate = *result.estimate;
    StackedBar bar;
    bar.name = tr("first stage");
    bar.fileName = QStringLiteral("first_stage");
    for (const MemoryComponent& component : memoryComponents)
        bar.segments.push_back(segmentOf(componentKey("memory.", component.name), component.name,
                                         bytesCell(estimate.memory.*component.member), component.role));
    setTotal(bar, bytesCell(estimate.memory.total));
    data.bars.push_back(std::move(bar));
    const TableCell capacity = bytesCell(estimate.capacity);
    data.limit = BarLimit{estimate.capacity, tr("capacity %1").arg(capacity.text), QStringLiteral("capacity"),
                          capacity.exact};
    return data;
}

StackedBarData rankBarsOf(const CandidateResult& result, RankFact fact)
{
    StackedBarData data;
    data.subject = tr("Work of each rank by phase, one block and microbatch");
    data.empty = fact == RankFact::Message ? tr("Ranks exchange no messages.")
        : fact == RankFact::PredictedTime  ? tr("No predicted time: see the diagnostic.")
                                           : tr("No work.");
    data.unit = fact == RankFact::Operations ? BarUnit::Operations
        : fact == RankFact::PredictedTime    ? BarUnit::Seconds
                                             : BarUnit::Bytes;
    for (const RankGroup& group : rankWorkOf(result)) {
        const qint64 last = group.first + group.count - 1;
        StackedBar bar;
        bar.name = group.count == 1
            ? tr("rank %1").arg(group.first)
            : tr("ranks %1 (%2 identical)").arg(rankRangeText(group.first, group.count), QString::number(group.count));
        const EntityKey key{EntityKey::Kind::Rank,
                            group.count == 1 ? QString::number(group.first)
                                             : QStringLiteral("%1-%2").arg(group.first).arg(last)};
        for (std::size_t k = 0; k < group.phases.size(); ++k) {
            const auto phase = static_cast<Phase>(k);
            if (group.phases[k].invocations > 0)
                bar.segments.push_back(
                    segmentOf(key, nameOf(phase), factOf(group.phases[k], fact), roleOf(phase)));
        }
        bar.fileName = key.name;
        setTotal(bar, factOf(group.total, fact));
        data.bars.push_back(std::move(bar));
    }
    return data;
}

} // namespace planscope::ui
