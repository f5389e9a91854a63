#include "ui/panels/result_charts.h"

#include "report/whole_breakdown.h"
#include "ui/panels/bar_segments.h"
#include "ui/panels/peak_part_role.h"

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
    double whole::IterationTime::*member;
    Role role;
};
/// In the one order of time components of every chart.
constexpr std::array<TimeComponent, 10> timeComponents{{
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
    const std::array<std::pair<EstimateMode, QString>, 2> rows{
        {{EstimateMode::SystemEvidence, tr("system evidence")}, {EstimateMode::PeakOnly, tr("peak only")}}};
    for (const auto& [mode, name] : rows) {
        const whole::IterationTime& time = (*result.estimate->modes)[static_cast<std::size_t>(mode)].time.iteration;
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
