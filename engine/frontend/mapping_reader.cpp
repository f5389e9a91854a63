#include "frontend/mapping_reader.h"

namespace planscope {
namespace {

PipelineSchedule scheduleOf(const LawOperands& operands)
{
    switch (operands.scheduleKind.value_or(ScheduleKind::SingleStage)) {
    case ScheduleKind::SingleStage: return SingleStage{};
    case ScheduleKind::OneForwardOneBackward: return OneForwardOneBackward{};
    case ScheduleKind::InterleavedOneForwardOneBackward:
        return InterleavedOneForwardOneBackward{operands.virtualStages.value_or(0)};
    case ScheduleKind::ForwardOnly: return ForwardOnly{};
    }
    return SingleStage{};
}

void readTensor(FieldReader& parent, StatedMapping& to)
{
    const auto tensor = parent.object("tensor");
    if (!tensor)
        return;
    FieldReader fields{parent.faults(), *tensor, parent.inside("tensor"), {"degree", "communication"}};
    to.operands.tensorDegree = to.spec.tensor.degree = fields.size("degree").value_or(0);
    to.operands.communication = fields.enumeration<TensorCommunication>("communication");
    to.spec.tensor.communication = to.operands.communication.value_or(TensorCommunication::AllReduce);
}

/// virtual_stages belongs to the interleaved kind alone; while the kind is not known, it may be there or not.
void readSchedule(FieldReader& parent, StatedMapping& to)
{
    const auto schedule = parent.object("schedule");
    if (!schedule)
        return;
    const auto kind = schedule->find("kind");
    const std::string_view written = kind && kind->isString() ? kind->text() : std::string_view{};
    const bool interleaves = written == InterleavedOneForwardOneBackward::alternativeName;
    const bool isKnown = enumFromName<ScheduleKind>(written).has_value();
    const std::string path = parent.inside("schedule");
    FieldReader fields = interleaves || !isKnown
        ? FieldReader{parent.faults(), *schedule, path, {"kind", "virtual_stages"}}
        : FieldReader{parent.faults(), *schedule, path, {"kind"}};
    to.operands.scheduleKind = fields.enumeration<ScheduleKind>("kind");
    if (interleaves)
        to.operands.virtualStages = fields.size("virtual_stages");
    else if (!isKnown)
        fields.optionalSize("virtual_stages");
    to.spec.pipeline.schedule = scheduleOf(to.operands);
}

void readPipeline(FieldReader& parent, StatedMapping& to)
{
    const auto pipeline = parent.object("pipeline");
    if (!pipeline)
        return;
    FieldReader fields{parent.faults(), *pipeline, parent.inside("pipeline"), {"degree", "schedule"}};
    to.operands.pipelineDegree = to.spec.pipeline.degree = fields.size("degree").value_or(0);
    readSchedule(fields, to);
}

void readData(FieldReader& parent, StatedMapping& to)
{
    const auto data = parent.object("data");
    if (!data)
        return;
    FieldReader fields{parent.faults(), *data, parent.inside("data"), {"degree", "optimizer_sharding"}};
    to.operands.dataDegree = to.spec.data.degree = fields.size("degree").value_or(0);
    to.operands.optimizerSharding = fields.boolean("optimizer_sharding");
    to.spec.data.optimizerSharding = to.operands.optimizerSharding.value_or(false);
}

} // namespace

StatedMapping readMapping(FieldReader& parent, std::string_view field)
{
    StatedMapping stated;
    const auto mapping = parent.object(field);
    if (!mapping)
        return stated;
    FieldReader fields{parent.faults(),
                       *mapping,
                       parent.inside(field),
                       {"world_size", "tensor", "pipeline", "data", "recompute", "fused_activation",
                        "sequence_parallel_all_gather_redo"}};
    stated.operands.worldSize = fields.optionalSize("world_size").value_or(0);
    readTensor(fields, stated);
    readPipeline(fields, stated);
    readData(fields, stated);
    stated.operands.recompute = fields.enumeration<RecomputePolicy>("recompute");
    stated.spec.recompute = stated.operands.recompute.value_or(RecomputePolicy::None);
    stated.spec.fusedActivation = fields.boolean("fused_activation").value_or(false);
    stated.operands.allGatherRedo = fields.boolean("sequence_parallel_all_gather_redo");
    stated.spec.sequenceParallelAllGatherRedo = stated.operands.allGatherRedo.value_or(false);
    return stated;
}

NetworkTierBinding readNetworkTiers(FieldReader& parent, std::string_view field)
{
    const auto tiers = parent.object(field);
    if (!tiers)
        return {};
    FieldReader fields{parent.faults(), *tiers, parent.inside(field), {"tensor", "pipeline", "data"}};
    NetworkTierBinding binding;
    binding.tensor = fields.integer("tensor").value_or(0);
    binding.pipeline = fields.integer("pipeline").value_or(0);
    binding.data = fields.integer("data").value_or(0);
    return binding;
}

} // namespace planscope
