#pragma once

#include "derivation/model/model_ir.h"

#include <algorithm>

namespace planscope {

/// The model IR of a spec, whatever its numbers, written out by hand.
inline ModelIR tinyModelIr(TransformerModelSpec spec = {"tiny", 8, 32, 4, 2, 4, 2})
{
    ModelIR ir;
    ir.schema = ModelIR::currentSchema();
    ir.specDigest = Digest::of(encodeCanonical(spec));
    const Lineage<ModelSpecId> lineage{LineageKind::Source, "by_hand", {ModelSpecId::derive(ir.specDigest, spec.name)}};
    const std::vector<Extent> shape{SymbolicExtent{"batch"}, KnownExtent{spec.sequenceLength},
                                    KnownExtent{spec.hiddenSize}};
    const auto in = ModelValueId::derive(ir.specDigest, "in");
    const auto out = ModelValueId::derive(ir.specDigest, "out");
    ir.values = {{in, "in", BoundaryRole::Input, shape, "element", lineage},
                 {out, "out", BoundaryRole::Output, shape, "element", lineage}};
    const std::string kind{ModelIR::decoderTraining};
    ir.operations = {{OperationId::derive(ir.specDigest, kind), kind, spec, {in}, {out}, lineage}};
    return ir;
}

/// Derives all ids anew after a change of header or names, and lets every reference follow.
inline void rederive(ModelIR& ir)
{
    for (ModelValue& value : ir.values) {
        const ModelValueId old = value.id;
        value.id = ModelValueId::derive(ir.specDigest, value.name);
        for (ModelOperation& operation : ir.operations) {
            std::replace(operation.operands.begin(), operation.operands.end(), old, value.id);
            std::replace(operation.results.begin(), operation.results.end(), old, value.id);
        }
        value.lineage.sources = {ModelSpecId::derive(ir.specDigest, ir.operations.front().model.name)};
    }
    for (ModelOperation& operation : ir.operations) {
        operation.id = OperationId::derive(ir.specDigest, operation.kind);
        operation.lineage.sources = {ModelSpecId::derive(ir.specDigest, operation.model.name)};
    }
}

} // namespace planscope
