#include "ui/panels/result_charts.h"

#include "ui/panels/bar_segments.h"

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
            bar.segments.push_back(barSegment(componentKey("time.", component.name), component.name,
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
        bar.segments.push_back(barSegment(componentKey("memory.", component.name), component.name,
                                          bytesCell(estimate.memory.*component.member), component.role));
    setTotal(bar, bytesCell(estimate.memory.total));
    data.bars.push_back(std::move(bar));
    const TableCell capacity = bytesCell(estimate.capacity);
    data.limit =
        BarLimit{estimate.capacity, tr("capacity %1").arg(capacity.text), QStringLiteral("capacity"), capacity.exact};
    return data;
}

} // namespace planscope::ui
