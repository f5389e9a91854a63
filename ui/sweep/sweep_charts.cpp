#include "ui/sweep/sweep_charts.h"

#include "report/number_format.h"
#include "ui/sweep/sweep_point_panel.h"
#include "ui/sweep/sweep_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct SweepCharts {
    Q_DECLARE_TR_FUNCTIONS(SweepCharts)
};

} // namespace

ScatterData scatterOf(const SweepPicture* picture, const SweepRun& run)
{
    ScatterData chart;
    chart.subject = SweepCharts::tr("Mappings found");
    chart.frontName = SweepCharts::tr("Pareto front");
    chart.empty = !run.space() ? SweepCharts::tr("No sweep yet")
        : run.isRunning()
        ? SweepCharts::tr("Nothing found yet")
        : SweepCharts::tr("No mapping of the space is within its bounds; what left them out stands in Space");
    if (picture != nullptr) {
        const SweepColumn x = picture->request.x;
        const SweepColumn y = picture->request.y;
        chart.cloud = picture->cloud;
        const auto axisOf = [](SweepColumn column, const std::vector<float>& values) {
            const auto [low, high] = std::minmax_element(values.begin(), values.end());
            return values.empty() ? plotAxisOf(column, 0, 0)
                                  : plotAxisOf(column, static_cast<double>(*low), static_cast<double>(*high));
        };
        chart.x = axisOf(x, chart.cloud->x);
        chart.y = axisOf(y, chart.cloud->y);
        for (const std::int64_t index : picture->order->ordering.front)
            if (const std::size_t position = picture->request.rows.find(index);
                position < picture->request.rows.size()) {
                const SweepRow& row = picture->request.rows.at(position);
                chart.front.emplace_back(valueOf(row, x), valueOf(row, y));
            }
        std::sort(chart.front.begin(), chart.front.end(),
                  [](const QPointF& one, const QPointF& other) { return one.x() < other.x(); });
        const std::vector<sweep::Objective>& objectives = run.space()->statement().objectives;
        chart.joinsFront = objectives.size() == 2
            && ((x == SweepColumn::Memory && y == SweepColumn::Time)
                || (x == SweepColumn::Time && y == SweepColumn::Memory));
        if (const double capacity = run.space()->statement().system->capacityBytes();
            x == SweepColumn::Memory || y == SweepColumn::Memory)
            (x == SweepColumn::Memory ? chart.xLimit : chart.yLimit) = ScatterLimit{
                capacity, SweepCharts::tr("capacity %1").arg(QString::fromStdString(humanBytes(capacity)))};
    }
    return chart;
}

ParallelData parallelOf(const SweepPicture* picture, std::optional<std::int64_t> chosen)
{
    ParallelData chart;
    chart.subject = SweepCharts::tr("Mappings found, by what they choose and what they cost");
    chart.empty = SweepCharts::tr("Drag along an axis to brush it");
    if (picture != nullptr && !picture->lines->isForemost.empty()) {
        chart.lines = picture->lines;
        for (std::size_t k = 0; k < parallelColumns.size(); ++k) {
            const ColumnRange& range = picture->ranges[k];
            ParallelAxis axis{
                plotAxisOf(parallelColumns[k], range.least, range.greatest), range.least, range.greatest, {}};
            for (const SweepBrush& brush : picture->order->ordering.brushes)
                if (brush.column == parallelColumns[k])
                    axis.brush = std::pair{std::max(brush.from, range.least), std::min(brush.to, range.greatest)};
            chart.axes.push_back(std::move(axis));
        }
        if (chosen)
            if (const std::size_t position = picture->request.rows.find(*chosen);
                position < picture->request.rows.size())
                for (const SweepColumn column : parallelColumns)
                    chart.marked.push_back(static_cast<float>(valueOf(picture->request.rows.at(position), column)));
        const auto shown = static_cast<std::int64_t>(picture->order->positions.size());
        const auto lineCount = static_cast<std::int64_t>(picture->drawnLines);
        chart.note = lineCount < shown
            ? SweepCharts::tr("%1 of %2 drawn, evenly spaced").arg(groupedText(lineCount), groupedText(shown))
            : SweepCharts::tr("%1 of %2 found")
                  .arg(groupedText(shown), groupedText(static_cast<std::int64_t>(picture->request.rows.size())));
    }
    return chart;
}

std::vector<ScatterMark> marksOf(const SweepPicture* picture, const SweepRun& run, const StudyController& study,
                                 std::optional<std::int64_t> chosen)
{
    std::vector<ScatterMark> found;
    const auto& space = run.space();
    if (!space || picture == nullptr)
        return found;
    const auto mark = [&](const std::optional<std::int64_t>& index, const QString& text, Role role) {
        const std::size_t position = index ? picture->request.rows.find(*index) : picture->request.rows.size();
        if (position == picture->request.rows.size())
            return;
        const SweepRow& row = picture->request.rows.at(position);
        found.push_back({QPointF(valueOf(row, picture->request.x), valueOf(row, picture->request.y)), text, role});
    };
    const StudyDocument& document = study.document();
    const auto indexOf = [&](std::size_t candidate) -> std::optional<std::int64_t> {
        const auto point = candidate < document.candidates.size() ? pointOf(document.candidates[candidate])
                                                                  : std::nullopt;
        return point ? space->indexOf(*point) : std::nullopt;
    };
    if (const std::size_t current = study.currentCandidate();
        document.pinnedA != current && document.pinnedB != current)
        mark(indexOf(current), SweepCharts::tr("candidate"), Role::Text);
    if (document.pinnedA)
        mark(indexOf(*document.pinnedA), SweepCharts::tr("A"), Role::CandidateA);
    if (document.pinnedB)
        mark(indexOf(*document.pinnedB), SweepCharts::tr("B"), Role::CandidateB);
    mark(chosen, {}, Role::Error);
    return found;
}

} // namespace planscope::ui
