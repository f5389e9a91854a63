#include "frontend/candidate_source.h"

#include <cstdint>
#include <cstdlib>

/// A case, an array of cases or a study, of either accounting: every candidate is read, or refused with a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = planscope::CandidateSource::open({reinterpret_cast<const char*>(data), size});
    if (!source)
        return 0;
    for (std::size_t k = 0; k < source->count(); ++k) {
        const auto expectReason = [](const auto& read) {
            if (!read.candidate && !planscope::hasError(read.candidate.error()))
                std::abort();
        };
        expectReason(source->read(k));
        if (source->accounting(k) == planscope::Accounting::Whole)
            expectReason(source->readWhole(k));
    }
    return 0;
}
