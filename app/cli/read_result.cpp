#include "cli/read_result.h"

namespace planscope {
namespace {

template <class R, class C>
std::shared_ptr<const R> evaluated(const ReadOf<C>& read, const DeriveOptions& options)
{
    if (read.candidate)
        return evaluate(*read.candidate, options);
    R refused;
    refused.name = read.name;
    refused.nameJson = read.nameJson;
    refused.diagnostics = read.candidate.error();
    return std::make_shared<const R>(std::move(refused));
}

} // namespace

CandidateResultPtr resultOf(const ReadCandidate& read, const DeriveOptions& options)
{
    return evaluated<CandidateResult>(read, options);
}

whole::CandidateResultPtr resultOf(const whole::ReadCandidate& read, const DeriveOptions& options)
{
    return evaluated<whole::CandidateResult>(read, options);
}

AnyResult resultOf(const CandidateSource& source, std::size_t index)
{
    if (source.accounting(index) == Accounting::Whole)
        return resultOf(source.readWhole(index));
    return resultOf(source.read(index));
}

} // namespace planscope
