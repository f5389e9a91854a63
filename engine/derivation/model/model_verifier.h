#pragma once

#include "base/diagnostic.h"
#include "derivation/model/model_ir.h"

namespace planscope {

/// Everything that is wrong with a ModelIR, in the order of its entities; nothing when it is legal. Total on any
/// value: integers may be anything, lists as long as a file allows. Origin: work. Codes: "verify.model." and the rule.
///
///   schema              the schema is planscope.model_ir in a known version
///   one_operation       there is exactly one operation
///   operation_kind      its kind is transformer.decoder_training
///   spec_positive       every number of its model spec is at least 1
///   spec_digest         the digest in the header is that of the spec's canonical bytes
///   unique_ids          no two operations, no two values share an id; names are then unique too, by id_derived
///   id_derived          an id is that of the spec digest and the kind (operation) or the name (value)
///   named               a value has a name
///   reference           operands and results are values of this IR
///   repeated_reference  no value stands twice among one operation's operands
///   single_definition   a value is a result only once
///   role                operands are inputs, results are outputs
///   use                 every input is an operand, every output a result, of some operation
///   boundary            there are an input and an output
///   shape               a value has the extents [symbolic batch, sequence_length, hidden_size]
///   element_type        the element type is the symbol "element", bound by the workload
///   lineage_kind        operations and values are stated by a source
///   lineage_transform   and name the builder
///   lineage_sources     and have exactly one source
///   lineage_spec        which is the spec: the id of its digest and its name
///
/// That there is no distribution, phase or target in it needs no rule: no type here could say one.
Diagnostics verify(const ModelIR& ir);

} // namespace planscope
