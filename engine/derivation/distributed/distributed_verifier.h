#pragma once

#include "base/diagnostic.h"
#include "derivation/distributed/distributed_task_ir.h"

namespace planscope {

/// Everything that is wrong with a DistributedTaskIR; nothing when it is legal. Total on any value: integers may be
/// anything, lists as long as a file allows; time grows as n log n. Origin: distribution. Codes: "verify.distributed."
/// and the rule.
///
/// Header
///   schema              the schema is planscope.distributed_task_ir in a known version
///   source_digest       the digest of the model IR is kept
///   mesh                there is one axis, "tp", of at least 1 rank
///   distribution        microbatch size and optimizer shards are at least 1; inputs are gathered again only with
///                       reduce_scatter_all_gather and without full recompute
/// Ids and names
///   unique_ids          no two tasks, no two values share an id; names are then unique too, by id_derived
///   id_derived          an id is that of the source digest and the name
///   name                a task is named "layer.phase", a collective one "layer.phase.kind"
///   named               a value has a name
/// Tasks
///   primitive           the primitive is the layer's, in the optimizer phase adam
///   phase               layers that communicate have no recompute, weight gradient or optimizer phase; only they
///                       have a recommunication
///   body                local compute is not of primitive collective; collective, point-to-point and reshard are
///   ranks               a task runs on every rank of the mesh
///   facts               no fact is negative
///   message             a collective and a point-to-point transfer have a message, local compute has none
///   work                local compute has some work
///   participants        the participants of a collective are the ranks of its task
///   reduction           all_reduce and reduce_scatter name a sum, no other collective names a reduction
///   transfer            the ends of a point-to-point transfer are two different ranks of the mesh
///   reshard             a reshard reads and makes values of one shape and different sharding, and is a consumer of the
///                       one it reads
///   control             a control task has no work and no message
/// Order
///   reference           dependencies, repeated tasks, producers, consumers, and the values of a reshard exist
///   repeated_reference  none stands twice in one list
///   dependency_order    a dependency is an earlier task, so that there is no cycle
///   chain               each task but the first depends on the task before it
///   repeats             exactly the tasks of phase recompute repeat another: an earlier forward task of the same layer
///                       with equal facts
///   stage_cover         stages are runs of at least one task that cover all tasks once, in order
///   stage_order         stages come in the order forward, recompute, backward, optimizer, none twice
///   stage_phase         each task is of a phase of its stage
/// Boundary values
///   boundary            there are an input and an output
///   input               an input has no producer, and the first forward task is one of its consumers
///   output              an output is produced by the last forward task
///   ancestor            the producer comes before each consumer
///   single_definition   a reshard that makes a value is its producer
///   shape               the extents are [microbatch size, sequence, hidden], the latter at least 1
///   sharding_rank       the sharding speaks of a tensor of the value's rank
///   sharding_axis       sharded axes exist, mesh axes exist, and each is used once
///   sharding_divides    the mesh axis divides the extent it shards
/// Memory
///   layer_order         rows come in program order, one a layer
///   layer_facts         no number of a row is negative
/// Lineage
///   lineage_kind        a recomputed task is a clone, every other an expansion, a value a translation
///   lineage_transform   the pass is named
///   lineage_sources     a value has one source, a task at least one; none is nothing, none stands twice
///
/// Tasks name layers and abstract collectives only: no type here could name a target.
Diagnostics verify(const DistributedTaskIR& ir);

} // namespace planscope
