#include "report/whole_result_text.h"

#include "evaluation/whole/stage_peak.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/text_sections.h"
#include "report/text_table.h"
#include "study/whole_result_figures.h"

#include <fmt/format.h>

#include <algorithm>

namespace planscope::whole {
namespace {

using Align = TextTable::Align;

constexpr auto evidence = static_cast<std::size_t>(EstimateMode::SystemEvidence);
constexpr auto peakOnly = static_cast<std::size_t>(EstimateMode::PeakOnly);

double asDouble(Bytes bytes)
{
    return static_cast<double>(bytes.value());
}

std::string headline(const CandidateResult& result)
{
    if (!result.estimate)
        return {};
    const Estimate& estimate = *result.estimate;
    std::string line;
    if (estimate.modes)
        line = fmt::format("predicted {} a step, MFU {}, ", humanSeconds((*estimate.modes)[evidence].time.total),
                           humanPercent((*estimate.modes)[evidence].utilisation.mfuCausal));
    const double peak = asDouble(estimate.peak);
    return line
        + fmt::format("peak {} of {} memory ({}){}", humanBytes(peak), humanBytes(estimate.capacity),
                      shareOf(peak, estimate.capacity), peak > estimate.capacity ? ": over capacity" : "");
}

std::string modelText(const ModelSpec& model)
{
    std::string text = fmt::format(
        "{}: {}, hidden {}, {} feed-forward {}, {} of {} with {} of keys and values, vocabulary {}, {}, {} positions",
        printable(model.name, 64), counted(model.blockCount, "block"), model.hiddenSize, nameOf(model.feedforward),
        model.feedforwardSize, counted(model.attentionHeads, "head"), model.attentionHeadSize, model.keyValueHeads,
        model.vocabularySize, nameOf(model.normalization), nameOf(model.position));
    for (std::size_t k = 0; k < model.bias.size(); ++k)
        text.append(k == 0 ? ", bias in " : " ").append(nameOf(model.bias[k]));
    if (model.tiedEmbeddings)
        text += ", tied embeddings";
    if (model.queryKeyNorm)
        text += ", query and key norms";
    return text;
}

/// "20 chunks of 4 blocks", or the blocks of each chunk.
std::string chunksText(const std::vector<std::int64_t>& chunks)
{
    if (std::all_of(chunks.begin(), chunks.end(), [&chunks](std::int64_t blocks) { return blocks == chunks.front(); }))
        return fmt::format("{} of {}", counted(static_cast<std::int64_t>(chunks.size()), "chunk"),
                           counted(chunks.front(), "block"));
    constexpr std::size_t most = 32;
    std::string text = "chunks of ";
    for (std::size_t k = 0; k < std::min(chunks.size(), most); ++k)
        text += fmt::format("{}{}", k == 0 ? "" : ", ", chunks[k]);
    return text + (chunks.size() > most ? ", … blocks" : " blocks");
}

void describeSetup(std::string& out, const CandidateResult& result)
{
    const Training& training = result.derivation->training;
    const WorkloadSpec& workload = training.workload();
    const MappingSpec& mapping = training.mapping();
    const Shape& shape = training.shape();

    TextTable table{{{"", Align::Left}, {"", Align::Left}}};
    table.row({"model", modelText(training.model())});
    if (result.derivation->complete()) {
        const std::int64_t total = result.derivation->plan().parameters.total.value();
        table.row({"parameters", exactDigits(total)});
    }
    table.row({"workload", fmt::format("sequence {}, {}", workload.sequenceLength,
                                       batchText(workload.globalBatchSize, mapping.data.degree, shape.microbatchCount,
                                                 workload.microbatchSize, workload.datatype))});
    table.row({"ranks", fmt::format("{} = {}", shape.worldSize, degreesText(mapping))});
    table.row({"pipeline",
               fmt::format("{}; {}", scheduleText(mapping.pipeline), chunksText(shape.chunks))});
    table.row({"vocabulary", fmt::format("{} rows with padding", shape.paddedVocabulary)});
    std::string choices = fmt::format("recompute {}; {} attention; {} loss; {} gradients", nameOf(mapping.recompute),
                                      nameOf(mapping.attention), nameOf(mapping.loss),
                                      nameOf(mapping.gradientDatatype));
    if (mapping.tensor.sequenceParallel)
        choices += "; sequence parallel";
    if (mapping.data.optimizerSharding)
        choices += "; optimizer sharded over replicas";
    table.row({"choices", choices});
    table.row({"system", systemText(result)});
    table.row({"framework", printable(result.framework->name, 64)});
    out += table.text(sectionIndent);
}

void describeStages(std::string& out, const PortablePlanIR& plan, const Estimate& estimate)
{
    heading(out, "Stages: a rank's memory at its peak, and its predicted time in a step with the system's evidence");
    TextTable table{{{"stage", Align::Right},
                     {"parameters", Align::Right},
                     {"peak", Align::Right},
                     {"bytes", Align::Right},
                     {"of capacity", Align::Right},
                     {"moment", Align::Left},
                     {"in flight", Align::Right},
                     {"busy", Align::Right},
                     {"hops", Align::Right},
                     {"bubble", Align::Right},
                     {"step", Align::Right},
                     {"idle", Align::Right}}};
    for (std::size_t r = 0; r < plan.stages.size(); ++r) {
        const StagePeak& peak = estimate.peaks[r];
        std::vector<std::string> cells{std::to_string(r),
                                       exactDigits(plan.stages[r].parameters.value()),
                                       humanBytes(peak.bytes),
                                       exactDigits(peak.bytes.value()),
                                       shareOf(asDouble(peak.bytes), estimate.capacity),
                                       std::string{nameOf(peak.moment)},
                                       std::to_string(plan.stages[r].inFlight)};
        if (estimate.modes) {
            const StageTime& time = (*estimate.modes)[evidence].time.stages[r];
            for (const double seconds : {time.busy, time.hops, time.bubble, time.end - time.programEnd, time.idle})
                cells.push_back(humanSeconds(seconds));
        }
        table.row(std::move(cells));
    }
    out += table.text(sectionIndent);
    if (estimate.modes)
        out += "  step: gradients, weights, tied embedding, replicated gradients and optimizer after the last "
               "microbatch\n";
}

void describePeak(std::string& out, const Estimate& estimate)
{
    const std::size_t fullest = fullestStage(estimate.peaks);
    const StagePeak& peak = estimate.peaks[fullest];
    heading(out, fmt::format("Memory of a rank of stage {} at its peak, {} of microbatch {} in chunk {}", fullest,
                             nameOf(peak.moment), peak.step.microbatch, peak.step.chunk));
    TextTable table{{{"", Align::Left}, {"", Align::Right}, {"bytes", Align::Right}, {"of capacity", Align::Right}}};
    const auto row = [&](std::string_view name, double bytes) {
        table.row({std::string{name}, humanBytes(bytes), exactDigits(bytes), shareOf(bytes, estimate.capacity)});
    };
    for (std::size_t k = 0; k < peak.parts.size(); ++k)
        if (peak.parts[k] != Bytes{})
            row(nameOf(static_cast<PeakPart>(k)), asDouble(peak.parts[k]));
    table.rule();
    row("peak", asDouble(peak.bytes));
    row("capacity", estimate.capacity);
    out += table.text(sectionIndent);
}

void describeTime(std::string& out, const std::array<ModeEstimate, countOf<EstimateMode>()>& modes)
{
    heading(out, "Predicted time of a step (peak only: every efficiency 1)");
    TextTable table{{{"", Align::Left}, {"system evidence", Align::Right}, {"peak only", Align::Right}}};
    const auto row = [&](std::string name, const auto& text) {
        table.row({std::move(name), text(modes[evidence]), text(modes[peakOnly])});
    };
    row("total", [](const ModeEstimate& mode) { return humanSeconds(mode.time.total); });
    row("a hop between stages", [](const ModeEstimate& mode) { return humanSeconds(mode.time.hop); });
    row("MFU, causal attention", [](const ModeEstimate& mode) { return humanPercent(mode.utilisation.mfuCausal); });
    row("MFU, full attention", [](const ModeEstimate& mode) { return humanPercent(mode.utilisation.mfuFull); });
    row("tokens a second", [](const ModeEstimate& mode) { return humanRate(mode.utilisation.tokensPerSecond); });
    out += table.text(sectionIndent);
}

void describeSaved(std::string& out, const PortablePlanIR& plan)
{
    heading(out, "Kept for backward by one microbatch on one rank");
    TextTable table{{{"", Align::Left},
                     {"", Align::Left},
                     {"", Align::Right},
                     {"bytes", Align::Right},
                     {"", Align::Left}}};
    for (const SavedBuffer& buffer : plan.saved)
        if (!buffer.rebuilt)
            table.row({std::string{nameOf(unitOf(buffer.tensor))}, std::string{nameOf(buffer.tensor)},
                       humanBytes(buffer.bytes), exactDigits(buffer.bytes.value()),
                       std::string{textOf(buffer.reason)}});
    out += table.text(sectionIndent);
}

void describeWork(std::string& out, const PortablePlanIR& plan)
{
    heading(out, "Work of one microbatch on one rank; of one block");
    TextTable table = totalsTable(2);
    const ProgramTotals program = programTotals(plan);
    for (std::size_t unit = 0; unit < program.units.size(); ++unit)
        for (std::size_t phase = 0; phase < program.units[unit].phases.size(); ++phase) {
            const PhaseTotals& totals = program.units[unit].phases[phase];
            if (totals.invocations == 0)
                continue;
            addTotals(table,
                      {std::string{nameOf(static_cast<Unit>(unit))}, std::string{nameOf(static_cast<Phase>(phase))}},
                      totals);
        }
    out += table.text(sectionIndent);
}

void describeInvocations(std::string& out, const PortablePlanIR& plan)
{
    heading(out, "Invocations");
    TextTable table = invocationTable(2);
    for (const PlanTask& task : plan.tasks)
        addInvocation(table,
                      {std::string{nameOf(unitOf(task.invocation.row))}, invocationName(task.invocation)},
                      task.invocation.engine, task.facts);
    out += table.text(sectionIndent);
}

} // namespace

std::string resultText(const CandidateResult& result, const ResultTextOptions& options)
{
    std::string out = resultHeadText(result, headline(result), options.diagnostics);
    if (result.status == ResultStatus::Refused)
        return out;
    out += '\n';
    describeSetup(out, result);
    if (result.estimate) {
        const PortablePlanIR& plan = result.derivation->plan();
        describeStages(out, plan, *result.estimate);
        describePeak(out, *result.estimate);
        if (result.estimate->modes)
            describeTime(out, *result.estimate->modes);
        describeSaved(out, plan);
        describeWork(out, plan);
        if (options.invocations)
            describeInvocations(out, plan);
    }
    describeDerivation(out, digestsOf(result), result.derivation->history.checkpoints, options.hostTime);
    return out;
}

} // namespace planscope::whole
