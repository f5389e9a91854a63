#include "report/comparison_text.h"

#include "report/number_format.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace planscope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t longestName = 40;
constexpr auto evidence = static_cast<std::size_t>(EstimateMode::SystemEvidence);

std::string mappingCell(const TransformerTrainingMappingSpec& mapping)
{
    return fmt::format("{}×{}×{}", mapping.tensor.degree, mapping.pipeline.degree, mapping.data.degree);
}

std::string mappingCell(const whole::MappingSpec& mapping)
{
    return fmt::format("{}×{}×{}×{}", mapping.tensor.degree, mapping.context.degree, mapping.pipeline.degree,
                       mapping.data.degree);
}

/// Of either accounting.
template <class Schedule>
std::string scheduleCell(const Schedule& schedule)
{
    static constexpr std::array<std::string_view, countOf<ScheduleKind>()> brief{"single", "1F1B", "1F1B", "fwd"};
    const std::string kind{brief[schedule.index()]};
    return kindOf(schedule) == ScheduleKind::InterleavedOneForwardOneBackward
        ? fmt::format("{} v{}", kind, virtualStagesOf(schedule))
        : kind;
}

/// What a row compares of a result that came to its end.
struct Compared {
    struct Speed {
        double seconds, mfu, tokensPerSecond;
    };
    struct Memory {
        double bytes, capacity;
    };
    std::int64_t ranks = 0;
    std::string mapping;
    std::string schedule;
    std::string_view recompute;
    std::optional<Speed> speed;
    std::optional<Memory> memory;
};

ComparisonTable::Row rowOf(const ResultHead& head, const std::optional<Compared>& compared)
{
    ComparisonTable::Row row{head.name ? printable(*head.name, longestName) : std::string{"(no name)"},
                             std::string{nameOf(head.status)}};
    if (compared) {
        row.push_back(std::to_string(compared->ranks));
        row.push_back(compared->mapping);
        row.push_back(compared->schedule);
        row.emplace_back(compared->recompute);
        if (compared->speed) {
            row.push_back(humanSeconds(compared->speed->seconds));
            row.push_back(humanPercent(compared->speed->mfu));
            row.push_back(humanRate(compared->speed->tokensPerSecond));
        } else {
            row.insert(row.end(), 3, "–");
        }
        if (compared->memory) {
            row.push_back(humanBytes(compared->memory->bytes));
            row.push_back(humanPercent(compared->memory->bytes / compared->memory->capacity));
        } else {
            row.insert(row.end(), 2, "–");
        }
    } else {
        row.insert(row.end(), 9, "");
    }
    row.push_back(head.diagnostics.empty() ? std::string{} : head.diagnostics.front().code);
    if (head.diagnostics.size() > 1)
        row.back() += fmt::format(" and {} more", head.diagnostics.size() - 1);
    return row;
}

} // namespace

ComparisonTable::Row ComparisonTable::rowFor(const CandidateResult& result)
{
    std::optional<Compared> compared;
    if (result.status == ResultStatus::Ok) {
        const TransformerTraining& training = result.derivation->training;
        compared = Compared{training.shape().worldSize, mappingCell(training.mapping()),
                            scheduleCell(training.mapping().pipeline.schedule),
                            nameOf(training.mapping().recompute), {}, {}};
        if (result.estimate && result.estimate->modes) {
            const ModeEstimate& mode = (*result.estimate->modes)[evidence];
            compared->speed = {mode.iteration.total, mode.utilisation.mfu, mode.utilisation.tokensPerSecond};
        }
        if (result.estimate)
            compared->memory = {static_cast<double>(result.estimate->memory.total.value()), result.estimate->capacity};
    }
    return rowOf(result, compared);
}

ComparisonTable::Row ComparisonTable::rowFor(const whole::CandidateResult& result)
{
    std::optional<Compared> compared;
    if (result.status == ResultStatus::Ok) {
        const whole::Training& training = result.derivation->training;
        compared = Compared{training.shape().worldSize, mappingCell(training.mapping()),
                            scheduleCell(training.mapping().pipeline.schedule),
                            nameOf(training.mapping().recompute), {}, {}};
        if (result.estimate && result.estimate->modes) {
            const whole::ModeEstimate& mode = (*result.estimate->modes)[evidence];
            compared->speed = {mode.time.total, mode.utilisation.mfuCausal, mode.utilisation.tokensPerSecond};
        }
        if (result.estimate)
            compared->memory = {static_cast<double>(result.estimate->peak.value()), result.estimate->capacity};
    }
    return rowOf(result, compared);
}

void ComparisonTable::add(std::size_t number, Row row, Accounting accounting)
{
    m_anyWhole = m_anyWhole || accounting == Accounting::Whole;
    m_anyBlock = m_anyBlock || accounting == Accounting::Block;
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
                     {m_anyWhole && !m_anyBlock ? "t×c×p×D" : "t×p×D", Align::Left},
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
    const std::string predicted = "iteration, MFU and tokens/s are predicted with the system's evidence; ";
    const std::string ofWhole = "MFU by causal attention, memory of the fullest stage's rank\n";
    if (m_anyWhole && !m_anyBlock)
        return table.text(0) + predicted + ofWhole;
    return table.text(0) + predicted + "memory is a first-stage rank's\n"
        + (m_anyWhole ? "of whole models: t×c×p×D, " + ofWhole : "");
}

} // namespace planscope
