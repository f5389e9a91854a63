#include "cli/import_command.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "frontend/calculon_import.h"
#include "frontend/input_file.h"
#include "report/text_table.h"

#include <optional>

namespace planscope {
namespace {

std::string_view outcomeName(ImportOutcome outcome)
{
    switch (outcome) {
    case ImportOutcome::Read: return "read";
    case ImportOutcome::Assumed: return "assumed";
    case ImportOutcome::Ignored: return "ignored";
    case ImportOutcome::Refused: return "refused";
    }
    return "";
}

std::string rowsText(const std::vector<ImportRow>& rows)
{
    using Align = TextTable::Align;
    TextTable table{{{"", Align::Left}, {"", Align::Left}, {"", Align::Left}, {"", Align::Left}}};
    for (const ImportRow& row : rows)
        table.row({std::string{outcomeName(row.outcome)}, printable(row.field, 60), printable(row.value, 40),
                   printable(row.note, 120)});
    return table.text(0);
}

/// The bytes of a file; absent when it cannot be read, and standard error says why.
std::optional<std::string> contentOf(const std::string& file)
{
    auto bytes = readInput(file);
    if (bytes)
        return std::move(*bytes);
    reportDiagnostics(bytes.error(), fileLabel(file) + ": ");
    return std::nullopt;
}

/// Whether the case that came out keeps the laws; what it breaks goes to standard error.
ExitCode judge(const std::string& caseJson)
{
    const auto source = CandidateSource::open(caseJson);
    const ReadCandidate read = source->read(0);
    if (read.candidate)
        return ExitCode::Done;
    reportDiagnostics(read.candidate.error(), caseLabel(read.name, 0) + ": ");
    return ExitCode::Refused;
}

} // namespace

ExitCode ImportCommand::run() const
{
    const auto model = contentOf(modelFile);
    const auto execution = contentOf(executionFile);
    const auto system = contentOf(systemFile);
    if (!model || !execution || !system)
        return ExitCode::Unusable;
    const CalculonImport imported = importCalculon(*model, *execution, *system, caseName);
    writeToStandardError(rowsText(imported.rows));
    reportDiagnostics(imported.diagnostics, "");
    if (imported.caseJson.empty())
        return ExitCode::Refused;
    const ExitCode written = writeWhole(output, imported.caseJson + (imported.caseJson.ends_with('\n') ? "" : "\n"));
    return worse(judge(imported.caseJson), written);
}

} // namespace planscope
