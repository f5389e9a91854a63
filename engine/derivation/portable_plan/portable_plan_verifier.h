#pragma once

#include "base/diagnostic.h"
#include "derivation/portable_plan/portable_plan_ir.h"

namespace planscope {

/// Everything that is wrong with a PortablePlanIR; nothing when it is legal. Total on any value: integers may be
/// anything, lists as long as a file allows; time grows as n log n. Origin: plan. Codes: "verify.portable_plan." and
/// the rule.
///
/// Header
///   schema                the schema is planscope.portable_plan_ir in a known version
///   source_digest         the digest of the distributed tasks is kept
///   strategy_fingerprint  the fingerprint of the strategy binding is kept
///   objectives            latency and peak memory, each once, in this order
/// Program
///   program_positive      degrees, sizes and counts are at least 1
///   program_schedule      a single stage exactly for pipeline degree 1; interleaved with at least 2 virtual stages;
///                         never forward only
///   program_sharding      optimizer state is sharded over at least 2 replicas; the tensor degree divides the hidden
///                         size, with reduce_scatter_all_gather the sequence length
///   program_shape         world size = t·p·D; D·b·microbatch count = global batch; virtual stages · blocks a chunk =
///                         blocks a stage
/// Memory
///   layer_order           rows come in program order, one a layer
///   layer_facts           no number of a row is negative
///   block_memory          the sums are those of the rows: w·N, ⌈w·N/g⌉, 4·N and ⌈12·N/g⌉ over the parameters, with
///                         g = D if optimizer state is sharded, else 1; working bytes without aliases, kept bytes and
///                         gradients; the checkpoint is w·b·s·h with full recompute, else 0
/// Ids and names
///   unique_ids            no two tasks, no two buffers share an id; names are then unique too, by id_derived
///   id_derived            an id is that of the source digest and the name
///   name                  a task is named "layer.phase", a collective one "layer.phase.kind"
///   named                 a buffer has a name
/// Tasks
///   primitive             the primitive is the layer's, in the optimizer phase adam
///   phase                 layers that communicate have no recompute, weight gradient or optimizer phase; only they
///                         have a recommunication
///   collective            exactly tasks of primitive collective state a collective kind
///   ranks                 a task runs on ranks 0 … t − 1
///   facts                 no fact is negative
///   message               exactly collectives have a message
///   work                  a task that is no collective has some work
///   demand                the demand is the work: compute = operations, memory traffic = read + write, network =
///                         message; what is 0 is not stated
///   capability            matrix_multiply for the matrix engine, vector_elementwise for the vector engine, the
///                         collective's own kind for a collective
///   alternatives          there are some, none twice, and each can provide the capability: matrix for matrix_multiply,
///                         vector for vector_elementwise, network for collectives
///   group                 collectives are in group network, all others in group compute
/// Order
///   reference             dependencies, producers, consumers, and the buffers that tasks read and write exist
///   repeated_reference    none stands twice in one list
///   dependency_order      a dependency is an earlier task, so that there is no cycle
///   chain                 each task but the first depends on the task before it
/// Buffers
///   boundary              there are an input and an output
///   buffer_bytes          a buffer holds this rank's shard of [b, s, h], hence more than 0 bytes: w·b·s·h, divided
///                         by t with reduce_scatter_all_gather
///   alignment             the alignment is 16 bytes
///   input                 an input has no producer, and the first forward task is one of its consumers
///   output                an output is produced by the last forward task
///   ancestor              the producer comes before each consumer
///   buffer_use            a task reads exactly the buffers that name it a consumer, and writes exactly those that name
///                         it their producer
/// Lineage
///   lineage_kind          tasks and buffers are translations
///   lineage_transform     the pass is named
///   lineage_sources       each has one source, which is something
///
/// A buffer's space is local, and nothing names a target: no type here could say otherwise.
Diagnostics verify(const PortablePlanIR& ir);

} // namespace planscope
