#include "frontend/reference_file.h"

#include <cstdint>
#include <cstdlib>

/// Expected facts are read, or refused with a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto facts = planscope::readReference({reinterpret_cast<const char*>(data), size});
    if (!facts && !planscope::hasError(facts.error()))
        std::abort();
    return 0;
}
