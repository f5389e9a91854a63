#pragma once

#include "base/diagnostic.h"
#include "derivation/whole/model/model_ir.h"

namespace planscope::whole {

/// Everything that is wrong with a whole model's ModelIR; nothing when it is legal. Total on any value: integers may be
/// anything, lists as long as a file allows; time grows as n log n. Origin: work. Codes: "verify.model." and the rule.
///
/// Header
///   schema              the schema is planscope.model_ir 2.x in a known version
///   spec_positive       every size of the spec is at least 1, the learned positions too, else at least 0
///   spec_digest         the digest in the header is that of the spec's canonical bytes
/// Ids and names
///   unique_ids          no two operations, no two values share an id; names are then unique too, by id_derived
///   id_derived          an id is that of the spec digest and the name
///   named               an operation is named after a row, a value has a name
/// Bodies
///   bodies              there are three: embedding, block, head
///   body_range          their runs of at least one operation cover all operations once, in order
///   body_rows           an operation is of a row of its body's unit, and rows come in program order
///   repetitions         the block is repeated block_count times, the others once
///   body_values         the embedding has no input, the others have one; the outputs of embedding and block, and the
///                       head's input, have the shape of the block's input
/// Values and uses
///   reference           operands, results, inputs and outputs of bodies are values of this IR
///   repeated_reference  no value stands twice among one operation's operands and results
///   single_definition   a value is a result once at most
///   order               an operand is its body's input, an index, a weight, or a result earlier in the same body
///   role                operands are inputs, indices or weights, as their values are; results are outputs,
///                       statistics or masks, as their values are
///   use                 every value is an operand, a result or a body's input
///   shape               extents are "batch", "sequence" or at least 1; of activations the first two are those
///   element_type        the element type is the one of the role: element, integer, statistic or byte
/// Lineage
///   lineage_kind        operations and values are stated by a source
///   lineage_transform   and name the builder
///   lineage_sources     and have exactly one source
///   lineage_spec        which is the spec: the id of its digest and its name
///
/// That there is no phase, rank, message or target in it needs no rule: no type here could say one.
Diagnostics verify(const ModelIR& ir);

} // namespace planscope::whole
