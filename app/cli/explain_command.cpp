#include "cli/explain_command.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "derivation/transformer/block_work.h"
#include "derivation/transformer/explanation.h"
#include "derivation/whole/algebra/whole_explanation.h"
#include "derivation/whole/algebra/whole_work.h"
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

/// What explains a case of each accounting; or the integer that leaves 64 bits.
Result<std::vector<Explanation>> explained(const Candidate& candidate)
{
    const BlockParameters parameters = blockParametersOf(candidate.training);
    if (const auto work = deriveBlockWork(parameters); !work)
        return refuse(work.error());
    return explainBlock(parameters);
}
Result<std::vector<Explanation>> explained(const whole::Candidate& candidate)
{
    const whole::AlgebraInputs inputs = whole::inputsOf(candidate.training);
    if (const auto work = whole::deriveWholeWork(inputs); !work)
        return refuse(work.error());
    return whole::explainWhole(inputs);
}

} // namespace

ExitCode ExplainCommand::run() const
{
    const auto selected = selectCandidate(file, wantedCase);
    if (!selected)
        return selected.error();
    const std::string name = std::visit([](const auto& candidate) { return candidate.name; }, *selected);
    auto found = std::visit([](const auto& candidate) { return explained(candidate); }, *selected);
    if (!found) {
        reportDiagnostics(found.error(), caseLabel(name, 0) + ": ");
        return ExitCode::Refused;
    }
    std::vector<Explanation> explanations = std::move(*found);
    const std::vector<std::string> subjects = subjectsOf(explanations);
    if (!subject.empty())
        explanations = matching(explanations, subject);
    if (explanations.empty()) {
        reportDiagnostics({unknownSubject(subject, subjects)}, caseLabel(name, 0) + ": ");
        return ExitCode::Unusable;
    }
    if (format == OutputFormat::Json)
        return writeWhole(output, explanationJson(explanations));
    return writeWhole(output, subject.empty() ? linesOf(subjects) : explanationText(explanations));
}

} // namespace planscope
