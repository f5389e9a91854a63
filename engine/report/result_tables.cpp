#include "report/result_tables.h"

#include "base/json_writer.h"
#include "report/number_format.h"
#include "report/table_rows.h"
#include "report/whole_result_tables.h"
#include "study/predicted_times.h"
#include "study/rank_work.h"
#include "study/result_figures.h"

#include <algorithm>
#include <iterator>

namespace planscope {
namespace {

using BlockResults = NumberedResults<CandidateResult>;

/// The name of the entity with that id.
template <class Id, class Entity>
std::string nameIn(const std::vector<Entity>& entities, const Id& id)
{
    const auto found = std::find_if(entities.begin(), entities.end(), [&id](const Entity& e) { return e.id == id; });
    return found == entities.end() ? id.toString() : found->name;
}

const PortablePlanIR* planOf(const CandidateResult& result)
{
    return result.derivation && result.derivation->complete() ? &result.derivation->plan() : nullptr;
}

CsvTable tasks(const BlockResults& results)
{
    CsvTable table{{"number",
                    "candidate",
                    "task",
                    "source_layer",
                    "phase",
                    "primitive",
                    "collective",
                    "first_rank",
                    "rank_count",
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
        const PortablePlanIR* plan = planOf(*each.result);
        if (!plan)
            continue;
        const auto seconds = predictedTaskSeconds(*each.result);
        for (std::size_t k = 0; k < plan->tasks.size(); ++k) {
            const PlanTask& task = plan->tasks[k];
            Fields row = rowOf(each.index, *each.result);
            append(row,
                   {task.name, std::string{nameOf(task.layer)}, std::string{nameOf(task.phase)},
                    std::string{nameOf(task.primitive)},
                    task.collective ? std::string{nameOf(*task.collective)} : std::string{}, digits(task.ranks.first),
                    digits(task.ranks.count), digits(task.facts.operations), digits(task.facts.read),
                    digits(task.facts.write), digits(task.facts.message), digits(task.demand.compute),
                    digits(task.demand.memoryTraffic), digits(task.demand.network), std::string{nameOf(task.requires_)},
                    std::string{nameOf(task.group)}});
            for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
                row.push_back(seconds ? shortestDouble((*seconds)[mode][k]) : std::string{});
            table.row(row);
        }
    }
    return table;
}

CsvTable buffers(const BlockResults& results)
{
    CsvTable table{
        {"number", "candidate", "buffer", "role", "bytes", "alignment_bytes", "space", "producer", "consumers"}};
    for (const auto& each : results) {
        const PortablePlanIR* plan = planOf(*each.result);
        if (!plan)
            continue;
        for (const PlanBuffer& buffer : plan->buffers) {
            std::string consumers;
            for (const PlanTaskId& id : buffer.consumers)
                consumers.append(consumers.empty() ? "" : " ").append(nameIn(plan->tasks, id));
            Fields row = rowOf(each.index, *each.result);
            append(row,
                   {buffer.name, std::string{nameOf(buffer.role)}, digits(buffer.bytes), digits(buffer.alignment),
                    std::string{nameOf(buffer.space)},
                    buffer.producer ? nameIn(plan->tasks, *buffer.producer) : std::string{}, consumers});
            table.row(row);
        }
    }
    return table;
}

CsvTable ranks(const BlockResults& results)
{
    CsvTable table{{"number", "candidate", "first_rank", "rank_count", "phase", "invocations", "operations",
                    "read_bytes", "write_bytes", "message_bytes", "predicted_peak_only_seconds",
                    "predicted_system_evidence_seconds"}};
    for (const auto& each : results)
        for (const RankGroup& group : rankWorkOf(*each.result)) {
            const auto add = [&](std::string_view phase, const PhaseWork& work) {
                Fields row = rowOf(each.index, *each.result);
                append(row,
                       {digits(group.first), digits(group.count), std::string{phase}, digits(work.invocations),
                        work.operations.toString(), work.read.toString(), work.write.toString(),
                        work.message.toString()});
                for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode)
                    row.push_back(work.seconds ? shortestDouble((*work.seconds)[mode]) : std::string{});
                table.row(row);
            };
            for (std::size_t k = 0; k < group.phases.size(); ++k)
                add(nameOf(static_cast<Phase>(k)), group.phases[k]);
            add("total", group.total);
        }
    return table;
}

CsvTable estimates(const BlockResults& results)
{
    std::vector<std::string> names;
    for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
        names.push_back(std::string{figure.name} + "_seconds");
    for (const NamedFigure<Utilisation>& figure : utilisationFigures)
        names.emplace_back(figure.name);
    std::vector<std::string_view> header{"number", "candidate", "mode"};
    header.insert(header.end(), names.begin(), names.end());
    CsvTable table{header};
    for (const auto& each : results) {
        const auto& estimate = each.result->estimate;
        for (std::size_t mode = 0; estimate && estimate->modes && mode < estimate->modes->size(); ++mode) {
            const ModeEstimate& figures = (*estimate->modes)[mode];
            Fields row = rowOf(each.index, *each.result);
            row.emplace_back(nameOf(static_cast<EstimateMode>(mode)));
            for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
                row.push_back(shortestDouble(figures.iteration.*figure.member));
            for (const NamedFigure<Utilisation>& figure : utilisationFigures)
                row.push_back(shortestDouble(figures.utilisation.*figure.member));
            table.row(row);
        }
    }
    return table;
}

/// Rows of the memory table: one for each field of a group.
class MemoryRows {
public:
    MemoryRows(CsvTable& table, std::size_t index, const CandidateResult& result)
        : m_table(table)
        , m_begin(rowOf(index, result))
    {
    }

    void scope(std::string_view name) { m_scope = name; }
    void integer(std::string_view name, std::int64_t value, FigureUnit) { add(name, digits(value)); }
    void capacity(std::string_view name, double value, FigureUnit) { add(name, exactDigits(value)); }
    void layer(const MemoryFacts& facts)
    {
        const std::string name{nameOf(facts.layer)};
        add(name + (facts.workingIsAlias ? ".working_alias" : ".working"), digits(facts.working));
        add(name + ".kept", digits(facts.kept));
        add(name + ".activation_gradient", digits(facts.gradient));
    }

private:
    void add(std::string_view item, std::string bytes)
    {
        Fields row = m_begin;
        append(row, {m_scope, std::string{item}, std::move(bytes)});
        m_table.row(row);
    }

    CsvTable& m_table;
    Fields m_begin;
    std::string m_scope;
};

CsvTable memory(const BlockResults& results)
{
    CsvTable table{{"number", "candidate", "scope", "item", "bytes"}};
    for (const auto& each : results) {
        const ResultFigures figures = figuresOf(*each.result);
        MemoryRows rows{table, each.index, *each.result};
        rows.scope("stage");
        if (figures.memory)
            visitFields(rows, *figures.memory);
        rows.scope("block");
        if (figures.blockMemory)
            visitFields(rows, *figures.blockMemory);
        rows.scope("layer");
        if (const PortablePlanIR* plan = planOf(*each.result))
            for (const MemoryFacts& row : plan->layerMemory)
                rows.layer(row);
    }
    return table;
}

CsvTable checkpoints(const std::vector<AnyResult>& results)
{
    CsvTable table{{"number", "candidate", "checkpoint", "accepted", "check", "subject", "result", "expected", "actual",
                    "culprit"}};
    for (std::size_t index = 0; index < results.size(); ++index) {
        const DerivedHistory* const derived = results[index].history();
        if (!derived)
            continue;
        for (const CheckpointReport& report : derived->history.checkpoints)
            for (const CheckOutcome& outcome : report.outcomes) {
                Fields row = rowOf(index, *results[index].head());
                append(row,
                       {std::string{nameOf(report.stage)}, report.accepted ? "true" : "false", outcome.code,
                        outcome.subject, outcome.passed ? "passed" : "failed", outcome.expected, outcome.actual,
                        outcome.culprit});
                table.row(row);
            }
    }
    return table;
}

} // namespace

std::vector<ReportFile> resultTables(const std::vector<AnyResult>& results)
{
    BlockResults blocks;
    NumberedResults<whole::CandidateResult> wholes;
    for (std::size_t index = 0; index < results.size(); ++index) {
        if (results[index].block())
            blocks.push_back({index, results[index].block()});
        else
            wholes.push_back({index, results[index].whole()});
    }
    std::vector<ReportFile> files;
    if (!blocks.empty())
        files = {{"tasks.csv", tasks(blocks).text()},
                 {"buffers.csv", buffers(blocks).text()},
                 {"ranks.csv", ranks(blocks).text()},
                 {"estimate.csv", estimates(blocks).text()},
                 {"memory.csv", memory(blocks).text()}};
    if (!wholes.empty()) {
        std::vector<ReportFile> more = whole::resultTables(wholes);
        std::move(more.begin(), more.end(), std::back_inserter(files));
    }
    files.push_back({"checkpoints.csv", checkpoints(results).text()});
    return files;
}

} // namespace planscope
