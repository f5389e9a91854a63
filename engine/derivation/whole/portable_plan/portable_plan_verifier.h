#pragma once

#include "base/diagnostic.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

namespace planscope::whole {

/// Everything that is wrong with a whole model's PortablePlanIR; nothing when it is legal. Total on any value: integers
/// may be anything, lists as long as a file allows; time grows as n log n. Origin: plan. Codes: "verify.portable_plan."
/// and the rule.
///
/// Header
///   schema                the schema is planscope.portable_plan_ir 2.x in a known version
///   source_digest         the digest of the distributed tasks is kept
///   strategy_fingerprint  the fingerprint of the strategy binding is kept
///   objectives            latency and peak memory, each once, in this order
///   program               degrees and counts are at least 1; world size = t·c·p·D; there are p·v chunks of at least 0
///                         blocks; the rule is a lawful one of m microbatches
/// Ids and names
///   unique_ids            no two tasks, no two buffers share an id; names are then unique too, by id_derived
///   id_derived            an id is that of the source digest and the name
///   name                  a task is named after its invocation, a saved buffer after its tensor, a transient one after
///                         moment and term, a persistent one after stage and kind
/// Tasks
///   invocation            kernel parts are of core attention; exactly collectives have kind, site and group
///   demand                the demand is the work: compute = operations, traffic = read + write, network = message;
///                         what is 0 is not stated, and nothing is negative
///   capability            matrix_multiply for the matrix engine, vector_elementwise for the vector engine, the
///                         collective's own kind for a collective
///   alternatives          exactly the class of resource that has the capability
///   concurrency           collectives are in group network, all others in group compute
///   order                 units come in order; in a unit forward, then recompute, then backward
///   chain                 a task depends on the one before it in its unit and direction, the first on none
/// Saved buffers
///   saved_bytes           bytes are elements of their type's size, at least 0; owner, type and reason are the tensor's
///   saved_rebuilt         exactly with full recompute the block's input is kept alone and the rest rebuilt
///   birth                 the birth is a local forward task (rebuilt: recompute task) of the owner's unit
///   death                 the death is a later local task of the same unit: of the backward, for a block's kept input
///                         of the recompute
///   aliases               no storage is named by two saved buffers that are there at once
/// Moments
///   moments               moments come once, in the order of the walk, each of its unit
///   transient_bytes       a moment's bytes are the sum of its transient buffers, none negative
///   releases              each saved buffer is released once, in a moment of its unit, a kept block input in none
/// Stages and messages
///   edges                 none at p = 1, else one forward and one backward of p·v − 1 boundaries and m messages
///   stages                there are p of them, each with the rule's chunk-microbatches in flight
///   persistent            weights, gradients, optimizer, and the table where the sizes have one, in this order, at
///                         least 0 bytes
///   stage_parameters      a stage's parameters are those of its units and blocks, its weights 2 bytes each
///   stage_saved           each of its chunks keeps what its units and blocks keep
///   stage_step            step messages come in order, each once, of at least 0 bytes and 1 member
/// Lineage
///   lineage_kind          tasks and saved buffers are translations, the other buffers expansions
///   lineage_transform     the pass is named
///   lineage_sources       a translation has one source, an expansion at least one; none is nothing, none stands twice
///
/// Nothing names a target: no type here could say one.
Diagnostics verify(const PortablePlanIR& ir);

} // namespace planscope::whole
