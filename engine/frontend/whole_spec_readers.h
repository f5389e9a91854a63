#pragma once

#include "frontend/field_reader.h"
#include "frontend/presets.h"
#include "spec/whole/laws.h"

#include <string_view>

/// Readers of the specs of whole models. Each spec is complete when reading it gave no fault; the operands of the laws
/// take what could be read even when it did.
namespace planscope::whole {

/// A field that states a model: in place, or a bundled one by its name.
ModelSpec readModel(FieldReader& parent, std::string_view field, LawOperands& operands);

/// A bundled model. Requires: a preset of PresetKind::WholeModels.
ModelSpec bundledModel(const Preset& preset);

/// A study keeps the microbatch size elsewhere.
enum class WorkloadForm { OfCase, OfStudy };
WorkloadSpec readWorkload(FieldReader& parent, std::string_view field, WorkloadForm form, LawOperands& operands);

MappingSpec readMapping(FieldReader& parent, std::string_view field, LawOperands& operands);

} // namespace planscope::whole
