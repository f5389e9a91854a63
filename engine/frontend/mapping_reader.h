#pragma once

#include "evaluation/system/system_profile.h"
#include "frontend/field_reader.h"
#include "spec/laws.h"
#include "spec/transformer_training_mapping_spec.h"

#include <string_view>

namespace planscope {

/// What a file states of a mapping. The spec is complete when reading it gave no fault; the operands hold what could be
/// read even when it did.
struct StatedMapping {
    TransformerTrainingMappingSpec spec;
    LawOperands operands; ///< those of the mapping; the others are invalid
};

StatedMapping readMapping(FieldReader& parent, std::string_view field);

NetworkTierBinding readNetworkTiers(FieldReader& parent, std::string_view field);

} // namespace planscope
