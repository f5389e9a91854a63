#include "report/comparison_text.h"

#include "report/number_format.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace planscope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t longestName = 40;

std::string mappingCell(const TransformerTrainingMappingSpec& mapping)
{
    return fmt::format("{}×{}×{}", mapping.tensor.degree, mapping.pipeline.degree, mapping.data.degree);
}

std::string scheduleCell(const PipelineSchedule& schedule)
{
    static constexpr std::array<std::string_view, countOf<ScheduleKind>()> brief{"single", "1F1B", "1F1B", "fwd"};
    const std::string kind{brief[schedule.index()]};
    return kindOf(schedule) == ScheduleKind::InterleavedOneForwardOneBackward
        ? fmt::format("{} v{}", kind, virtualStagesOf(schedule))
        : kind;
}

} // namespace

ComparisonTable::Row ComparisonTable::rowFor(const CandidateResult& result)
{
    Row row{result.name ? printable(*result.name, longestName) : std::string{"(no name)"},
            std::string{nameOf(result.status)}};
    if (result.status == ResultStatus::Ok) {
        const auto& mapping = result.derivation->training.mapping();
        row.push_back(std::to_string(result.derivation->training.shape().worldSize));
        row.push_back(mappingCell(mapping));
        row.push_back(scheduleCell(mapping.pipeline.schedule));
        row.emplace_back(nameOf(mapping.recompute));
        if (result.estimate && result.estimate->modes) {
            const ModeEstimate& evidence =
                (*result.estimate->modes)[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
            row.push_back(humanSeconds(evidence.iteration.total));
            row.push_back(humanPercent(evidence.utilisation.mfu));
            row.push_back(humanRate(evidence.utilisation.tokensPerSecond));
        } else {
            row.insert(row.end(), 3, "–");
        }
        if (result.estimate) {
            const auto total = static_cast<double>(result.estimate->memory.total.value());
            row.push_back(humanBytes(total));
            row.push_back(humanPercent(total / result.estimate->capacity));
        } else {
            row.insert(row.end(), 2, "–");
        }
    } else {
        row.insert(row.end(), 9, "");
    }
    row.push_back(result.diagnostics.empty() ? std::string{} : result.diagnostics.front().code);
    if (result.diagnostics.size() > 1)
        row.back() += fmt::format(" and {} more", result.diagnostics.size() - 1);
    return row;
}

void ComparisonTable::add(std::size_t number, Row row)
{
    row.insert(row.begin(), std::to_string(number));
    m_rows.push_back(std::move(row));
}

std::string ComparisonTable::text() const
{
    const bool anyDiagnostics =
        std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return !row.back().empty(); });
    TextTable table{{{"#", Align::Right},
                     {"case", Align::Left},
                     {"status", Align::Left},
                     {"ranks", Align::Right},
                     {"t×p×D", Align::Left},
                     {"schedule", Align::Left},
                     {"recompute", Align::Left},
                     {"iteration", Align::Right},
                     {"MFU", Align::Right},
                     {"tokens/s", Align::Right},
                     {"memory", Align::Right},
                     {"of capacity", Align::Right},
                     {anyDiagnostics ? "diagnostics" : "", Align::Left}}};
    for (const Row& row : m_rows)
        table.row(row);
    return table.text(0)
        + "iteration, MFU and tokens/s are predicted with the system's evidence; memory is a first-stage rank's\n";
}

} // namespace planscope
