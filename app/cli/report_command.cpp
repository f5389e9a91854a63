#include "cli/report_command.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "cli/read_result.h"
#include "compare/any_comparison.h"
#include "report/difference_csv.h"
#include "report/result_tables.h"

#include <algorithm>
#include <csignal>

namespace planscope {
namespace {

/// Holds interruptions back while files are written aside and put in place, so that none is left behind; they take
/// effect after.
class InterruptionsHeld {
public:
    InterruptionsHeld()
    {
        sigset_t held;
        ::sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            ::sigaddset(&held, signal);
        ::sigprocmask(SIG_BLOCK, &held, &m_before);
    }
    ~InterruptionsHeld() { ::sigprocmask(SIG_SETMASK, &m_before, nullptr); }
    InterruptionsHeld(const InterruptionsHeld&) = delete;
    InterruptionsHeld& operator=(const InterruptionsHeld&) = delete;

private:
    sigset_t m_before;
};

} // namespace

ExitCode ReportCommand::run() const
{
    const auto source = openCases(file);
    if (!source) {
        reportDiagnostics(source.error(), fileLabel(file) + ": ");
        return ExitCode::Unusable;
    }
    ExitCode code = ExitCode::Done;
    std::vector<AnyResult> results;
    for (std::size_t index = 0; index < source->count(); ++index) {
        results.push_back(resultOf(*source, index));
        const ResultHead& result = *results.back().head();
        reportDiagnostics(result.diagnostics, caseLabel(result.name, index) + ": ");
        if (result.status != ResultStatus::Ok || hasError(result.diagnostics))
            code = ExitCode::Refused;
    }
    code = worse(code, reportPinFaults(*source, fileLabel(file)));
    const auto isDerived = [](const AnyResult& result) { return result.history() != nullptr; };
    if (std::none_of(results.begin(), results.end(), isDerived)) {
        writeToStandardError(fileLabel(file) + ": no table is written, since no case of the file was derived\n");
        return results.empty() ? ExitCode::Unusable : code;
    }
    std::vector<ReportFile> files = resultTables(results);
    if (!compared.empty()) {
        const auto indexA = findCase(*source, compared.front(), "--compare");
        const auto indexB = findCase(*source, compared.back(), "--compare");
        for (const auto* index : {&indexA, &indexB})
            if (!*index)
                reportDiagnostics(index->error(), fileLabel(file) + ": ");
        if (!indexA || !indexB)
            return ExitCode::Unusable;
        const AnyResult& a = results[*indexA];
        const AnyResult& b = results[*indexB];
        if (const auto fault = incomparable(a, b)) {
            reportDiagnostics({*fault}, fileLabel(file) + ": ");
            return ExitCode::Unusable;
        }
        files.push_back({"diff.csv", differenceCsv(compare(a, b), attribute(a, b))});
    }
    const InterruptionsHeld held;
    const Diagnostics faults = publishFiles(csvFolder, files, force ? ExistingFiles::Replace : ExistingFiles::Refuse);
    reportDiagnostics(faults, "");
    return faults.empty() ? code : ExitCode::Unusable;
}

} // namespace planscope
