#include "cli/derive_command.h"

#include "cli/derived_case.h"
#include "cli/output.h"

namespace planscope {

ExitCode DeriveCommand::run() const
{
    const auto derived = deriveCase(file, wantedCase, stopAfter);
    if (!derived)
        return derived.error();
    if (stage != StageChoice::All)
        return writeWhole(output, (*derived)->snapshot(static_cast<IrKind>(stage))->bytes());
    std::string bundle;
    for (const SnapshotPtr& snapshot : (*derived)->history.snapshots)
        bundle.append(bundle.empty() ? "[" : ",").append(snapshot->bytes());
    return writeWhole(output, bundle + "]");
}

} // namespace planscope
