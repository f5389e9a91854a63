#include "frontend/import_format.h"

#include "base/json_document.h"
#include "frontend/hugging_face_import.h"
#include "frontend/megatron_arguments.h"
#include "frontend/megatron_import.h"

#include <algorithm>

namespace planscope::whole {
namespace {

bool isConfig(JsonValue root)
{
    if (!root.isObject() || root.find("schema"))
        return false;
    const auto has = [root](std::string_view name) { return root.find(name).has_value(); };
    return has("model_type") || has("architectures") || has("text_config") || has("num_hidden_layers") || has("n_embd");
}

} // namespace

std::optional<ImportFormat> importFormatOf(std::string_view bytes)
{
    const std::size_t begin = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (begin == std::string_view::npos)
        return std::nullopt;
    if (bytes[begin] == '{' || bytes[begin] == '[') {
        const auto document = JsonDocument::parse(bytes);
        return document && isConfig(document->root()) ? std::optional{ImportFormat::HuggingFace} : std::nullopt;
    }
    const auto arguments = readMegatronArguments(bytes, {});
    const auto recognises = [&arguments](std::string_view code) {
        return std::any_of(arguments.error().begin(), arguments.error().end(),
                           [code](const Diagnostic& fault) { return fault.code == code; });
    };
    const bool isMegatron = arguments || recognises("import.megatron.several_commands");
    return isMegatron ? std::optional{ImportFormat::Megatron} : std::nullopt;
}

CaseImport importCase(ImportFormat format, std::string_view bytes, const ImportSettings& settings)
{
    switch (format) {
    case ImportFormat::HuggingFace: return importHuggingFace(bytes, settings);
    case ImportFormat::Megatron: return importMegatron(bytes, settings);
    }
    return {};
}

} // namespace planscope::whole
