#include "cli/read_result.h"

namespace planscope {

CandidateResultPtr resultOf(const ReadCandidate& read, const DeriveOptions& options)
{
    if (read.candidate)
        return evaluate(*read.candidate, options);
    CandidateResult refused;
    refused.name = read.name;
    refused.nameJson = read.nameJson;
    refused.diagnostics = read.candidate.error();
    return std::make_shared<const CandidateResult>(std::move(refused));
}

} // namespace planscope
