#include "report/whole_ir_text.h"

#include "base/match.h"
#include "report/ir_text_parts.h"
#include "report/mapping_text.h"
#include "report/number_format.h"

namespace planscope::whole {
namespace {

using Align = TextTable::Align;

/// Sums by unit and phase of the tasks of either stage.
template <class Task>
std::string unitTable(const std::vector<Task>& tasks)
{
    TextTable table = workTable("unit and phase");
    for (std::size_t unit = 0; unit < countOf<Unit>(); ++unit)
        for (std::size_t phase = 0; phase < countOf<Phase>(); ++phase) {
            WorkSum sum;
            for (const Task& task : tasks)
                if (unitOf(task.invocation.row) == static_cast<Unit>(unit)
                    && task.invocation.phase == static_cast<Phase>(phase))
                    sum.add(task.facts);
            if (sum.tasks > 0)
                addWork(table, fmt::format("{} {}", nameOf(static_cast<Unit>(unit)), nameOf(static_cast<Phase>(phase))),
                        sum);
        }
    return table.text(irIndent);
}

std::string operandsText(const ModelIR& ir, const std::vector<ModelOperand>& operands)
{
    return joined(operands, ", ", [&ir](const ModelOperand& operand) {
        for (const ModelValue& value : ir.values)
            if (value.id == operand.value)
                return fmt::format("{} {}", nameOf(operand.role), printable(value.name));
        return operand.value.toString();
    });
}

std::string operationTable(const ModelIR& ir, IrTextDetail detail)
{
    TextTable table{{{"operation", Align::Left},
                     {"", Align::Left},
                     {"operands", Align::Left},
                     {"results", Align::Left},
                     {"", Align::Left}}};
    for (const ModelOperation& operation : ir.operations)
        table.row({printable(operation.name), std::string{nameOf(operation.kind)}, operandsText(ir, operation.operands),
                   operandsText(ir, operation.results),
                   detail == IrTextDetail::Long
                       ? fmt::format("{}; {}", operation.id.toString(), lineageText(operation.lineage))
                       : std::string{}});
    return table.text(irIndent);
}

std::string ruleText(const ProgramRule& rule)
{
    return rule.kind == ScheduleKind::InterleavedOneForwardOneBackward
        ? fmt::format("{}; {}, {} each, groups of {}, {}", nameOf(rule.kind), counted(rule.stages, "stage"),
                      counted(rule.virtualStages, "chunk"), rule.group, counted(rule.microbatches, "microbatch", "microbatches"))
        : fmt::format("{}; {}, {}", nameOf(rule.kind), counted(rule.stages, "stage"),
                      counted(rule.microbatches, "microbatch", "microbatches"));
}

std::string edgesText(const std::vector<PipelineEdge>& edges)
{
    std::string out;
    for (const PipelineEdge& edge : edges)
        out += fmt::format("    {} edges: {} × {} messages of {} bytes ({})\n", nameOf(edge.direction), edge.boundaries,
                           edge.count, edge.bytes.value(), humanBytes(edge.bytes));
    return out;
}

std::string valueTable(const DistributedTaskIR& ir)
{
    TextTable table{{{"value", Align::Left},
                     {"id", Align::Left},
                     {"shape", Align::Left},
                     {"cut", Align::Left},
                     {"type", Align::Left},
                     {"on a rank", Align::Right},
                     {"lineage", Align::Left}}};
    for (const DistributedValue& value : ir.values)
        table.row({printable(value.name), value.id.toString(),
                   joined(value.shape, "×", [](Elements extent) { return std::to_string(extent.value()); }),
                   joined(value.sharding, ", ",
                          [](const AxisSharding& cut) {
                              return fmt::format("axis {} over {}", cut.tensorAxis, printable(cut.meshAxis));
                          }),
                   std::string{nameOf(value.elementType)}, exactDigits(value.elements.value()),
                   lineageText(value.lineage)});
    return table.text(irIndent);
}

std::string taskTable(const DistributedTaskIR& ir)
{
    TextTable table = tableOfTasks(withFacts({{"group", Align::Left}}));
    for (const DistributedTask& task : ir.tasks) {
        const auto& group = task.invocation.group;
        addTask(table, task, withFacts({group ? std::string{nameOf(*group)} : std::string{}}, task.facts));
    }
    return table.text(irIndent);
}

std::string planTaskTable(const PortablePlanIR& ir)
{
    TextTable table = tableOfTasks(withFacts({{"requires", Align::Left}}));
    for (const PlanTask& task : ir.tasks)
        addTask(table, task, withFacts({std::string{nameOf(task.requires_)}}, task.facts));
    return table.text(irIndent);
}

std::string savedTable(const PortablePlanIR& ir, IrTextDetail detail)
{
    TextTable table{{{"saved", Align::Left},
                     {"bytes", Align::Right},
                     {"", Align::Right},
                     {"type", Align::Left},
                     {"", Align::Left},
                     {"reason", Align::Left},
                     {"", Align::Left}}};
    for (const SavedBuffer& buffer : ir.saved)
        table.row({std::string{nameOf(buffer.tensor)}, exactDigits(buffer.bytes.value()), humanBytes(buffer.bytes),
                   std::string{nameOf(buffer.elementType)}, buffer.rebuilt ? "rebuilt" : "",
                   std::string{textOf(buffer.reason)},
                   detail == IrTextDetail::Long ? fmt::format("{}; born of {}, dies with {}", buffer.id.toString(),
                                                              buffer.birth.toString(), buffer.death.toString())
                                                : std::string{}});
    return table.text(irIndent);
}

std::string transientTable(const PortablePlanIR& ir)
{
    TextTable table{{{"transient", Align::Left}, {"id", Align::Left}, {"bytes", Align::Right}}};
    for (const TransientBuffer& buffer : ir.transients)
        table.row({printable(buffer.name), buffer.id.toString(), exactDigits(buffer.bytes.value())});
    return table.text(irIndent);
}

std::string stageTable(const PortablePlanIR& ir)
{
    TextTable table{{{"stage", Align::Right},
                     {"parameters", Align::Right},
                     {"persistent bytes", Align::Right},
                     {"", Align::Right},
                     {"in flight", Align::Right}}};
    for (std::size_t r = 0; r < ir.stages.size(); ++r) {
        Total<BytesUnit> bytes;
        for (const PersistentBuffer& buffer : ir.stages[r].persistent)
            bytes += buffer.bytes;
        table.row({std::to_string(r), exactDigits(ir.stages[r].parameters.value()), bytes.toString(),
                   humanBytes(bytes.toDouble()), std::to_string(ir.stages[r].inFlight)});
    }
    return table.text(irIndent);
}

} // namespace

std::string describeIr(const ModelIR& ir, IrTextDetail detail)
{
    std::string out = fmt::format("    {}: hidden {}, vocabulary {}\n", printable(ir.spec.name), ir.spec.hiddenSize,
                                  ir.spec.vocabularySize);
    for (const ModelBody& body : ir.bodies)
        out += fmt::format("    {}: {}, {}\n", nameOf(body.unit), counted(body.operationCount, "operation"),
                           body.repetitions == 1 ? "once" : fmt::format("{} times", body.repetitions));
    out += operationTable(ir, detail);
    if (detail == IrTextDetail::Short)
        return out;
    TextTable values{{{"value", Align::Left},
                      {"id", Align::Left},
                      {"", Align::Left},
                      {"shape", Align::Left},
                      {"lineage", Align::Left}}};
    for (const ModelValue& value : ir.values)
        values.row({printable(value.name), value.id.toString(), std::string{nameOf(value.role)},
                    fmt::format("[{}] of {}", joined(value.shape, ", ", extentText), printable(value.elementType)),
                    lineageText(value.lineage)});
    return out + values.text(irIndent);
}

std::string describeIr(const DistributedTaskIR& ir, IrTextDetail detail)
{
    std::string out = fmt::format("    mesh {}\n", joined(ir.mesh.axes, " × ", [](const MeshAxis& axis) {
                                      return fmt::format("{} {}", printable(axis.name), axis.size.value());
                                  }));
    out += fmt::format("    program {}\n", ruleText(ir.rule));
    for (const ChunkClass& chunks : ir.chunkClasses)
        out += fmt::format("    {} of kind {}: {}\n", counted(chunks.chunks, "chunk"), nameOf(chunks.kind),
                           joined(chunks.units, ", ", [](Unit unit) { return nameOf(unit); }));
    out += edgesText(ir.edges);
    if (detail == IrTextDetail::Long)
        out += valueTable(ir) + taskTable(ir);
    return out + unitTable(ir.tasks);
}

std::string describeIr(const PortablePlanIR& ir, IrTextDetail detail)
{
    std::string out = fmt::format("    strategy {}\n", ir.strategyFingerprint.toString());
    out += fmt::format("    {}; program {}\n", counted(ir.program.shape.worldSize, "rank"), ruleText(ir.program.rule));
    out += fmt::format("    objectives: {}\n", joined(ir.objectives, ", ", [](const Objective& objective) {
                           return fmt::format("{} {}", nameOf(objective.sense), nameOf(objective.metric));
                       }));
    out += edgesText(ir.edges);
    if (detail == IrTextDetail::Long)
        out += planTaskTable(ir);
    out += savedTable(ir, detail);
    if (detail == IrTextDetail::Long)
        out += transientTable(ir);
    return out + stageTable(ir) + unitTable(ir.tasks);
}

} // namespace planscope::whole
