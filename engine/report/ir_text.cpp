#include "report/ir_text.h"

#include "base/match.h"
#include "report/ir_text_parts.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/text_table.h"
#include "report/whole_ir_text.h"

#include <fmt/format.h>

#include <array>

namespace planscope {
namespace {

using Align = TextTable::Align;

constexpr std::size_t indent = irIndent;

std::string header(const IrSnapshot& snapshot)
{
    const IrSchema& schema = snapshot.schema();
    return fmt::format("{}  {} {}.{}\n    digest {}\n    parent {}\n", nameOf(snapshot.kind()), schema.name,
                       schema.major, schema.minor, snapshot.digest().toString(), snapshot.parentDigest().toString());
}

/// The role, and the name where it says more.
std::string boundaryText(BoundaryRole role, const std::string& name)
{
    return name == nameOf(role) ? name : fmt::format("{} {}", nameOf(role), printable(name));
}

std::string ranksText(const RankRange& ranks)
{
    return ranks.count.value() == 1 ? fmt::format("{}", ranks.first)
                                    : fmt::format("{}…{}", ranks.first, ranks.first + (ranks.count.value() - 1));
}

// ---- model

std::string describeIr(const ModelIR& ir, IrTextDetail detail)
{
    std::string out;
    for (const ModelOperation& operation : ir.operations) {
        const TransformerModelSpec& model = operation.model;
        out += fmt::format("    {} of {}: {}, hidden {}, feed-forward {}, {} of {}, sequence {}\n",
                           printable(operation.kind), printable(model.name), counted(model.blockCount, "block"),
                           model.hiddenSize, model.feedforwardSize, counted(model.attentionHeads, "head"),
                           model.attentionHeadSize, model.sequenceLength);
        if (detail == IrTextDetail::Long)
            out += fmt::format("        {}; operands {}; results {}; {}\n", operation.id.toString(),
                               idsText(operation.operands), idsText(operation.results), lineageText(operation.lineage));
    }
    for (const ModelValue& value : ir.values) {
        out += fmt::format("    {}: [{}] of {}\n", boundaryText(value.role, value.name),
                           joined(value.shape, ", ", extentText), printable(value.elementType));
        if (detail == IrTextDetail::Long)
            out += fmt::format("        {}; {}\n", value.id.toString(), lineageText(value.lineage));
    }
    return out;
}

// ---- distributed tasks

std::string bodyText(const TaskBody& body)
{
    return std::visit(Match{
                          [](const LocalCompute&) { return std::string{"local"}; },
                          [](const Collective& collective) {
                              return fmt::format("{}{}", nameOf(collective.kind), collective.reduction ? " sum" : "");
                          },
                          [](const PointToPoint& transfer) {
                              return fmt::format("send {} → {}", transfer.source, transfer.destination);
                          },
                          [](const Reshard& reshard) {
                              return fmt::format("reshard {} → {}", reshard.from.toString(), reshard.to.toString());
                          },
                          [](const Control&) { return std::string{"control"}; },
                      },
                      body);
}

std::string valueText(const DistributedValue& value)
{
    return fmt::format("{}: [{}], {}", boundaryText(value.role, value.name),
                       joined(value.shape, ", ", [](Elements extent) { return std::to_string(extent.value()); }),
                       value.sharding.empty() ? std::string{"replicated"}
                                              : joined(value.sharding, ", ", [](const AxisSharding& sharding) {
                                                    return fmt::format("axis {} sharded over {}", sharding.tensorAxis,
                                                                       printable(sharding.meshAxis));
                                                }));
}

std::string stageTable(const DistributedTaskIR& ir)
{
    TextTable table = workTable("stage");
    for (const TaskStage& stage : ir.stages) {
        WorkSum sum;
        const auto first = static_cast<std::size_t>(stage.firstTask);
        for (std::size_t k = first; k < first + static_cast<std::size_t>(stage.taskCount) && k < ir.tasks.size(); ++k)
            sum.add(ir.tasks[k].facts);
        addWork(table, nameOf(stage.kind), sum);
    }
    return table.text(indent);
}

std::string taskTable(const DistributedTaskIR& ir)
{
    TextTable table = tableOfTasks(withFacts({{"body", Align::Left}, {"ranks", Align::Left}}));
    for (const DistributedTask& task : ir.tasks)
        addTask(table, task, withFacts({bodyText(task.body), ranksText(task.ranks)}, task.facts));
    return table.text(indent);
}

std::string describeIr(const DistributedTaskIR& ir, IrTextDetail detail)
{
    const BlockDistribution& choice = ir.distribution;
    std::string out = fmt::format("    mesh {}\n", joined(ir.mesh.axes, " × ", [](const MeshAxis& axis) {
                                      return fmt::format("{} {}", printable(axis.name), axis.size.value());
                                  }));
    out += fmt::format("    microbatch of {} in {}; {}; recompute {}; optimizer over {}{}{}\n",
                       counted(choice.microbatchSize, "sequence"), nameOf(choice.datatype),
                       nameOf(choice.communication), nameOf(choice.recompute), counted(choice.optimizerShards, "shard"),
                       choice.fusedActivation ? "; fused activation" : "",
                       choice.sequenceParallelAllGatherRedo ? "; all-gather redone in backward" : "");
    for (const DistributedValue& value : ir.values) {
        out += fmt::format("    {}\n", valueText(value));
        if (detail == IrTextDetail::Long)
            out += fmt::format("        {}; producer {}; consumers {}; {}\n", value.id.toString(),
                               value.producer ? value.producer->toString() : "–", idsText(value.consumers),
                               lineageText(value.lineage));
    }
    return out + (detail == IrTextDetail::Long ? taskTable(ir) : std::string{}) + stageTable(ir);
}

// ---- portable plan

std::string capabilityTable(const PortablePlanIR& ir)
{
    std::array<WorkSum, countOf<Capability>()> sums;
    for (const PlanTask& task : ir.tasks)
        sums[static_cast<std::size_t>(task.requires_)].add(task.facts);
    TextTable table = workTable("capability");
    for (std::size_t k = 0; k < sums.size(); ++k)
        if (sums[k].tasks > 0)
            addWork(table, nameOf(static_cast<Capability>(k)), sums[k]);
    return table.text(indent);
}

std::string planTaskTable(const PortablePlanIR& ir)
{
    const auto amount = [](const auto& demand) { return demand ? std::to_string(demand->value()) : std::string{"–"}; };
    TextTable table = tableOfTasks({{"requires", Align::Left},
                                    {"group", Align::Left},
                                    {"compute operations", Align::Right},
                                    {"memory bytes", Align::Right},
                                    {"network bytes", Align::Right}});
    for (const PlanTask& task : ir.tasks)
        addTask(table, task,
                {std::string{nameOf(task.requires_)}, std::string{nameOf(task.group)}, amount(task.demand.compute),
                 amount(task.demand.memoryTraffic), amount(task.demand.network)});
    return table.text(indent);
}

std::string layerMemoryTable(const PortablePlanIR& ir)
{
    TextTable table{{{"layer", Align::Left},
                     {"parameters", Align::Right},
                     {"working bytes", Align::Right},
                     {"", Align::Left},
                     {"kept bytes", Align::Right},
                     {"gradient bytes", Align::Right}}};
    for (const MemoryFacts& row : ir.layerMemory)
        table.row({std::string{nameOf(row.layer)}, exactDigits(row.parameters.value()),
                   exactDigits(row.working.value()), row.workingIsAlias ? "another layer's" : "",
                   exactDigits(row.kept.value()), exactDigits(row.gradient.value())});
    return table.text(indent);
}

std::string describeIr(const PortablePlanIR& ir, IrTextDetail detail)
{
    const PlanProgram& program = ir.program;
    std::string out = fmt::format("    strategy {}\n", ir.strategyFingerprint.toString());
    out += fmt::format("    {} = tensor {} × pipeline {} × data {}; {}; {} of {}, {} a stage\n",
                       counted(program.shape.worldSize, "rank"), program.tensorDegree, program.pipelineDegree,
                       program.dataDegree, scheduleText(program.schedule),
                       counted(program.shape.microbatchCount, "microbatch", "microbatches"), program.microbatchSize,
                       counted(program.shape.blocksPerStage, "block"));
    out += fmt::format("    objectives: {}\n", joined(ir.objectives, ", ", [](const Objective& objective) {
                           return fmt::format("{} {}", nameOf(objective.sense), nameOf(objective.metric));
                       }));
    for (const PlanBuffer& buffer : ir.buffers) {
        out += fmt::format("    {} buffer: {} bytes ({}) in {} memory, aligned to {}\n",
                           boundaryText(buffer.role, buffer.name), buffer.bytes.value(), humanBytes(buffer.bytes),
                           nameOf(buffer.space), buffer.alignment.value());
        if (detail == IrTextDetail::Long)
            out += fmt::format("        {}; producer {}; consumers {}; {}\n", buffer.id.toString(),
                               buffer.producer ? buffer.producer->toString() : "–", idsText(buffer.consumers),
                               lineageText(buffer.lineage));
    }
    if (detail == IrTextDetail::Long)
        out += planTaskTable(ir) + layerMemoryTable(ir);
    return out + capabilityTable(ir);
}

} // namespace

std::string irText(const IrSnapshot& snapshot, IrTextDetail detail)
{
    return header(snapshot) + std::visit([detail](const auto& ir) { return describeIr(ir, detail); }, snapshot.ir());
}

} // namespace planscope
