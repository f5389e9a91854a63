#include "cli/explain_command.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "report/explanation_text.h"
#include "report/nearest_names.h"
#include "report/result_explanation.h"
#include "report/text_table.h"
#include "report/whole_result_explanation.h"

#include <fmt/format.h>

#include <vector>

namespace planscope {
namespace {

std::vector<std::string> subjectsOf(const std::vector<Explanation>& explanations)
{
    std::vector<std::string> subjects;
    for (const Explanation& explanation : explanations)
        subjects.push_back(explanation.subject);
    return subjects;
}

std::string linesOf(const std::vector<std::string>& names)
{
    std::string lines;
    for (const std::string& name : names)
        lines.append(name).append("\n");
    return lines;
}

Diagnostic unknownSubject(const std::string& wanted, const std::vector<std::string>& subjects)
{
    return {Severity::Error,
            Origin::Import,
            "call.unknown_name",
            "NAME",
            fmt::format("this case has no {}; without a NAME, explain lists its {} names{}", printable(wanted),
                        subjects.size(), nearestHint(wanted, subjects, 4)),
            "",
            {}};
}

template <class Candidate>
ExitCode explain(const ExplainCommand& command, const Candidate& candidate)
{
    const std::string label = caseLabel(candidate.name, 0) + ": ";
    const auto result = evaluate(candidate);
    if (!result->diagnostics.empty())
        reportDiagnostics(result->diagnostics, label);
    if (result->status == ResultStatus::Refused)
        return ExitCode::Refused;
    const std::vector<Explanation> explanations = explainResult(*result, command.subject);
    if (explanations.empty()) {
        reportDiagnostics({unknownSubject(command.subject, subjectsOf(explainResult(*result)))}, label);
        return ExitCode::Unusable;
    }
    if (command.format == OutputFormat::Json)
        return writeWhole(command.output, explanationJson(explanations));
    return writeWhole(command.output, command.subject.empty() ? linesOf(subjectsOf(explanations))
                                                              : explanationText(explanations));
}

} // namespace

ExitCode ExplainCommand::run() const
{
    const auto selected = selectCandidate(file, wantedCase);
    if (!selected)
        return selected.error();
    return std::visit([this](const auto& candidate) { return explain(*this, candidate); }, *selected);
}

} // namespace planscope
