#pragma once

#include "frontend/import_settings.h"

#include <string_view>

namespace planscope::whole {

/// Translates a Hugging Face config.json of a dense decoder (llama, mistral, qwen2, qwen3, gpt2, or one of them as the
/// text_config of a multimodal file) into a planscope.case/2. The file gives the model and the dropouts; workload,
/// mapping, system and framework are those of the settings. Every field of the file is a row; refused by name are
/// mixture of experts, latent attention, a sliding window in use, blocks that differ, and what is not known
/// (import.hf.*).
CaseImport importHuggingFace(std::string_view config, const ImportSettings& settings);

} // namespace planscope::whole
