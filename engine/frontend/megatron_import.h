#pragma once

#include "frontend/import_settings.h"

#include <string_view>

namespace planscope::whole {

/// Translates the arguments of a Megatron-LM training (a shell script or line, a file of arguments, flat YAML; see
/// readMegatronArguments()) into a planscope.case/2, with Megatron-core 0.14's defaults for what they do not say. Of
/// the settings it takes the ranks, the vocabulary, the variables, and the base's data degree where the number of ranks
/// is not known, system, tiers and framework. Every argument is a row; what is not derived is refused by name
/// (import.megatron.*).
CaseImport importMegatron(std::string_view text, const ImportSettings& settings);

} // namespace planscope::whole
