#include "cli/compared_sides.h"

#include "cli/case_input.h"
#include "cli/output.h"
#include "cli/read_result.h"
#include "compare/any_comparison.h"
#include "report/mapping_text.h"

#include <fmt/format.h>

namespace planscope {
namespace {

tl::unexpected<ExitCode> unusable()
{
    return tl::unexpected<ExitCode>{ExitCode::Unusable};
}

/// A file opened, and the candidate's name that stood behind it, if any did.
struct OpenSide {
    std::string file;
    std::optional<std::string> name;
    CandidateSource source;
};

tl::expected<OpenSide, ExitCode> openSide(const std::string& side)
{
    auto whole = openCases(side);
    if (whole)
        return OpenSide{side, std::nullopt, std::move(*whole)};
    const auto isMissing = [](const Diagnostics& faults) { return faults.front().code == "file.not_found"; };
    Diagnostics faults = std::move(whole.error());
    std::string named = side; // the shortest file tried: what a person most likely meant
    // A name may hold the mark too: the longest file that there is counts.
    for (std::size_t mark = side.rfind('#'); isMissing(faults) && mark != std::string::npos;
         mark = mark == 0 ? std::string::npos : side.rfind('#', mark - 1)) {
        named = side.substr(0, mark);
        auto source = openCases(named);
        if (source)
            return OpenSide{named, side.substr(mark + 1), std::move(*source)};
        faults = std::move(source.error());
    }
    reportDiagnostics(faults, fileLabel(named) + ": ");
    return unusable();
}

struct Side {
    AnyResult result;
    std::string label;
};

Side evaluateSide(const CandidateSource& source, std::size_t index, const std::string& file)
{
    Side side{resultOf(source, index), {}};
    side.label = fileLabel(file) + "#" + caseLabel(side.result.head()->name, index);
    reportDiagnostics(side.result.head()->diagnostics, side.label + ": ");
    return side;
}

tl::expected<Side, ExitCode> namedSide(const CandidateSource& source, const std::string& name, const std::string& file)
{
    const auto index = findCase(source, name, "compare");
    if (!index) {
        reportDiagnostics(index.error(), fileLabel(file) + ": ");
        return unusable();
    }
    return evaluateSide(source, *index, file);
}

tl::expected<Side, ExitCode> readSide(const std::string& stated)
{
    const auto open = openSide(stated);
    if (!open)
        return tl::unexpected(open.error());
    if (open->name)
        return namedSide(open->source, *open->name, open->file);
    if (open->source.count() == 1)
        return evaluateSide(open->source, 0, open->file);
    writeToStandardError(fmt::format("{0}: the file holds {1}; a side is one of them: {0}#NAME, or #N from 1\n",
                                     fileLabel(open->file),
                                     counted(static_cast<std::int64_t>(open->source.count()), "case")));
    return unusable();
}

/// Of two of which either may have failed, and has told why then.
tl::expected<ComparedSides, ExitCode> together(tl::expected<Side, ExitCode> a, tl::expected<Side, ExitCode> b)
{
    if (!a || !b)
        return unusable();
    if (const auto fault = incomparable(a->result, b->result)) {
        reportDiagnostics({*fault}, "");
        return unusable();
    }
    return ComparedSides{std::move(a->result), std::move(b->result), std::move(a->label), std::move(b->label)};
}

tl::expected<ComparedSides, ExitCode> pinnedSides(const std::string& study)
{
    const auto source = openCases(study);
    if (!source) {
        reportDiagnostics(source.error(), fileLabel(study) + ": ");
        return unusable();
    }
    if (reportPinFaults(*source, fileLabel(study)) != ExitCode::Done)
        return unusable();
    auto pinned = source->pinned();
    if (!pinned && source->count() == 2)
        pinned.emplace(0, 1);
    if (!pinned) {
        writeToStandardError(fmt::format("{}: it holds {} and pins no two of them as a and b; name two sides\n",
                                         fileLabel(study),
                                         counted(static_cast<std::int64_t>(source->count()), "case")));
        return unusable();
    }
    return together(evaluateSide(*source, pinned->first, study), evaluateSide(*source, pinned->second, study));
}

} // namespace

tl::expected<ComparedSides, ExitCode> compareSides(const std::string& sideA, const std::string& sideB)
{
    if (sideB.empty())
        return pinnedSides(sideA);
    const auto isStandardInput = [](const std::string& side) { return side == "-" || side.rfind("-#", 0) == 0; };
    if (isStandardInput(sideA) && isStandardInput(sideB)) {
        writeToStandardError("only one side can be read from standard input\n");
        return unusable();
    }
    auto a = readSide(sideA);
    auto b = readSide(sideB); // also when A cannot be read: both faults are told
    return together(std::move(a), std::move(b));
}

} // namespace planscope
