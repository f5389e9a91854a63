#pragma once

#include "base/lineage.h"
#include "derivation/dialect/entity_kinds.h"
#include "derivation/dialect/extent.h"
#include "derivation/dialect/ir_schema.h"
#include "spec/transformer_model_spec.h"

#include <string>
#include <vector>

namespace planscope {

enum class BoundaryRole { Input, Output };
template <>
struct EnumNames<BoundaryRole> {
    static constexpr std::array<std::string_view, 2> names{"input", "output"};
};

/// A tensor at the boundary of the model's block: [batch, sequence, hidden], element type symbolic.
struct ModelValue {
    ModelValueId id; ///< of the spec's digest and the name
    std::string name;
    BoundaryRole role = BoundaryRole::Input;
    std::vector<Extent> shape;
    std::string elementType; ///< a symbol: "element"
    Lineage<ModelSpecId> lineage;
    friend bool operator==(const ModelValue&, const ModelValue&) = default;
};

/// The decoder training operation; owns the model spec.
struct ModelOperation {
    OperationId id; ///< of the spec's digest and the kind
    std::string kind; ///< "transformer.decoder_training"
    TransformerModelSpec model;
    std::vector<ModelValueId> operands;
    std::vector<ModelValueId> results;
    Lineage<ModelSpecId> lineage;
    friend bool operator==(const ModelOperation&, const ModelOperation&) = default;
};

/// What is trained, and nothing of how: no phase, rank, collective or target.
/// A plain value; published only as shared_ptr<const ModelIR> inside a snapshot, after verify().
struct ModelIR {
    static constexpr IrKind kind = IrKind::Model;
    static IrSchema currentSchema() { return {"planscope.model_ir", 1, 0}; }
    static constexpr std::string_view decoderTraining = "transformer.decoder_training";

    IrSchema schema;
    Digest specDigest; ///< of the canonical bytes of the model spec; parent of all ids here
    std::vector<ModelOperation> operations;
    std::vector<ModelValue> values;
    friend bool operator==(const ModelIR&, const ModelIR&) = default;
};

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
    io.field("model", operation.model);
    io.field("operands", operation.operands);
    io.field("results", operation.results);
}
template <class Io, Described<ModelIR> Self>
void describe(Io& io, Self& ir)
{
    io.field("operations", ir.operations);
    io.field("schema", ir.schema);
    io.field("spec_digest", ir.specDigest);
    io.field("values", ir.values);
}

} // namespace planscope
