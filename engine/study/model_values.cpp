#include "study/model_values.h"

#include <cassert>

namespace planscope {

std::array<std::string, modelFieldCount> modelValues(JsonValue model)
{
    std::array<std::string, modelFieldCount> values;
    for (std::size_t k = 0; k < modelFieldCount; ++k) {
        const auto value = model.find(infoOf(static_cast<ModelField>(k)).path);
        assert(value && "the form is sound");
        values[k] = value->asGiven();
    }
    return values;
}

std::array<std::string, modelFieldCount> modelValues(const Preset& bundled)
{
    const auto document = JsonDocument::parse(bundled.json);
    assert(document && "bundled models are well formed");
    return modelValues(document->root());
}

} // namespace planscope
