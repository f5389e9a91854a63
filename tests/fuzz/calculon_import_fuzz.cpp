#include "base/json_document.h"
#include "frontend/calculon_import.h"

#include <cstdint>
#include <cstdlib>

/// Three files divided by the record separator, 0x1e. Either a case that is valid JSON comes out, or a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest{reinterpret_cast<const char*>(data), size};
    std::string_view files[3];
    for (std::string_view& file : files) {
        file = rest.substr(0, rest.find('\x1e'));
        rest.remove_prefix(file.size() < rest.size() ? file.size() + 1 : file.size());
    }
    const planscope::CalculonImport imported = planscope::importCalculon(files[0], files[1], files[2], "fuzzed");
    const bool refused = planscope::hasError(imported.diagnostics);
    if (refused != imported.caseJson.empty())
        std::abort();
    if (!refused && !planscope::JsonDocument::parse(imported.caseJson))
        std::abort();
    return 0;
}
