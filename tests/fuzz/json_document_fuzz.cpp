#include "base/json_document.h"

#include <cstdint>
#include <cstdlib>

/// What parses must come back the same when written and parsed again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto document = planscope::JsonDocument::parse({reinterpret_cast<const char*>(data), size});
    if (!document)
        return 0;
    const std::string written = document->root().compact();
    const auto again = planscope::JsonDocument::parse(written);
    if (!again || again->root().compact() != written)
        std::abort();
    return 0;
}
