#include "ui/panels/result_charts.h"

#include "report/whole_breakdown.h"
#include "ui/panels/peak_part_role.h"
#include "ui/panels/time_bars.h"

#include <QCoreApplication>

#include <array>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ResultCharts", text);
}

/// In the one order of time components of every chart.
constexpr std::array<TimeComponent<whole::IterationTime>, 10> timeComponents{{
    {"forward", &whole::IterationTime::forward, Role::TimeForward},
    {"activation_gradient", &whole::IterationTime::activationGradient, Role::TimeActivationGradient},
    {"weight_gradient", &whole::IterationTime::weightGradient, Role::TimeWeightGradient},
    {"recompute", &whole::IterationTime::recompute, Role::TimeRecompute},
    {"tensor_parallel", &whole::IterationTime::tensorParallel, Role::TimeTensorParallel},
    {"recommunication", &whole::IterationTime::recommunication, Role::TimeRecommunication},
    {"pipeline_parallel", &whole::IterationTime::pipelineParallel, Role::TimePipeline},
    {"pipeline_bubble", &whole::IterationTime::pipelineBubble, Role::TimeBubble},
    {"data_parallel", &whole::IterationTime::dataParallel, Role::TimeDataParallel},
    {"optimizer", &whole::IterationTime::optimizer, Role::TimeOptimizer},
}};
static_assert(timeComponents.size() + 1 == whole::iterationFigures.size(), "all of them but the total");

} // namespace

StackedBarData timeBarsOf(const whole::CandidateResult& result)
{
    StackedBarData data;
    data.subject = tr("Iteration time by component");
    data.empty = tr("No predicted time: see the diagnostic.");
    data.unit = BarUnit::Seconds;
    if (!result.estimate || !result.estimate->modes)
        return data;
    addTimeBars(data, timeComponents,
                [&modes = *result.estimate->modes](std::size_t mode) -> const whole::IterationTime& {
                    return modes[mode].time.iteration;
                });
    return data;
}

StackedBarData memoryBarsOf(const whole::CandidateResult& result)
{
    StackedBarData data;
    data.subject = tr("Memory of a rank of the fullest stage at its peak by part");
    data.empty = tr("No plan, so no memory.");
    data.unit = BarUnit::Bytes;
    if (!result.estimate)
        return data;
    const whole::Estimate& estimate = *result.estimate;
    const std::size_t stage = whole::fullestStage(estimate);
    const whole::StagePeak& peak = estimate.peaks[stage];
    StackedBar bar;
    bar.name = tr("stage %1").arg(stage);
    bar.fileName = QStringLiteral("stage_%1").arg(stage);
    for (std::size_t k = 0; k < peak.parts.size(); ++k) {
        if (peak.parts[k] == Bytes{})
            continue;
        const auto part = static_cast<whole::PeakPart>(k);
        BarSegment segment =
            barSegment(componentKey("memory.", nameOf(part)), nameOf(part), bytesCell(peak.parts[k]), roleOf(part));
        if (segment.role == Role::MemoryActivationCheckpoints)
            segment.legend = tr("Framework and tables");
        bar.segments.push_back(std::move(segment));
    }
    setTotal(bar, bytesCell(peak.bytes));
    data.bars.push_back(std::move(bar));
    const TableCell capacity = bytesCell(estimate.capacity);
    data.limit =
        BarLimit{estimate.capacity, tr("capacity %1").arg(capacity.text), QStringLiteral("capacity"), capacity.exact};
    return data;
}

StackedBarData timeBarsOf(const AnyResult& result)
{
    return result.block() ? timeBarsOf(*result.block())
        : result.whole()  ? timeBarsOf(*result.whole())
                          : StackedBarData{};
}

StackedBarData memoryBarsOf(const AnyResult& result)
{
    return result.block() ? memoryBarsOf(*result.block())
        : result.whole()  ? memoryBarsOf(*result.whole())
                          : StackedBarData{};
}

} // namespace planscope::ui
