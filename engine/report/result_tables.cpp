#include "report/result_tables.h"

#include "base/json_writer.h"
#include "report/csv_table.h"
#include "report/number_format.h"
#include "study/predicted_times.h"
#include "study/rank_work.h"
#include "study/result_figures.h"

#include <algorithm>

namespace planscope {
namespace {

using Fields = std::vector<std::string>;

std::string digits(std::int64_t value)
{
    return std::to_string(value);
}

template <class Unit>
std::string digits(Quantity<Unit> quantity)
{
    return std::to_string(quantity.value());
}

template <class Unit>
std::string digits(const std::optional<Quantity<Unit>>& quantity)
{
    return quantity ? digits(*quantity) : std::string{};
}

/// A row's first fields, and room for the rest.
Fields rowOf(std::size_t index, const CandidateResult& result)
{
    return {std::to_string(index + 1), result.name.value_or("")};
}

void append(Fields& row, Fields more)
{
    for (std::string& field : more)
        row.push_back(std::move(field));
}

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

CsvTable tasks(const std::vector<CandidateResultPtr>& results)
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
    for (std::size_t index = 0; index < results.size(); ++index) {
        const PortablePlanIR* plan = planOf(*results[index]);
        if (!plan)
            continue;
        const auto seconds = predictedTaskSeconds(*results[index]);
        for (std::size_t k = 0; k < plan->tasks.size(); ++k) {
            const PlanTask& task = plan->tasks[k];
            Fields row = rowOf(index, *results[index]);
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

CsvTable buffers(const std::vector<CandidateResultPtr>& results)
{
    CsvTable table{
        {"number", "candidate", "buffer", "role", "bytes", "alignment_bytes", "space", "producer", "consumers"}};
    for (std::size_t index = 0; index < results.size(); ++index) {
        const PortablePlanIR* plan = planOf(*results[index]);
        if (!plan)
            continue;
        for (const PlanBuffer& buffer : plan->buffers) {
            std::string consumers;
            for (const PlanTaskId& id : buffer.consumers)
                consumers.append(consumers.empty() ? "" : " ").append(nameIn(plan->tasks, id));
            Fields row = rowOf(index, *results[index]);
            append(row,
                   {buffer.name, std::string{nameOf(buffer.role)}, digits(buffer.bytes), digits(buffer.alignment),
                    std::string{nameOf(buffer.space)},
                    buffer.producer ? nameIn(plan->tasks, *buffer.producer) : std::string{}, consumers});
            table.row(row);
        }
    }
    return table;
}

CsvTable checkpoints(const std::vector<CandidateResultPtr>& results)
{
    CsvTable table{{"number", "candidate", "checkpoint", "accepted", "check", "subject", "result", "expected", "actual",
                    "culprit"}};
    for (std::size_t index = 0; index < results.size(); ++index) {
        if (!results[index]->derivation)
            continue;
        for (const CheckpointReport& report : results[index]->derivation->history.checkpoints)
            for (const CheckOutcome& outcome : report.outcomes) {
                Fields row = rowOf(index, *results[index]);
                append(row,
                       {std::string{nameOf(report.stage)}, report.accepted ? "true" : "false", outcome.code,
                        outcome.subject, outcome.passed ? "passed" : "failed", outcome.expected, outcome.actual,
                        outcome.culprit});
                table.row(row);
            }
    }
    return table;
}

CsvTable ranks(const std::vector<CandidateResultPtr>& results)
{
    CsvTable table{{"number", "candidate", "first_rank", "rank_count", "phase", "invocations", "operations",
                    "read_bytes", "write_bytes", "message_bytes", "predicted_peak_only_seconds",
                    "predicted_system_evidence_seconds"}};
    for (std::size_t index = 0; index < results.size(); ++index)
        for (const RankGroup& group : rankWorkOf(*results[index])) {
            const auto add = [&](std::string_view phase, const PhaseWork& work) {
                Fields row = rowOf(index, *results[index]);
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

CsvTable estimates(const std::vector<CandidateResultPtr>& results)
{
    std::vector<std::string> names;
    for (const NamedFigure<IterationTime>& figure : iterationTimeFigures)
        names.push_back(std::string{figure.name} + "_seconds");
    for (const NamedFigure<Utilisation>& figure : utilisationFigures)
        names.emplace_back(figure.name);
    std::vector<std::string_view> header{"number", "candidate", "mode"};
    header.insert(header.end(), names.begin(), names.end());
    CsvTable table{header};
    for (std::size_t index = 0; index < results.size(); ++index) {
        const auto& estimate = results[index]->estimate;
        for (std::size_t mode = 0; estimate && estimate->modes && mode < estimate->modes->size(); ++mode) {
            const ModeEstimate& figures = (*estimate->modes)[mode];
            Fields row = rowOf(index, *results[index]);
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

CsvTable memory(const std::vector<CandidateResultPtr>& results)
{
    CsvTable table{{"number", "candidate", "scope", "item", "bytes"}};
    for (std::size_t index = 0; index < results.size(); ++index) {
        const ResultFigures figures = figuresOf(*results[index]);
        MemoryRows rows{table, index, *results[index]};
        rows.scope("stage");
        if (figures.memory)
            visitFields(rows, *figures.memory);
        rows.scope("block");
        if (figures.blockMemory)
            visitFields(rows, *figures.blockMemory);
        rows.scope("layer");
        if (const PortablePlanIR* plan = planOf(*results[index]))
            for (const MemoryFacts& row : plan->layerMemory)
                rows.layer(row);
    }
    return table;
}

} // namespace

std::vector<ReportFile> resultTables(const std::vector<CandidateResultPtr>& results)
{
    return {{"tasks.csv", tasks(results).text()},
            {"buffers.csv", buffers(results).text()},
            {"checkpoints.csv", checkpoints(results).text()},
            {"ranks.csv", ranks(results).text()},
            {"estimate.csv", estimates(results).text()},
            {"memory.csv", memory(results).text()}};
}

} // namespace planscope
