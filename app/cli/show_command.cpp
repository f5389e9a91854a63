#include "cli/show_command.h"

#include "cli/derived_case.h"
#include "cli/output.h"
#include "report/ir_text.h"

namespace planscope {

ExitCode ShowCommand::run() const
{
    const auto derived = deriveCase(file, wantedCase, IrKind::PortablePlan);
    if (!derived)
        return derived.error();
    std::string text;
    for (const SnapshotPtr& snapshot : (*derived)->history.snapshots)
        if (stage == StageChoice::All || snapshot->kind() == static_cast<IrKind>(stage))
            text += irText(*snapshot, detailed ? IrTextDetail::Long : IrTextDetail::Short);
    return writeWhole(output, text);
}

} // namespace planscope
