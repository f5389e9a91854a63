#pragma once

#include "frontend/import_settings.h"

#include <optional>
#include <string_view>

namespace planscope::whole {

/// Files of other programs from which a case of a whole model is made.
enum class ImportFormat {
    HuggingFace, ///< a config.json
    Megatron,    ///< a shell script, a file of arguments or YAML
};

/// What the bytes of a file of unknown kind are; nothing when neither form is recognised. Cheap enough to ask before a
/// drop: reads the file, but makes no case of it.
std::optional<ImportFormat> importFormatOf(std::string_view bytes);

CaseImport importCase(ImportFormat format, std::string_view bytes, const ImportSettings& settings);

} // namespace planscope::whole
