#include "ui/panels/result_charts.h"

#include "report/whole_breakdown.h"
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

/// In the order of iterationFigures.
constexpr std::array<Role, whole::iterationFigures.size() - 1> timeRoles{
    Role::TimeForward,        Role::TimeRecompute,       Role::TimeActivationGradient, Role::TimeWeightGradient,
    Role::TimeTensorParallel, Role::TimeRecommunication, Role::TimePipeline,           Role::TimeBubble,
    Role::TimeDataParallel,   Role::TimeOptimizer};
static_assert(whole::iterationFigures.back().name == "total");

Role roleOf(whole::PeakPart part)
{
    using whole::PeakPart;
    switch (part) {
    case PeakPart::Weights: return Role::MemoryWeights;
    case PeakPart::Gradients: return Role::MemoryWeightGradients;
    case PeakPart::Optimizer: return Role::MemoryOptimizer;
    case PeakPart::SavedOtherMicrobatches: return Role::MemoryActivations;
    case PeakPart::ThisMicrobatchAndTransients: return Role::MemoryActivationGradients;
    case PeakPart::RopeTable:
    case PeakPart::GemmWorkspace:
    case PeakPart::BlasWorkspace:
    case PeakPart::DummyWeightGradients:
    case PeakPart::GatherBuffer:
    case PeakPart::LossMask:
    case PeakPart::PreviousInputGradient:
    case PeakPart::AllocatorRounding: return Role::MemoryActivationCheckpoints;
    }
    Q_UNREACHABLE();
}

} // namespace

StackedBarData timeBarsOf(const whole::CandidateResult& result)
{
    StackedBarData data;
    data.subject = tr("Iteration time by component");
    data.empty = tr("No predicted time: see the diagnostic.");
    data.unit = BarUnit::Seconds;
    if (!result.estimate || !result.estimate->modes)
        return data;
    const std::vector<TimePart> parts = whole::timeParts(*result.estimate);
    const std::array<std::pair<EstimateMode, QString>, 2> rows{
        {{EstimateMode::SystemEvidence, tr("system evidence")}, {EstimateMode::PeakOnly, tr("peak only")}}};
    for (const auto& [mode, name] : rows) {
        const auto at = static_cast<std::size_t>(mode);
        StackedBar bar;
        bar.name = name;
        bar.fileName = text(nameOf(mode));
        for (std::size_t k = 0; k < timeRoles.size(); ++k)
            bar.segments.push_back(barSegment(componentKey("time.", parts[k].name), parts[k].name,
                                              secondsCell(parts[k].seconds[at]), timeRoles[k]));
        setTotal(bar, secondsCell(parts.back().seconds[at]));
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
