#include "cli/read_result.h"

#include "cli/case_input.h"
#include "frontend/case_reader.h"
#include "frontend/whole_case_reader.h"

#include <fmt/format.h>

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

Result<CandidateResultPtr> blockResultOf(const CandidateSource& source, std::size_t index, std::string_view command)
{
    if (source.accounting(index) == Accounting::Block)
        return resultOf(source.read(index));
    const std::string name = caseLabel(source.readWhole(index).name, index);
    return refuse(Diagnostic{Severity::Error,
                             Origin::Import,
                             "call.whole_model",
                             "schema",
                             fmt::format("{} is a case of a whole model, which {} does not take; evaluate, derive, explain "
                                         "and verify do",
                                         name, command),
                             std::string{whole::caseSchema},
                             {std::string{caseSchema}}});
}

} // namespace planscope
