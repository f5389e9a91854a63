#include "report/whole_result_tables.h"

#include "base/json_writer.h"
#include "report/number_format.h"
#include "study/predicted_times.h"
#include "study/whole_rank_work.h"
#include "study/whole_result_figures.h"

#include <algorithm>

namespace planscope::whole {
namespace {

using Results = NumberedResults<CandidateResult>;

const PortablePlanIR* planOf(const CandidateResult& result)
{
    return result.derivation && result.derivation->complete() ? &result.derivation->plan() : nullptr;
}

template <class Enum>
std::string word(Enum value)
{
    return std::string{nameOf(value)};
}

template <class Enum>
std::string wordOf(const std::optional<Enum>& value)
{
    return value ? word(*value) : std::string{};
}

std::string taskNamed(const PortablePlanIR& plan, const PlanTaskId& id)
{
    const auto found =
        std::find_if(plan.tasks.begin(), plan.tasks.end(), [&id](const PlanTask& task) { return task.id == id; });
    return found == plan.tasks.end() ? id.toString() : found->name;
}

CsvTable tasks(const Results& results)
{
    CsvTable table{{"number",
                    "candidate",
                    "unit",
                    "task",
                    "row",
                    "phase",
                    "engine",
                    "collective",
                    "group",
                    "operations",
                    "read_bytes",
                    "write_bytes",
                    "message_bytes",
                    "demand_compute_operations",
                    "demand_memory_traffic_bytes",
                    "demand_network_bytes",
                    "requires",
                    "concurrency_group",
                    "predicted_peak_only_seconds",
                    "predicted_system_evidence_seconds"}};
    for (const auto& each : results) {
        const PortablePlanIR* const plan = planOf(*each.result);
        if (!plan)
            continue;
        const auto seconds = predictedTaskSeconds(*each.result);
        for (std::size_t k = 0; k < plan->tasks.size(); ++k) {
            const PlanTask& task = plan->tasks[k];
            const Invocation& invocation = task.invocation;
            Fields row = rowOf(each.index, *each.result);
            append(row,
                   {word(unitOf(invocation.row)), task.name, word(invocation.row), word(invocation.phase),
                    word(invocation.engine), wordOf(invocation.collective), wordOf(invocation.group),
                    digits(task.facts.operations), digits(task.facts.read), digits(task.facts.write),
                    digits(task.facts.message), digits(task.demand.compute), digits(task.demand.memoryTraffic),
                    digits(task.demand.network), word(task.requires_), word(task.concurrency)});
            for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
                row.push_back(seconds ? shortestDouble((*seconds)[mode][k]) : std::string{});
            table.row(row);
        }
    }
    return table;
}

CsvTable parameters(const Results& results)
{
    CsvTable table{{"number", "candidate", "parameter", "row", "elements", "matrix_rows", "matrix_columns"}};
    for (const auto& each : results) {
        const PortablePlanIR* const plan = planOf(*each.result);
        if (!plan)
            continue;
        for (const PlanParameter& parameter : plan->parameterTensors) {
            Fields row = rowOf(each.index, *each.result);
            append(row,
                   {word(parameter.tensor), word(ownerOf(parameter.tensor)), digits(parameter.elements),
                    parameter.linear ? digits(parameter.linear->outputs) : std::string{},
                    parameter.linear ? digits(parameter.linear->inputs) : std::string{}});
            table.row(row);
        }
    }
    return table;
}

CsvTable saved(const Results& results)
{
    CsvTable table{{"number", "candidate", "unit", "tensor", "owner", "type", "elements", "bytes", "rebuilt", "reason",
                    "aliases", "born_of", "dies_with"}};
    for (const auto& each : results) {
        const PortablePlanIR* const plan = planOf(*each.result);
        if (!plan)
            continue;
        for (const SavedBuffer& buffer : plan->saved) {
            std::string aliases;
            for (const std::string& alias : buffer.aliases)
                aliases.append(aliases.empty() ? "" : " ").append(alias);
            Fields row = rowOf(each.index, *each.result);
            append(row,
                   {word(unitOf(buffer.tensor)), word(buffer.tensor), word(buffer.owner), word(buffer.elementType),
                    digits(buffer.elements), digits(buffer.bytes), buffer.rebuilt ? "true" : "false",
                    word(buffer.reason), aliases, taskNamed(*plan, buffer.birth), taskNamed(*plan, buffer.death)});
            table.row(row);
        }
    }
    return table;
}

CsvTable moments(const Results& results)
{
    CsvTable table{{"number", "candidate", "moment", "tensor", "bytes"}};
    for (const auto& each : results) {
        const PortablePlanIR* const plan = planOf(*each.result);
        if (!plan)
            continue;
        for (const TransientBuffer& buffer : plan->transients) {
            Fields row = rowOf(each.index, *each.result);
            append(row, {word(buffer.moment), word(buffer.term), digits(buffer.bytes)});
            table.row(row);
        }
    }
    return table;
}

std::vector<std::string> stageHeader()
{
    std::vector<std::string> names{"number",         "candidate",       "stage",      "first_rank",
                                   "rank_count",     "blocks",          "parameters", "weight_bytes",
                                   "gradient_bytes", "optimizer_bytes", "in_flight",  "operations",
                                   "read_bytes",     "write_bytes",     "peak_bytes", "peak_moment"};
    for (std::size_t part = 0; part < countOf<PeakPart>(); ++part)
        names.push_back("peak_" + word(static_cast<PeakPart>(part)) + "_bytes");
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        for (const NamedFigure<StageTime>& figure : stageTimeFigures)
            names.push_back(std::string{figure.name} + "_" + word(static_cast<EstimateMode>(mode)) + "_seconds");
    return names;
}

void appendStage(Fields& row, const CandidateResult& result, const PortablePlanIR& plan,
                 const std::optional<RankWork>& work, std::size_t stage)
{
    const PlanStage& held = plan.stages[stage];
    const StaticBytes bytes = staticBytes(held);
    const StageWork* const done = work ? &work->stages[stage] : nullptr;
    append(row,
           {digits(static_cast<std::int64_t>(stage)), done ? digits(done->firstRank) : std::string{},
            done ? digits(done->rankCount) : std::string{}, done ? digits(done->blocks) : std::string{},
            digits(held.parameters), digits(bytes.weights), digits(bytes.gradients), digits(bytes.optimizer),
            digits(held.inFlight), done ? done->rank.total.operations.toString() : std::string{},
            done ? done->rank.total.read.toString() : std::string{},
            done ? done->rank.total.write.toString() : std::string{}});
    const StagePeak* const peak = result.estimate ? &result.estimate->peaks[stage] : nullptr;
    append(row, {peak ? digits(peak->bytes) : std::string{}, peak ? word(peak->moment) : std::string{}});
    for (std::size_t part = 0; part < countOf<PeakPart>(); ++part)
        row.push_back(peak ? digits(peak->parts[part]) : std::string{});
    const auto* const modes = result.estimate && result.estimate->modes ? &*result.estimate->modes : nullptr;
    for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
        for (const NamedFigure<StageTime>& figure : stageTimeFigures)
            row.push_back(modes ? shortestDouble((*modes)[mode].time.stages[stage].*figure.member) : std::string{});
}

CsvTable stages(const Results& results)
{
    const std::vector<std::string> names = stageHeader();
    CsvTable table{{names.begin(), names.end()}};
    for (const auto& each : results) {
        const PortablePlanIR* const plan = planOf(*each.result);
        if (!plan)
            continue;
        const std::optional<RankWork> work = rankWorkOf(*each.result);
        for (std::size_t stage = 0; stage < plan->stages.size(); ++stage) {
            Fields row = rowOf(each.index, *each.result);
            appendStage(row, *each.result, *plan, work, stage);
            table.row(row);
        }
    }
    return table;
}

CsvTable messages(const Results& results)
{
    CsvTable table{{"number", "candidate", "stage", "message", "kind", "group", "bytes_of_one", "count_a_step"}};
    for (const auto& each : results) {
        const PortablePlanIR* const plan = planOf(*each.result);
        if (!plan)
            continue;
        for (std::size_t stage = 0; stage < plan->stages.size(); ++stage)
            for (const StageMessage& message : messagesOf(*plan, static_cast<std::int64_t>(stage))) {
                Fields row = rowOf(each.index, *each.result);
                append(row,
                       {digits(static_cast<std::int64_t>(stage)), std::string{message.what}, word(message.kind),
                        word(message.group), digits(message.bytes), digits(message.count)});
                table.row(row);
            }
    }
    return table;
}

CsvTable estimates(const Results& results)
{
    std::vector<std::string> names;
    for (const NamedFigure<IterationTime>& figure : iterationFigures)
        names.push_back(std::string{figure.name} + "_seconds");
    std::vector<std::string_view> header{"number", "candidate", "mode", "last_stage", "hop_seconds"};
    header.insert(header.end(), names.begin(), names.end());
    for (const NamedFigure<Utilisation>& figure : utilisationFigures)
        header.push_back(figure.name);
    CsvTable table{header};
    for (const auto& each : results) {
        const auto& estimate = each.result->estimate;
        for (std::size_t mode = 0; estimate && estimate->modes && mode < estimate->modes->size(); ++mode) {
            const ModeEstimate& figures = (*estimate->modes)[mode];
            Fields row = rowOf(each.index, *each.result);
            append(row,
                   {word(static_cast<EstimateMode>(mode)), digits(static_cast<std::int64_t>(figures.time.lastStage)),
                    shortestDouble(figures.time.hop)});
            for (const NamedFigure<IterationTime>& figure : iterationFigures)
                row.push_back(shortestDouble(figures.time.iteration.*figure.member));
            for (const NamedFigure<Utilisation>& figure : utilisationFigures)
                row.push_back(shortestDouble(figures.utilisation.*figure.member));
            table.row(row);
        }
    }
    return table;
}

} // namespace

std::vector<ReportFile> resultTables(const NumberedResults<CandidateResult>& results)
{
    return {{"whole_tasks.csv", tasks(results).text()},
            {"parameters.csv", parameters(results).text()},
            {"saved.csv", saved(results).text()},
            {"moments.csv", moments(results).text()},
            {"stages.csv", stages(results).text()},
            {"messages.csv", messages(results).text()},
            {"whole_estimate.csv", estimates(results).text()}};
}

} // namespace planscope::whole
