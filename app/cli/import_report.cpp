#include "cli/import_report.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "frontend/input_file.h"
#include "report/text_table.h"

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

/// The option with which what a diagnostic of that code refuses goes through.
struct Remedy {
    std::string_view code, hint;
};
constexpr Remedy remedies[] = {
    {"import.megatron.overlap", "--no-overlap takes it as if it asked for no overlap"},
    {"convert.vocabulary", "--vocabulary-size says it"},
};

Diagnostics withRemedies(Diagnostics diagnostics)
{
    for (Diagnostic& diagnostic : diagnostics)
        for (const Remedy& remedy : remedies)
            if (diagnostic.code == remedy.code)
                diagnostic.message.append("; ").append(remedy.hint);
    return diagnostics;
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

/// Whether the candidates that came out keep the laws; what they break goes to standard error.
ExitCode judge(const std::string& json)
{
    const auto source = CandidateSource::open(json);
    ExitCode worst = ExitCode::Done;
    const auto judgeOne = [&worst](const auto& read, std::size_t index) {
        if (read.candidate)
            return;
        reportDiagnostics(read.candidate.error(), caseLabel(read.name, index) + ": ");
        worst = ExitCode::Refused;
    };
    for (std::size_t index = 0; index < source->count(); ++index) {
        if (source->accounting(index) == Accounting::Whole)
            judgeOne(source->readWhole(index), index);
        else
            judgeOne(source->read(index), index);
    }
    return worst;
}

} // namespace

std::optional<std::string> contentOf(const std::string& file)
{
    auto bytes = readInput(file);
    if (bytes)
        return std::move(*bytes);
    reportDiagnostics(bytes.error(), fileLabel(file) + ": ");
    return std::nullopt;
}

ExitCode reportImport(const CaseImport& import, const std::string& output)
{
    writeToStandardError(rowsText(import.rows));
    reportDiagnostics(withRemedies(import.diagnostics), "");
    if (import.caseJson.empty())
        return ExitCode::Refused;
    const ExitCode written = writeWhole(output, import.caseJson);
    return worse(judge(import.caseJson), written);
}

} // namespace planscope
