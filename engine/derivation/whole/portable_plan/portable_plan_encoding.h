#pragma once

// Part of derivation/whole/portable_plan/portable_plan_ir.h: the canonical fields of its types.
#include "derivation/whole/portable_plan/portable_plan_ir.h"

namespace planscope::whole {

template <class Io, Described<PlanTask> Self>
void describe(Io& io, Self& task)
{
    io.field("alternatives", task.alternatives);
    io.field("concurrency_group", task.concurrency);
    io.field("demand", task.demand);
    io.field("dependencies", task.dependencies);
    io.field("facts", task.facts);
    io.field("id", task.id);
    io.field("invocation", task.invocation);
    io.field("lineage", task.lineage);
    io.field("name", task.name);
    io.field("requires", task.requires_);
}
template <class Io, Described<PersistentBuffer> Self>
void describe(Io& io, Self& buffer)
{
    io.field("bytes", buffer.bytes);
    io.field("id", buffer.id);
    io.field("kind", buffer.kind);
    io.field("lineage", buffer.lineage);
    io.field("name", buffer.name);
}
template <class Io, Described<SavedBuffer> Self>
void describe(Io& io, Self& buffer)
{
    io.field("aliases", buffer.aliases);
    io.field("birth", buffer.birth);
    io.field("bytes", buffer.bytes);
    io.field("death", buffer.death);
    io.field("element_type", buffer.elementType);
    io.field("elements", buffer.elements);
    io.field("id", buffer.id);
    io.field("lineage", buffer.lineage);
    io.field("name", buffer.name);
    io.field("owner", buffer.owner);
    io.field("reason", buffer.reason);
    io.field("rebuilt", buffer.rebuilt);
    io.field("tensor", buffer.tensor);
}
template <class Io, Described<TransientBuffer> Self>
void describe(Io& io, Self& buffer)
{
    io.field("bytes", buffer.bytes);
    io.field("id", buffer.id);
    io.field("lineage", buffer.lineage);
    io.field("moment", buffer.moment);
    io.field("name", buffer.name);
    io.field("term", buffer.term);
}
template <class Io, Described<PlanMoment> Self>
void describe(Io& io, Self& moment)
{
    io.field("moment", moment.moment);
    io.field("releases", moment.releases);
    io.field("transient_bytes", moment.transient);
    io.field("unit", moment.unit);
}
template <class Io, Described<PlanParameter> Self>
void describe(Io& io, Self& parameter)
{
    io.field("elements", parameter.elements);
    io.field("linear", parameter.linear);
    io.field("tensor", parameter.tensor);
}
template <class Io, Described<PlanStage> Self>
void describe(Io& io, Self& stage)
{
    io.field("in_flight", stage.inFlight);
    io.field("optimized_parameters", stage.optimized);
    io.field("optimizer", stage.optimizer);
    io.field("parameters", stage.parameters);
    io.field("persistent", stage.persistent);
    io.field("saved_per_microbatch", stage.savedPerMicrobatch);
    io.field("step", stage.step);
}
template <class Io, Described<PlanProgram> Self>
void describe(Io& io, Self& program)
{
    io.field("attention", program.attention);
    io.field("context_degree", program.contextDegree);
    io.field("data_degree", program.dataDegree);
    io.field("datatype", program.datatype);
    io.field("global_batch_size", program.globalBatchSize);
    io.field("loss", program.loss);
    io.field("optimizer_sharding", program.optimizerSharding);
    io.field("recompute", program.recompute);
    io.field("rule", program.rule);
    io.field("sequence_length", program.sequenceLength);
    io.field("sequence_parallel", program.sequenceParallel);
    io.field("shape", program.shape);
    io.field("tensor_degree", program.tensorDegree);
}
template <class Io, Described<PortablePlanIR> Self>
void describe(Io& io, Self& ir)
{
    io.field("edges", ir.edges);
    io.field("moments", ir.moments);
    io.field("objectives", ir.objectives);
    io.field("parameter_tensors", ir.parameterTensors);
    io.field("parameters", ir.parameters);
    io.field("program", ir.program);
    io.field("saved", ir.saved);
    io.field("schema", ir.schema);
    io.field("sizes", ir.sizes);
    io.field("source_digest", ir.sourceDigest);
    io.field("stages", ir.stages);
    io.field("strategy_fingerprint", ir.strategyFingerprint);
    io.field("tasks", ir.tasks);
    io.field("token_operations", ir.flops);
    io.field("transients", ir.transients);
}

} // namespace planscope::whole
