#include "derivation/model/build_transformer_model_ir.h"

namespace planscope {
namespace {

constexpr std::string_view transform = "build_transformer_model_ir";

ModelValue boundaryValue(BoundaryRole role, const TransformerModelSpec& spec, const Digest& specDigest,
                         const Lineage<ModelSpecId>& lineage)
{
    ModelValue value;
    value.name = nameOf(role);
    value.id = ModelValueId::derive(specDigest, value.name);
    value.role = role;
    value.shape = {SymbolicExtent{"batch"}, KnownExtent{spec.sequenceLength}, KnownExtent{spec.hiddenSize}};
    value.elementType = "element";
    value.lineage = lineage;
    return value;
}

} // namespace

ModelIR buildTransformerModelIr(const TransformerModelSpec& spec)
{
    ModelIR ir;
    ir.schema = ModelIR::currentSchema();
    ir.specDigest = Digest::of(encodeCanonical(spec));
    const Lineage<ModelSpecId> lineage{LineageKind::Source, std::string{transform},
                                       {ModelSpecId::derive(ir.specDigest, spec.name)}};
    ir.values = {boundaryValue(BoundaryRole::Input, spec, ir.specDigest, lineage),
                 boundaryValue(BoundaryRole::Output, spec, ir.specDigest, lineage)};

    ModelOperation training;
    training.kind = ModelIR::decoderTraining;
    training.id = OperationId::derive(ir.specDigest, training.kind);
    training.model = spec;
    training.operands = {ir.values[0].id};
    training.results = {ir.values[1].id};
    training.lineage = lineage;
    ir.operations.push_back(std::move(training));
    return ir;
}

} // namespace planscope
