#include "cli/derived_case.h"

#include "cli/case_input.h"
#include "cli/output.h"

namespace planscope {

tl::expected<DerivationPtr, ExitCode> deriveCase(const std::string& path, const std::optional<std::string>& wantedCase,
                                                 IrKind stopAfter)
{
    const auto candidate = selectCandidate(path, wantedCase);
    if (!candidate)
        return tl::unexpected<ExitCode>{candidate.error()};
    DeriveOptions options;
    options.stopAfter = stopAfter;
    auto derived = derive(candidate->training, options);
    const Diagnostics& faults = derived ? (*derived)->diagnostics : derived.error();
    reportDiagnostics(faults, caseLabel(candidate->name, 0) + ": ");
    if (hasError(faults))
        return tl::unexpected<ExitCode>{ExitCode::Refused};
    return std::move(*derived);
}

} // namespace planscope
