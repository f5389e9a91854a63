#include "cli/case_input.h"

#include "cli/output.h"
#include "frontend/input_file.h"
#include "frontend/presets.h"
#include "report/mapping_text.h"
#include "report/nearest_names.h"
#include "report/text_table.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace planscope {
namespace {

/// Cases come before studies where both have the name.
const Preset* bundledCases(const std::string& name)
{
    const Preset* preset = findPreset(PresetKind::Cases, name);
    return preset ? preset : findPreset(PresetKind::Studies, name);
}

std::vector<std::string> bundledNames()
{
    std::vector<std::string> names;
    for (const PresetKind kind : {PresetKind::Cases, PresetKind::Studies})
        for (const Preset& preset : presets(kind))
            names.emplace_back(preset.name);
    return names;
}

std::optional<std::size_t> caseNumber(const std::string& text)
{
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

Diagnostic unknownCase(std::string_view asked, const std::string& wanted, std::int64_t count,
                       const std::vector<std::string>& names)
{
    return {Severity::Error,
            Origin::Import,
            "call.unknown_case",
            std::string{asked},
            fmt::format("no case has that name or number; the file holds {}{}", counted(count, "case"),
                        nearestHint(wanted, names, 5)),
            wanted,
            {}};
}

} // namespace

Result<std::string> readCases(const std::string& path)
{
    auto bytes = readInput(path);
    if (bytes)
        return bytes;
    Diagnostics& faults = bytes.error();
    if (faults.front().code != "file.not_found")
        return refuse(std::move(faults));
    if (const Preset* preset = bundledCases(path))
        return std::string{preset->json};
    if (path.find('/') == std::string::npos)
        faults.front().message += " and no bundled case or study" + nearestHint(path, bundledNames(), 3);
    return refuse(std::move(faults));
}

Result<CandidateSource> openCases(const std::string& path)
{
    auto bytes = readCases(path);
    return bytes ? CandidateSource::open(*bytes) : Result<CandidateSource>{refuse(std::move(bytes.error()))};
}

ExitCode reportPinFaults(const CandidateSource& source, const std::string& label)
{
    const Diagnostics faults = source.pinFaults();
    reportDiagnostics(faults, label + ": ");
    return faults.empty() ? ExitCode::Done : ExitCode::Refused;
}

Result<std::size_t> findCase(const CandidateSource& source, const std::string& wanted, std::string_view asked)
{
    std::vector<std::string> names;
    for (std::size_t index = 0; index < source.count(); ++index) {
        auto name = source.read(index).name;
        if (name == wanted)
            return index;
        if (name)
            names.push_back(std::move(*name));
    }
    const auto number = caseNumber(wanted);
    if (number && *number >= 1 && *number <= source.count())
        return *number - 1;
    return refuse(unknownCase(asked, wanted, static_cast<std::int64_t>(source.count()), names));
}

std::string caseLabel(const std::optional<std::string>& name, std::size_t index)
{
    return name && !name->empty() ? printable(*name, 120) : fmt::format("case {}", index + 1);
}

tl::expected<AnyCandidate, ExitCode> selectCandidate(const std::string& path, const std::optional<std::string>& wanted)
{
    const std::string file = fileLabel(path) + ": ";
    const auto source = openCases(path);
    if (!source) {
        reportDiagnostics(source.error(), file);
        return tl::unexpected<ExitCode>{ExitCode::Unusable};
    }
    std::size_t index = 0;
    if (wanted) {
        const auto found = findCase(*source, *wanted, "--case");
        if (!found) {
            reportDiagnostics(found.error(), file);
            return tl::unexpected<ExitCode>{ExitCode::Unusable};
        }
        index = *found;
    } else if (source->count() == 0) {
        writeToStandardError(file + "the file holds no case\n");
        return tl::unexpected<ExitCode>{ExitCode::Unusable};
    }
    const auto selected = [&](auto read) -> tl::expected<AnyCandidate, ExitCode> {
        const std::string label = caseLabel(read.name, index);
        if (!wanted && source->count() > 1)
            writeToStandardError(fmt::format("{}{} cases; this is the first, {} (choose another with --case)\n", file,
                                             source->count(), label));
        if (read.candidate)
            return AnyCandidate{std::move(*read.candidate)};
        reportDiagnostics(read.candidate.error(), label + ": ");
        return tl::unexpected<ExitCode>{ExitCode::Refused};
    };
    return source->accounting(index) == Accounting::Whole ? selected(source->readWhole(index))
                                                          : selected(source->read(index));
}

} // namespace planscope
