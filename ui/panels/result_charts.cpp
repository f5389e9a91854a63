#include "ui/panels/result_charts.h"

#include "ui/panels/time_bars.h"

#include <QCoreApplication>

#include <array>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ResultCharts", text);
}

/// In the one order of time components, here and in every chart.
constexpr std::array<TimeComponent<IterationTime>, 9> timeComponents{{
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
    addTimeBars(data, timeComponents, [&modes = *result.estimate->modes](std::size_t mode) -> const IterationTime& {
        return modes[mode].iteration;
    });
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
