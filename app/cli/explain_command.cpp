#include "cli/explain_command.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "derivation/transformer/block_work.h"
#include "derivation/transformer/explanation.h"
#include "report/explanation_text.h"
#include "report/nearest_names.h"
#include "report/text_table.h"

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

/// The explanation of that name, or all below it: "mlp" and "mlp.expand" stand for what they contain.
std::vector<Explanation> matching(const std::vector<Explanation>& explanations, const std::string& wanted)
{
    std::vector<Explanation> found;
    for (const Explanation& explanation : explanations)
        if (explanation.subject == wanted || explanation.subject.starts_with(wanted + "."))
            found.push_back(explanation);
    return found;
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

Diagnostic wholeModel()
{
    return {Severity::Error,
            Origin::Import,
            "call.whole_model",
            {},
            "the case is of a whole model (planscope.case/2); explain takes planscope.case/1",
            {},
            {}};
}

} // namespace

ExitCode ExplainCommand::run() const
{
    const auto selected = selectCandidate(file, wantedCase);
    if (!selected)
        return selected.error();
    const auto* candidate = std::get_if<Candidate>(&*selected);
    if (!candidate) {
        reportDiagnostics({wholeModel()}, fileLabel(file) + ": ");
        return ExitCode::Unusable;
    }
    const BlockParameters parameters = blockParametersOf(candidate->training);
    if (const auto work = deriveBlockWork(parameters); !work) {
        reportDiagnostics(work.error(), caseLabel(candidate->name, 0) + ": ");
        return ExitCode::Refused;
    }
    std::vector<Explanation> explanations = explainBlock(parameters);
    const std::vector<std::string> subjects = subjectsOf(explanations);
    if (!subject.empty())
        explanations = matching(explanations, subject);
    if (explanations.empty()) {
        reportDiagnostics({unknownSubject(subject, subjects)}, caseLabel(candidate->name, 0) + ": ");
        return ExitCode::Unusable;
    }
    if (format == OutputFormat::Json)
        return writeWhole(output, explanationJson(explanations));
    return writeWhole(output, subject.empty() ? linesOf(subjects) : explanationText(explanations));
}

} // namespace planscope
