#pragma once

#include "base/json_document.h"
#include "frontend/presets.h"
#include "study/study_document.h"

#include <array>
#include <string>

namespace planscope {

/// The values of StudyDocument::model, as an object states them. Requires: an object that has every field.
std::array<std::string, modelFieldCount> modelValues(JsonValue model);
/// Those of a bundled model. Requires: a preset of PresetKind::Models.
std::array<std::string, modelFieldCount> modelValues(const Preset& bundled);

} // namespace planscope
