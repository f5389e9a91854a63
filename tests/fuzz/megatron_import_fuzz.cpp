#include "base/json_document.h"
#include "frontend/megatron_import.h"

#include <cstdint>
#include <cstdlib>

/// A script, arguments or YAML. Either a case that is valid JSON comes out, or a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const planscope::whole::ImportSettings settings = planscope::whole::defaultImportSettings();
    const planscope::CaseImport imported =
        planscope::whole::importMegatron({reinterpret_cast<const char*>(data), size}, settings);
    const bool refused = planscope::hasError(imported.diagnostics);
    if (refused != imported.caseJson.empty())
        std::abort();
    if (!refused && !planscope::JsonDocument::parse(imported.caseJson))
        std::abort();
    return 0;
}
