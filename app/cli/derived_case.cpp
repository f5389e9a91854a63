#include "cli/derived_case.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "study/candidate_result.h"
#include "study/whole_result.h"

namespace planscope {

tl::expected<std::shared_ptr<const DerivedHistory>, ExitCode>
deriveCase(const std::string& path, const std::optional<std::string>& wantedCase, IrKind stopAfter)
{
    const auto selected = selectCandidate(path, wantedCase);
    if (!selected)
        return tl::unexpected<ExitCode>{selected.error()};
    DeriveOptions options;
    options.stopAfter = stopAfter;
    return std::visit(
        [&options](const auto& candidate) -> tl::expected<std::shared_ptr<const DerivedHistory>, ExitCode> {
            auto derived = derive(candidate.training, options);
            const Diagnostics& faults = derived ? (*derived)->diagnostics : derived.error();
            reportDiagnostics(faults, caseLabel(candidate.name, 0) + ": ");
            if (hasError(faults))
                return tl::unexpected<ExitCode>{ExitCode::Refused};
            return std::shared_ptr<const DerivedHistory>{std::move(*derived)};
        },
        *selected);
}

} // namespace planscope
