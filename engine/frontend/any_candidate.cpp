#include "frontend/any_candidate.h"

#include <utility>

namespace planscope {

Result<AnyCandidate> readAny(const CandidateSource& source, std::size_t index)
{
    const auto either = [](auto read) -> Result<AnyCandidate> {
        if (!read.candidate)
            return refuse(std::move(read.candidate.error()));
        return AnyCandidate{std::move(*read.candidate)};
    };
    return source.accounting(index) == Accounting::Whole ? either(source.readWhole(index)) : either(source.read(index));
}

AnyTraining trainingOf(const AnyCandidate& candidate)
{
    return std::visit([](const auto& own) -> AnyTraining { return own.training; }, candidate);
}

} // namespace planscope
