#include "cli/convert_command.h"

#include "cli/case_input.h"
#include "cli/import_report.h"
#include "cli/output.h"

namespace planscope {

ExitCode ConvertCommand::run() const
{
    const auto bytes = readCases(file);
    if (!bytes) {
        reportDiagnostics(bytes.error(), fileLabel(file) + ": ");
        return ExitCode::Unusable;
    }
    return reportImport(whole::convertToWhole(*bytes, settings), output);
}

} // namespace planscope
