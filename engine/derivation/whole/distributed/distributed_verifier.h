#pragma once

#include "base/diagnostic.h"
#include "derivation/whole/distributed/distributed_task_ir.h"

namespace planscope::whole {

/// Everything that is wrong with a whole model's DistributedTaskIR; nothing when it is legal. Total on any value:
/// integers may be anything, lists as long as a file allows; time grows as n log n. Origin: distribution. Codes:
/// "verify.distributed." and the rule.
///
/// Header
///   schema              the schema is planscope.distributed_task_ir 2.x in a known version
///   source_digest       the digest of the model IR is kept
///   mesh                the axes are tp, cp, dp, pp, of the mapping's degrees, each at least 1
///   shape               world size = t·c·p·D; D·b·microbatch count = global batch; there are p·v chunks of at least 0
///                       blocks; t divides the padded vocabulary
///   program_rule        the rule is the mapping's: a single stage exactly for p = 1, never forward only, with the
///                       shape's microbatches
///   chunk_classes       the classes are those of the chunks: first, middle, last, or first and last at once
/// Ids and names
///   unique_ids          no two tasks, no two values share an id; names are then unique too, by id_derived
///   id_derived          an id is that of the source digest and the name
///   name                a task is named after its invocation, a value after its tensor
/// Tasks
///   invocation          kernel parts are of core attention; exactly collectives have kind, site and group
///   reduction           all_reduce and reduce_scatter name a reduction, of a maximum where it is one; no other does
///   facts               no fact is negative; a collective has a message and touches no local memory, a local task has
///                       none
///   order               units come in order; in a unit forward rows in program order, then the recomputed in program
///                       order, then backward rows in reverse
///   chain               a task depends on the one before it in its unit and direction, the first on none
///   repeats             exactly recomputed tasks repeat another: the forward task of the same row, with equal facts
/// Values
///   content             parameters come before saved tensors, each in program order; what is rebuilt follows the
///                       block's input, with full recompute alone
///   element_type        a parameter is bfloat16, a saved tensor of its tensor's type
///   value_shape         extents are at least 1
///   sharding            sharded axes and mesh axes exist, no mesh axis is used twice
///   shard               the elements on a rank are the extents over the axes that cut them, without remainder
///   linear              of linear weights, outputs times inputs are the elements
/// Memory and messages
///   transients          moments come in the order of the walk, terms of a moment once, none negative
///   edges               there are none at p = 1, else one forward and one backward of p·v − 1 boundaries and the
///                       shape's microbatches, each of this rank's hidden state
///   stages              there are p of them
///   stage_parameters    a stage's parameters are those of its units and blocks; weights, gradients and optimizer bytes
///                       are 2, γ and 12 a parameter, the latter of the optimizer's shard
///   stage_saved         each of its chunks keeps what its units and blocks keep
///   stage_step          messages come in order, of the kinds and members that the mapping gives
/// Lineage
///   lineage_kind        a recomputed task is a clone, every other task and every value an expansion
///   lineage_transform   the pass is named
///   lineage_sources     each has at least one source; none is nothing, none stands twice
Diagnostics verify(const DistributedTaskIR& ir);

} // namespace planscope::whole
