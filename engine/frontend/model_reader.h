#pragma once

#include "frontend/field_reader.h"
#include "spec/transformer_model_spec.h"

#include <string_view>

namespace planscope {

/// Reads a field that states a model: in place, or a bundled one by its name. A size that could not be read is 0, and
/// told.
TransformerModelSpec readModel(FieldReader& parent, std::string_view field);

} // namespace planscope
