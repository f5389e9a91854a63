#include "cli/presets_command.h"

#include "cli/output.h"
#include "report/nearest_names.h"

#include <fmt/format.h>

#include <vector>

namespace planscope {
namespace {

constexpr PresetKind allKinds[] = {PresetKind::Models,     PresetKind::WholeModels, PresetKind::Systems,
                                   PresetKind::Frameworks, PresetKind::Cases,       PresetKind::Studies,
                                   PresetKind::Spaces};

std::string_view nameOfKind(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Models: return "models";
    case PresetKind::WholeModels: return "whole_models";
    case PresetKind::Systems: return "systems";
    case PresetKind::Frameworks: return "frameworks";
    case PresetKind::Cases: return "cases";
    case PresetKind::Studies: return "studies";
    case PresetKind::Spaces: return "spaces";
    }
    return "";
}

std::vector<std::string> namesOf(PresetKind kind)
{
    std::vector<std::string> names;
    for (const Preset& preset : presets(kind))
        names.emplace_back(preset.name);
    return names;
}

/// Names alone, one a line, for one kind; under headings for all.
std::string listing(const std::optional<PresetKind>& only)
{
    std::string out;
    for (const PresetKind kind : allKinds) {
        if (only && kind != *only)
            continue;
        if (!only)
            out.append(out.empty() ? "" : "\n").append(nameOfKind(kind)).append("\n");
        for (const std::string& name : namesOf(kind))
            out.append(only ? "" : "  ").append(name).append("\n");
    }
    return out;
}

} // namespace

ExitCode PresetsCommand::run() const
{
    std::string text;
    if (name.empty()) {
        text = listing(kind);
    } else if (const Preset* preset = findPreset(*kind, name)) {
        text = preset->json;
    } else {
        reportDiagnostics({{Severity::Error,
                            Origin::Import,
                            "call.unknown_name",
                            "NAME",
                            fmt::format("none of the bundled {} has that name{}", nameOfKind(*kind),
                                        nearestHint(name, namesOf(*kind), 5)),
                            name,
                            {}}},
                          "");
        return ExitCode::Unusable;
    }
    return writeWhole(output, text);
}

} // namespace planscope
