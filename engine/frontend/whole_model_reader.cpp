#include "frontend/bundled_names.h"
#include "frontend/whole_spec_readers.h"

#include "spec/laws.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

/// May be 0 where no learned table is meant.
std::int64_t readMaximumPositions(FieldReader& fields, const std::optional<PositionEncoding>& position)
{
    if (position == PositionEncoding::Learned)
        return fields.size("maximum_positions").value_or(0);
    return fields.count("maximum_positions").value_or(0);
}

std::vector<BiasedLayer> readBias(FieldReader& fields)
{
    const auto names = fields.array("bias");
    if (!names)
        return {};
    std::vector<BiasedLayer> layers;
    std::size_t index = 0;
    for (const JsonValue name : names->elements()) {
        const std::string place = elementPath(fields.inside("bias"), index++);
        if (!name.isString()) {
            fields.faults().wrongType(place, "a string", name);
        } else if (const auto layer = enumFromName<BiasedLayer>(name.text()); !layer) {
            fields.faults().unknownValue(place, std::string{name.text()}, allNames<BiasedLayer>());
        } else if (std::find(layers.begin(), layers.end(), *layer) != layers.end()) {
            fields.faults().repeatedValue(place, std::string{name.text()});
        } else {
            layers.push_back(*layer);
        }
    }
    std::sort(layers.begin(), layers.end());
    return layers;
}

ModelSpec modelInPlace(FaultList& faults, JsonValue object, std::string path, LawOperands& operands)
{
    FieldReader fields{faults,
                       object,
                       std::move(path),
                       {"name", "hidden_size", "feedforward_size", "attention_heads", "key_value_heads",
                        "attention_head_size", "block_count", "vocabulary_size", "feedforward", "normalization",
                        "position", "maximum_positions", "bias", "tied_embeddings", "query_key_norm"}};
    ModelSpec model;
    model.name = fields.string("name").value_or("");
    model.hiddenSize = fields.size("hidden_size").value_or(0);
    operands.feedforwardSize = model.feedforwardSize = fields.size("feedforward_size").value_or(0);
    operands.attentionHeads = model.attentionHeads = fields.size("attention_heads").value_or(0);
    operands.keyValueHeads = model.keyValueHeads = fields.size("key_value_heads").value_or(0);
    operands.attentionHeadSize = model.attentionHeadSize = fields.size("attention_head_size").value_or(0);
    operands.blockCount = model.blockCount = fields.size("block_count").value_or(0);
    operands.vocabularySize = model.vocabularySize = fields.size("vocabulary_size").value_or(0);
    model.feedforward = fields.enumeration<Feedforward>("feedforward").value_or(Feedforward::Gated);
    model.normalization = fields.enumeration<Normalization>("normalization").value_or(Normalization::RmsNorm);
    operands.position = fields.enumeration<PositionEncoding>("position");
    model.position = operands.position.value_or(PositionEncoding::None);
    operands.maximumPositions = model.maximumPositions = readMaximumPositions(fields, operands.position);
    model.bias = readBias(fields);
    model.tiedEmbeddings = fields.boolean("tied_embeddings").value_or(false);
    model.queryKeyNorm = fields.boolean("query_key_norm").value_or(false);
    return model;
}

ModelSpec bundledModel(const Preset& preset, LawOperands& operands)
{
    const auto document = JsonDocument::parse(preset.json);
    assert(document && document->root().isObject() && "bundled models are well formed");
    FaultList faults;
    ModelSpec model = modelInPlace(faults, document->root(), {}, operands);
    assert(faults.empty() && "bundled models are lawful");
    return model;
}

} // namespace

ModelSpec bundledModel(const Preset& preset)
{
    LawOperands operands;
    return bundledModel(preset, operands);
}

ModelSpec readModel(FieldReader& parent, std::string_view field, LawOperands& operands)
{
    const auto value = parent.required(field);
    if (!value)
        return {};
    if (value->isObject())
        return modelInPlace(parent.faults(), *value, parent.inside(field), operands);
    if (!value->isString()) {
        parent.faults().wrongType(parent.inside(field), "a model, or the name of a bundled one,", *value);
        return {};
    }
    if (const Preset* preset = findPreset(PresetKind::WholeModels, value->text()))
        return bundledModel(*preset, operands);
    parent.faults().unknownValue(parent.inside(field), std::string{value->text()},
                                 bundledNames(PresetKind::WholeModels));
    return {};
}

WorkloadSpec readWorkload(FieldReader& parent, std::string_view field, WorkloadForm form, LawOperands& operands)
{
    WorkloadSpec workload;
    const auto object = parent.object(field);
    if (!object)
        return workload;
    const std::string path = parent.inside(field);
    FieldReader fields = form == WorkloadForm::OfCase
        ? FieldReader{parent.faults(), *object, path,
                      {"sequence_length", "global_batch_size", "microbatch_size", "datatype", "hidden_dropout",
                       "attention_dropout"}}
        : FieldReader{parent.faults(), *object, path,
                      {"sequence_length", "global_batch_size", "datatype", "hidden_dropout", "attention_dropout"}};
    operands.sequenceLength = workload.sequenceLength = fields.size("sequence_length").value_or(0);
    operands.globalBatchSize = workload.globalBatchSize = fields.size("global_batch_size").value_or(0);
    if (form == WorkloadForm::OfCase)
        operands.microbatchSize = workload.microbatchSize = fields.size("microbatch_size").value_or(0);
    fields.oneOf("datatype", {std::string{nameOf(Datatype::BFloat16)}});
    workload.hiddenDropout = fields.boolean("hidden_dropout").value_or(false);
    workload.attentionDropout = fields.boolean("attention_dropout").value_or(false);
    return workload;
}

} // namespace planscope::whole
