#pragma once

#include "base/lineage.h"
#include "derivation/dialect/entity_kinds.h"
#include "derivation/dialect/extent.h"
#include "derivation/dialect/ir_schema.h"
#include "derivation/whole/dialect/rows.h"
#include "spec/whole/model_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope::whole {

/// What an operation does. What its backward reads follows from it; see readInBackward().
enum class OperationClass {
    Lookup,     ///< rows of a table by index
    Norm,       ///< each token by its own statistics
    Linear,     ///< a product with a weight, and a bias where there is one
    Rotation,   ///< of pairs of elements by an angle of the position; its backward rotates back
    Attention,  ///< every query against all keys before it
    Dropout,    ///< of elements by a mask
    Addition,   ///< of two values
    Activation, ///< a nonlinearity element by element
    Loss,       ///< cross entropy of logits and targets
};

/// What a value is to an operation.
enum class OperandRole {
    Input,
    Index,     ///< integers that pick rows
    Weight,
    Output,
    Statistic, ///< made by the forward for the backward alone
    Mask,      ///< likewise, one byte an element
};

/// Whether the operation's backward reads a value of that role: what must be kept, or made again, between the two.
/// Weights are read too; they need no keeping.
constexpr bool readInBackward(OperationClass operation, OperandRole role)
{
    switch (operation) {
    case OperationClass::Lookup: return role == OperandRole::Index;
    case OperationClass::Norm: return role == OperandRole::Input || role == OperandRole::Statistic;
    case OperationClass::Linear:
    case OperationClass::Activation: return role == OperandRole::Input;
    case OperationClass::Attention:
        return role == OperandRole::Input || role == OperandRole::Output || role == OperandRole::Statistic
            || role == OperandRole::Mask;
    case OperationClass::Dropout: return role == OperandRole::Mask;
    case OperationClass::Loss:
        return role == OperandRole::Input || role == OperandRole::Index || role == OperandRole::Statistic;
    case OperationClass::Rotation:
    case OperationClass::Addition: return false;
    }
    return false;
}

/// One use of a value by an operation.
struct ModelOperand {
    ModelValueId value;
    OperandRole role = OperandRole::Input;
    friend bool operator==(const ModelOperand&, const ModelOperand&) = default;
};

/// A tensor of the model. Inside the block it is that of any block: the block is stated once.
struct ModelValue {
    ModelValueId id; ///< of the spec's digest and the name
    std::string name;
    OperandRole role = OperandRole::Input; ///< to the operation that makes it; of what none makes: Index, Weight
    std::vector<Extent> shape;  ///< activations begin with "batch", "sequence"
    std::string elementType;    ///< a symbol: "element", "statistic", "integer", "byte"
    Lineage<ModelSpecId> lineage;
    friend bool operator==(const ModelValue&, const ModelValue&) = default;
};

struct ModelOperation {
    OperationId id; ///< of the spec's digest and the name
    std::string name; ///< "fc1"
    OperationClass kind = OperationClass::Linear;
    std::vector<ModelOperand> operands;
    std::vector<ModelOperand> results; ///< the output; statistics and masks
    Lineage<ModelSpecId> lineage;
    friend bool operator==(const ModelOperation&, const ModelOperation&) = default;
};

/// A run of consecutive operations, and how often the model repeats it, each time on its own result.
struct ModelBody {
    Unit unit = Unit::Embedding;
    std::int64_t repetitions = 1; ///< L of the block
    std::int64_t firstOperation = 0;
    std::int64_t operationCount = 0;
    std::optional<ModelValueId> input; ///< none of the embedding
    ModelValueId output;               ///< the block's has the shape of its input
    friend bool operator==(const ModelBody&, const ModelBody&) = default;
};

/// What is trained, and nothing of how: no phase, rank, message, recompute or kernel. Three bodies, embedding, block
/// and head, and a repetition: about 20 operations however deep the model is. Tied weights are one value used twice.
/// A plain value; published only as shared_ptr<const …> inside a snapshot, after verify().
struct ModelIR {
    static constexpr IrKind kind = IrKind::Model;
    static IrSchema currentSchema() { return {"planscope.model_ir", 2, 0}; }

    IrSchema schema;
    Digest specDigest; ///< of the canonical bytes of the spec; parent of all ids here
    ModelSpec spec;
    std::vector<ModelBody> bodies; ///< embedding, block, head
    std::vector<ModelOperation> operations;
    std::vector<ModelValue> values;
    friend bool operator==(const ModelIR&, const ModelIR&) = default;
};

/// The name of the operation that a row belongs to: the four rows of unfused attention are one operation here.
constexpr std::string_view operationNameOf(Row row)
{
    switch (row) {
    case Row::QueryKey:
    case Row::Softmax:
    case Row::ProbabilityDropout:
    case Row::ProbabilityValue: return nameOf(Row::CoreAttention);
    default: return nameOf(row);
    }
}

template <class Io, Described<ModelOperand> Self>
void describe(Io& io, Self& operand)
{
    io.field("role", operand.role);
    io.field("value", operand.value);
}
template <class Io, Described<ModelValue> Self>
void describe(Io& io, Self& value)
{
    io.field("element_type", value.elementType);
    io.field("id", value.id);
    io.field("lineage", value.lineage);
    io.field("name", value.name);
    io.field("role", value.role);
    io.field("shape", value.shape);
}
template <class Io, Described<ModelOperation> Self>
void describe(Io& io, Self& operation)
{
    io.field("id", operation.id);
    io.field("kind", operation.kind);
    io.field("lineage", operation.lineage);
    io.field("name", operation.name);
    io.field("operands", operation.operands);
    io.field("results", operation.results);
}
template <class Io, Described<ModelBody> Self>
void describe(Io& io, Self& body)
{
    io.field("first_operation", body.firstOperation);
    io.field("input", body.input);
    io.field("operation_count", body.operationCount);
    io.field("output", body.output);
    io.field("repetitions", body.repetitions);
    io.field("unit", body.unit);
}
template <class Io, Described<ModelIR> Self>
void describe(Io& io, Self& ir)
{
    io.field("bodies", ir.bodies);
    io.field("operations", ir.operations);
    io.field("schema", ir.schema);
    io.field("spec", ir.spec);
    io.field("spec_digest", ir.specDigest);
    io.field("values", ir.values);
}

} // namespace planscope::whole

namespace planscope {

template <>
struct EnumNames<whole::OperationClass> {
    static constexpr std::array<std::string_view, 9> names{"lookup",  "norm",     "linear",     "rotation", "attention",
                                                           "dropout", "addition", "activation", "loss"};
};
template <>
struct EnumNames<whole::OperandRole> {
    static constexpr std::array<std::string_view, 6> names{"input", "index", "weight", "output", "statistic", "mask"};
};

} // namespace planscope
