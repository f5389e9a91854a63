#include "cli/verify_command.h"

#include "cli/output.h"
#include "frontend/input_file.h"
#include "report/verification_report.h"

namespace planscope {

ExitCode VerifyCommand::run() const
{
    const auto opened = Output::open(output);
    if (!opened)
        return opened.error();
    ExitCode code = ExitCode::Done;
    bool anyFile = false;
    for (const std::string& file : files) {
        const std::string label = fileLabel(file);
        const auto bytes = readInput(file);
        if (!bytes) {
            reportDiagnostics(bytes.error(), label + ": ");
            code = ExitCode::Unusable;
            continue;
        }
        const SnapshotVerification verification = verifySnapshots(*bytes);
        reportDiagnostics(verification.allFaults(), label + ": ");
        code = worse(code, verification.passed() ? ExitCode::Done : ExitCode::Refused);
        if (format == OutputFormat::Json)
            (*opened)->write((anyFile ? ",\n" : "[\n") + verificationJson(verification, label));
        else
            (*opened)->write(verificationText(verification, label));
        anyFile = true;
    }
    if (!anyFile)
        return code;
    if (format == OutputFormat::Json)
        (*opened)->write("\n]\n");
    return worse(code, (*opened)->finish());
}

} // namespace planscope
