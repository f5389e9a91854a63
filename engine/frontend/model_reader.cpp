#include "frontend/model_reader.h"

#include "frontend/bundled_names.h"

#include <cassert>

namespace planscope {
namespace {

TransformerModelSpec modelInPlace(FaultList& faults, JsonValue object, std::string path)
{
    FieldReader fields{faults,
                       object,
                       std::move(path),
                       {"name", "hidden_size", "feedforward_size", "sequence_length", "attention_heads",
                        "attention_head_size", "block_count"}};
    TransformerModelSpec model;
    model.name = fields.string("name").value_or("");
    model.hiddenSize = fields.size("hidden_size").value_or(0);
    model.feedforwardSize = fields.size("feedforward_size").value_or(0);
    model.sequenceLength = fields.size("sequence_length").value_or(0);
    model.attentionHeads = fields.size("attention_heads").value_or(0);
    model.attentionHeadSize = fields.size("attention_head_size").value_or(0);
    model.blockCount = fields.size("block_count").value_or(0);
    return model;
}

TransformerModelSpec bundledModel(const Preset& preset)
{
    const auto document = JsonDocument::parse(preset.json);
    assert(document && document->root().isObject() && "bundled models are well formed");
    FaultList faults;
    TransformerModelSpec model = modelInPlace(faults, document->root(), {});
    assert(faults.empty() && "bundled models are lawful");
    return model;
}

} // namespace

TransformerModelSpec readModel(FieldReader& parent, std::string_view field)
{
    const auto value = parent.required(field);
    if (!value)
        return {};
    if (value->isObject())
        return modelInPlace(parent.faults(), *value, parent.inside(field));
    if (!value->isString()) {
        parent.faults().wrongType(parent.inside(field), "a model, or the name of a bundled one,", *value);
        return {};
    }
    const Preset* preset = findPreset(PresetKind::Models, value->text());
    if (preset)
        return bundledModel(*preset);
    parent.faults().unknownValue(parent.inside(field), std::string{value->text()}, bundledNames(PresetKind::Models));
    return {};
}

} // namespace planscope
