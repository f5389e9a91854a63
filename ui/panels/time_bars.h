#pragma once

#include "evaluation/estimate/estimate.h"
#include "ui/panels/bar_segments.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace planscope::ui {

/// A component of a time, by its name in files.
template <class Time>
struct TimeComponent {
    std::string_view name;
    double Time::*member;
    Role role;
};

/// A bar for each mode, system evidence above peak only. `timeOf(mode)`: the time in that mode.
template <class Components, class TimeOf>
void addTimeBars(StackedBarData& data, const Components& components, TimeOf timeOf)
{
    const std::array<std::pair<EstimateMode, QString>, 2> rows{
        {{EstimateMode::SystemEvidence, QCoreApplication::translate("ResultCharts", "system evidence")},
         {EstimateMode::PeakOnly, QCoreApplication::translate("ResultCharts", "peak only")}}};
    for (const auto& [mode, name] : rows) {
        const auto& time = timeOf(static_cast<std::size_t>(mode));
        StackedBar bar;
        bar.name = name;
        const std::string_view fileName = nameOf(mode);
        bar.fileName = QString::fromUtf8(fileName.data(), static_cast<qsizetype>(fileName.size()));
        for (const auto& component : components)
            bar.segments.push_back(barSegment(componentKey("time.", component.name), component.name,
                                              secondsCell(time.*component.member), component.role));
        setTotal(bar, secondsCell(time.total));
        data.bars.push_back(std::move(bar));
    }
}

} // namespace planscope::ui
