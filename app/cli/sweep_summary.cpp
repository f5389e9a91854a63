#include "cli/sweep_summary.h"

#include "report/diagnostic_text.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/text_sections.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace planscope {
namespace {

using sweep::EvaluatedPoint;
using sweep::Filter;
using sweep::PointSpace;
using sweep::SweepRecord;

/// A front may have any number of points; the record has them all.
constexpr std::size_t shownPoints = 50;

std::string_view titleOf(sweep::Objective objective)
{
    switch (objective) {
    case sweep::Objective::Time: return "time";
    case sweep::Objective::TokensPerSecond: return "tokens a second";
    case sweep::Objective::Memory: return "memory";
    case sweep::Objective::Mfu: return "MFU";
    case sweep::Objective::Accelerators: return "accelerators";
    case sweep::Objective::MessageBytes: return "message bytes";
    }
    return {};
}

/// "t 8 p 35 D 9 b 2 v 3, all-reduce, recompute full, sharded optimizer, tiers 0 1 1".
std::string mappingText(const sweep::Point& point)
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    std::string text = fmt::format("t {} p {} D {} b {} v {}", mapping.tensor.degree, mapping.pipeline.degree,
                                   mapping.data.degree, point.microbatchSize,
                                   virtualStagesOf(mapping.pipeline.schedule));
    text += mapping.tensor.communication == TensorCommunication::AllReduce ? ", all-reduce"
                                                                           : ", reduce-scatter/all-gather";
    text += fmt::format(", recompute {}", nameOf(mapping.recompute));
    if (mapping.sequenceParallelAllGatherRedo)
        text += ", redo";
    if (mapping.data.optimizerSharding)
        text += ", sharded optimizer";
    if (mapping.fusedActivation)
        text += ", fused activation";
    return text + fmt::format(", tiers {} {} {}", point.tiers.tensor, point.tiers.pipeline, point.tiers.data);
}

std::string pointsTable(const PointSpace& space, const std::vector<EvaluatedPoint>& points)
{
    using Align = TextTable::Align;
    TextTable table{{{"index", Align::Right},
                     {"time", Align::Right},
                     {"tokens/s", Align::Right},
                     {"memory", Align::Right},
                     {"MFU", Align::Right},
                     {"ranks", Align::Right},
                     {"messages", Align::Right},
                     {"mapping", Align::Left}}};
    for (std::size_t k = 0; k < std::min(points.size(), shownPoints); ++k) {
        const sweep::Figures& figures = points[k].figures;
        table.row({std::to_string(points[k].index), humanSeconds(figures.seconds), humanRate(figures.tokensPerSecond),
                   humanBytes(static_cast<double>(figures.memoryBytes)) + (figures.overCapacity ? " !" : ""),
                   humanPercent(figures.mfu), std::to_string(figures.accelerators), humanBytes(figures.messageBytes),
                   mappingText(space.at(points[k].index))});
    }
    return table.text(sectionIndent)
        + (points.size() > shownPoints
               ? fmt::format("  and {} more, which the record has\n", points.size() - shownPoints)
               : "");
}

template <NamedEnum E>
void countRows(TextTable& table, const std::array<std::int64_t, countOf<E>()>& counts)
{
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (counts[k] > 0)
            table.row({"  " + std::string{nameOf(static_cast<E>(k))}, std::to_string(counts[k])});
}

std::string countsTable(const SweepRecord& record)
{
    TextTable table{{{"", TextTable::Align::Left}, {"", TextTable::Align::Right}}};
    const sweep::SpaceCounts& counts = record.counts;
    table.row({"combinations of the values", std::to_string(counts.combinations)});
    countRows<Law>(table, counts.refused);
    table.row({"lawful mappings", std::to_string(counts.lawful)});
    if (record.shard.count > 1)
        table.row({fmt::format("of them in shard {}/{}", record.shard.number, record.shard.count),
                   std::to_string(record.last - record.tally.begin)});
    countRows<Filter>(table, record.tally.filtered);
    table.row({"results", std::to_string(record.tally.kept)});
    return table.text(sectionIndent);
}

} // namespace

std::string sweepSummary(const PointSpace& space, const SweepRecord& record)
{
    std::string out = printable(record.space.name) + "\n" + countsTable(record);
    const std::vector<EvaluatedPoint> best = record.tally.best.points();
    if (best.empty())
        return out;
    heading(out, fmt::format("Best by {}", titleOf(record.tally.best.objective())));
    out += pointsTable(space, best);
    std::string objectives;
    for (const sweep::Objective objective : record.tally.front.objectives())
        objectives.append(objectives.empty() ? "" : ", ").append(titleOf(objective));
    const std::vector<EvaluatedPoint> front = record.tally.front.members();
    heading(out, fmt::format("Pareto front of {}: {}", objectives,
                             counted(static_cast<std::int64_t>(front.size()), "mapping")));
    return out + pointsTable(space, front);
}

std::string whyNotText(const PointSpace& space, const sweep::WhyNot& why, const std::string& name)
{
    std::string out;
    heading(out, name);
    if (!why.refusals.empty()) {
        for (const Diagnostic& refusal : why.refusals)
            out += diagnosticText(refusal, "  ");
        return out;
    }
    if (!why.dominator)
        return out + fmt::format("  is on the front, as index {}\n", *why.index);
    out += fmt::format("  index {} is not on the front: this mapping is nowhere worse\n", *why.index);
    return out + pointsTable(space, {{*why.index, *why.figures}, *why.dominator});
}

} // namespace planscope
