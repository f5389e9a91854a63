#include "report/difference_text.h"

#include "report/fact_format.h"
#include "report/field_text.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/text_sections.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace planscope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t indent = 2;
constexpr std::size_t mostTasks = 12;
constexpr std::size_t mostSteps = 12;
constexpr std::size_t mostInteractions = 6;
constexpr std::size_t mostStages = 16;

bool isWhole(const Comparison& comparison)
{
    return comparison.accounting == Accounting::Whole;
}

std::string sideText(const ComparedSide& side)
{
    std::string text = side.name ? printable(*side.name) : std::string{"(no name)"};
    if (side.status != ResultStatus::Ok)
        text += fmt::format("  {}", nameOf(side.status));
    else if (const Diagnostic* const why = side.whyNoTime())
        text += fmt::format("  no time: {} [{}]", printable(why->message), why->code);
    return text;
}

/// The fields that differ, "label  A → B".
std::string fieldLines(const Comparison& comparison, const std::vector<ComparedField>& fields)
{
    TextTable table{{{"", Align::Left}, {"", Align::Left}, {"", Align::Left}, {"", Align::Left}}};
    const auto value = [&](const ComparedField& field, std::size_t side) {
        return printable(valueText(comparison, field, side));
    };
    for (const ComparedField& field : fields)
        if (field.differs())
            table.row({labelText(field), value(field, 0), "→", value(field, 1)});
    return table.empty() ? std::string{} : table.text(indent);
}

TextTable factTable(std::string_view what)
{
    return TextTable{{{std::string{what}, Align::Left},
                      {"A", Align::Right},
                      {"B", Align::Right},
                      {"B - A", Align::Right},
                      {"", Align::Right}}};
}

void addFact(TextTable& table, std::string_view label, const ComparedFact* fact)
{
    if (!fact || (!fact->a && !fact->b))
        return;
    const FactCells cells = cellsOf(*fact);
    table.row({std::string{label}, cells.a, cells.b, cells.delta, cells.relative});
}

using Headline = std::pair<std::string_view, std::string_view>;

constexpr Headline blockHeadlines[] = {
    {"iteration, system evidence", "time.system_evidence.total"},
    {"iteration, peak only", "time.peak_only.total"},
    {"MFU", "utilisation.system_evidence.mfu"},
    {"HFU", "utilisation.system_evidence.hfu"},
    {"tokens a second", "utilisation.system_evidence.tokens_per_second"},
    {"memory of a first-stage rank", "memory.total"},
    {"memory capacity", "memory.capacity"},
    {"ranks", "shape.world_size"},
};

constexpr Headline wholeHeadlines[] = {
    {"step, system evidence", "time.system_evidence.total"},
    {"step, peak only", "time.peak_only.total"},
    {"MFU, causal attention", "utilisation.system_evidence.mfu_causal"},
    {"MFU, full attention", "utilisation.system_evidence.mfu_full"},
    {"tokens a second", "utilisation.system_evidence.tokens_per_second"},
    {"peak of the fullest stage", "memory.peak"},
    {"memory capacity", "memory.capacity"},
    {"parameters", "parameters.total"},
    {"operations a token", "flops_per_token.causal_half"},
    {"ranks", "shape.world_size"},
};

std::string headlines(const Comparison& comparison)
{
    const std::span<const Headline> shown = isWhole(comparison) ? std::span<const Headline>{wholeHeadlines}
                                                                : std::span<const Headline>{blockHeadlines};
    TextTable table = factTable("");
    for (const Headline& figure : shown)
        addFact(table, figure.first, comparison.figure(figure.second));
    return table.empty() ? std::string{} : table.text(indent);
}

/// The peak and the work of each stage that either side has, of as many as fit a screen.
std::string stageLines(const Comparison& comparison)
{
    TextTable table{{{"stage", Align::Right},
                     {"peak A", Align::Right},
                     {"B", Align::Right},
                     {"B - A", Align::Right},
                     {"busy A", Align::Right},
                     {"B", Align::Right},
                     {"B - A", Align::Right},
                     {"bubble A", Align::Right},
                     {"B", Align::Right}}};
    std::size_t stage = 0;
    for (; stage < mostStages; ++stage) {
        const std::string path = fmt::format("stages[{}]", stage);
        const ComparedFact* const peak = comparison.figure(path + ".peak.bytes");
        if (!peak)
            break;
        const FactCells bytes = cellsOf(*peak);
        const FactCells busy = cellsOf(*comparison.figure("time.system_evidence." + path + ".busy"));
        const FactCells bubble = cellsOf(*comparison.figure("time.system_evidence." + path + ".bubble"));
        table.row(
            {std::to_string(stage), bytes.a, bytes.b, bytes.delta, busy.a, busy.b, busy.delta, bubble.a, bubble.b});
    }
    if (table.empty())
        return {};
    std::string out = table.text(indent);
    if (comparison.figure(fmt::format("stages[{}].peak.bytes", stage)))
        out += "  further stages with --format json or csv\n";
    return out;
}

std::string countsTable(const Comparison& comparison)
{
    TextTable table{{{"", Align::Left},
                     {"same", Align::Right},
                     {"changed", Align::Right},
                     {"added", Align::Right},
                     {"removed", Align::Right},
                     {"in A", Align::Right},
                     {"in B", Align::Right},
                     {"", Align::Left}}};
    const auto add = [&table](std::string name, const ChangeCounts& counts, std::string note) {
        table.row({std::move(name), std::to_string(counts.same), std::to_string(counts.changed),
                   std::to_string(counts.added), std::to_string(counts.removed), std::to_string(counts.totalA()),
                   std::to_string(counts.totalB()), std::move(note)});
    };
    for (const IrComparison& ir : comparison.irs)
        add(fmt::format("{} entities", nameOf(ir.kind)), ir.entityCounts,
            ir.identical() ? (ir.digestA ? "same digest" : "neither side has it") : "");
    add("plan tasks with their times", comparison.taskCounts, "");
    if (isWhole(comparison))
        add("step messages and optimizer", comparison.stepCounts, "");
    add("check outcomes", comparison.checkCounts, "");
    return table.text(indent);
}

/// Indices of the steps that change anything but the rounding of A and B, largest first.
std::vector<std::size_t> largestSteps(const Waterfall& fall)
{
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < fall.steps.size(); ++k)
        if (!isRounding(fall.steps[k].share, fall.a, fall.b))
            order.push_back(k);
    std::stable_sort(order.begin(), order.end(), [&fall](std::size_t left, std::size_t right) {
        return std::abs(fall.steps[left].share) > std::abs(fall.steps[right].share);
    });
    return order;
}

std::string shareOfDifference(double share, const Waterfall& fall)
{
    const double difference = (fall.b - fall.a).toDouble();
    return difference == 0 ? "" : humanPercent(share / difference);
}

/// "Recompute + All-gather redo".
std::string labelsOf(FieldSet fields)
{
    std::string labels;
    for (const CauseField field : fields.fields())
        labels.append(labels.empty() ? "" : " + ").append(labelOf(field));
    return labels;
}

/// A cause's waterfall with labels for names.
Waterfall labelled(Waterfall fall, const CauseTable& table)
{
    for (std::size_t cause = 0; cause < table.causes.size(); ++cause)
        fall.steps[cause].name = labelsOf(table.causes[cause].fields);
    return fall;
}

std::string fallText(const Waterfall& fall, std::string_view what)
{
    TextTable table{{{std::string{what}, Align::Left}, {"share", Align::Right}, {"of B - A", Align::Right}}};
    const std::vector<std::size_t> order = largestSteps(fall);
    for (std::size_t k = 0; k < order.size() && k < mostSteps; ++k) {
        const WaterfallStep& step = fall.steps[order[k]];
        table.row(
            {step.name, humanDifference(Number::real(step.share), fall.unit), shareOfDifference(step.share, fall)});
    }
    if (order.size() > mostSteps) {
        double rest = 0;
        for (std::size_t k = mostSteps; k < order.size(); ++k)
            rest += fall.steps[order[k]].share;
        table.row({fmt::format("{} more", order.size() - mostSteps), humanDifference(Number::real(rest), fall.unit),
                   shareOfDifference(rest, fall)});
    }
    if (table.empty())
        return {};
    table.rule();
    table.row({"B - A", humanDifference(fall.b - fall.a, fall.unit), ""});
    return table.text(indent);
}

std::string interactionText(const CauseTable& table, const AttributedMeasure& measure)
{
    std::string out;
    for (std::size_t k = 0; k < measure.interactions.size() && k < mostInteractions; ++k) {
        const Interaction& interaction = measure.interactions[k];
        std::string names;
        for (const std::size_t cause : interaction.causes)
            names.append(names.empty() ? "" : " × ").append("(" + labelsOf(table.causes[cause].fields) + ")");
        out += fmt::format("  together {}: {}, in equal parts in their shares\n", names,
                           humanDifference(Number::real(interaction.amount), measure.unit));
    }
    if (measure.interactions.size() > mostInteractions)
        out += fmt::format(
            "  and {} larger than 5 % of the difference\n",
            counted(static_cast<std::int64_t>(measure.interactions.size() - mostInteractions), "further interaction"));
    return out;
}

/// Fields that were joined ahead of all intermediates have one reason; then each that an illegal one joined.
std::string joinedText(const CauseTable& table)
{
    std::string ahead, out;
    const Joining* first = nullptr;
    for (const Joining& joining : table.joinings) {
        if (joining.fromB.empty()) {
            ahead.append(first ? ", (" : "(").append(labelsOf(joining.joined)).append(")");
            first = first ? first : &joining;
        } else {
            out += fmt::format("  joined: with only {} as in B, {} [{}]\n", labelsOf(joining.fromB),
                               printable(joining.reason.message), joining.reason.code);
        }
    }
    return first ? fmt::format("  joined ahead: {}; {} [{}]\n", ahead, first->reason.message, first->reason.code) + out
                 : out;
}

void addAttribution(std::string& out, const Comparison& comparison, const Attribution& attribution, Measure measure,
                    std::string_view title)
{
    const auto k = static_cast<std::size_t>(measure);
    const auto& table = measure == Measure::PeakOnlyTime || measure == Measure::SystemEvidenceTime ? attribution.time
                                                                                                   : attribution.work;
    if (!attribution.byCause[k] || largestSteps(*attribution.byComponent[k]).empty())
        return;
    heading(out,
            fmt::format(
                "{}: {}", title,
                humanDifference(attribution.byCause[k]->b - attribution.byCause[k]->a, attribution.byCause[k]->unit)));
    out += fallText(*attribution.byComponent[k], "by component");
    out += "\n" + fallText(labelled(*attribution.byCause[k], *table), "by cause");
    if (const AttributedMeasure* measured = table->find(nameOf(measure, comparison.accounting)))
        out += interactionText(*table, *measured);
    const std::string joined = joinedText(*table);
    if (out.find(joined) == std::string::npos) // said already of the times
        out += joined;
    out += "\n" + fallText(*attribution.byLayer[k], isWhole(comparison) ? "by operation" : "by layer");
}

double weightOf(const ComparedTask& task)
{
    const auto delta = task[TaskFact::SystemEvidenceSeconds].delta();
    return delta ? std::abs(delta->toDouble()) : 0;
}

std::string taskLines(const Comparison& comparison)
{
    std::vector<const ComparedTask*> changed;
    for (const ComparedTask& task : comparison.tasks)
        if (task.change != Change::Same)
            changed.push_back(&task);
    std::stable_sort(changed.begin(), changed.end(), [](const ComparedTask* left, const ComparedTask* right) {
        return weightOf(*left) > weightOf(*right);
    });
    TextTable table{{{"task", Align::Left},
                     {"", Align::Left},
                     {"operations", Align::Right},
                     {"read", Align::Right},
                     {"written", Align::Right},
                     {"message", Align::Right},
                     {"predicted", Align::Right}}};
    const auto cell = [](const ComparedTask& task, TaskFact fact) {
        const ComparedFact& compared = task[fact];
        const auto delta = compared.delta();
        return delta ? humanDifference(*delta, compared.unit) : std::string{"–"};
    };
    for (std::size_t k = 0; k < changed.size() && k < mostTasks; ++k)
        table.row({changed[k]->name, std::string{nameOf(changed[k]->change)},
                   cell(*changed[k], TaskFact::OperationCount), cell(*changed[k], TaskFact::ReadBytes),
                   cell(*changed[k], TaskFact::WriteBytes), cell(*changed[k], TaskFact::MessageBytes),
                   cell(*changed[k], TaskFact::SystemEvidenceSeconds)});
    if (table.empty())
        return {};
    std::string out = table.text(indent);
    if (changed.size() > mostTasks)
        out += fmt::format("  {} more; all with --format json or csv\n", changed.size() - mostTasks);
    return out;
}

} // namespace

std::string differenceText(const Comparison& comparison, const Attribution& attribution)
{
    std::string out = "A  " + sideText(comparison.sides[0]) + "\nB  " + sideText(comparison.sides[1]) + "\n";
    if (!comparison.comparable())
        return out + "not compared: a side that is refused has no plan\n";
    if (comparison.equal())
        return out + "no difference\n";
    if (const std::string subject = fieldLines(comparison, comparison.subject); !subject.empty()) {
        heading(out, "not the same is compared");
        out += subject;
    }
    if (const std::string mapping = fieldLines(comparison, comparison.mapping); !mapping.empty()) {
        heading(out, "mapping");
        out += mapping;
    }
    if (const std::string figures = headlines(comparison); !figures.empty()) {
        heading(out, "predicted");
        out += figures;
    }
    heading(out, "derivation");
    out += countsTable(comparison);
    if (isWhole(comparison))
        if (const std::string stages = stageLines(comparison); !stages.empty()) {
            heading(out, "stages, a rank each; busy and bubble with system evidence");
            out += stages;
        }
    addAttribution(out, comparison, attribution, Measure::SystemEvidenceTime,
                   isWhole(comparison) ? "step, system evidence, of the stage that ends last"
                                       : "iteration time, system evidence");
    addAttribution(out, comparison, attribution, Measure::StageMemory,
                   isWhole(comparison) ? "peak of the fullest stage" : "memory of a first-stage rank");
    if (const std::string tasks = taskLines(comparison); !tasks.empty()) {
        heading(out, "tasks that changed most, B - A, one run on one rank");
        out += tasks;
    }
    return out;
}

} // namespace planscope
