#include "cli/import_command.h"

#include "cli/case_input.h"
#include "cli/import_report.h"
#include "cli/output.h"
#include "frontend/bundled_names.h"
#include "frontend/calculon_import.h"
#include "frontend/hugging_face_import.h"
#include "frontend/megatron_import.h"
#include "frontend/system_reader.h"
#include "report/nearest_names.h"

namespace planscope {
namespace {

/// The settings of the options over the template's case, or over the defaults. Nothing when the template or the system
/// cannot be used; standard error says why.
std::optional<whole::ImportSettings> importSettings(const ImportOptions& options)
{
    whole::ImportSettings settings = whole::defaultImportSettings();
    if (options.templateCase) {
        const auto base = selectCandidate(*options.templateCase, std::nullopt);
        if (!base)
            return std::nullopt;
        const auto* candidate = std::get_if<whole::Candidate>(&*base);
        if (!candidate) {
            reportDiagnostics({{Severity::Error,
                                Origin::Import,
                                "call.template",
                                "--template",
                                "is no case of a whole model (planscope.case/2); planscope-cli convert makes one",
                                *options.templateCase,
                                {}}},
                              "");
            return std::nullopt;
        }
        settings = whole::importSettingsFrom(*candidate, "the template");
    }
    if (options.system) {
        settings.base.system = bundledSystem(*options.system);
        if (!settings.base.system) {
            const std::vector<std::string> names = bundledNames(PresetKind::Systems);
            reportDiagnostics(
                {{Severity::Error, Origin::Import, "call.unknown_name", "--system",
                  "no bundled system has that name" + nearestHint(*options.system, names, 3), *options.system, names}},
                "");
            return std::nullopt;
        }
    }
    settings.name = options.name;
    settings.sequenceLength = options.sequenceLength;
    settings.globalBatchSize = options.globalBatchSize;
    settings.microbatchSize = options.microbatchSize;
    settings.tensorDegree = options.tensorDegree;
    settings.pipelineDegree = options.pipelineDegree;
    settings.dataDegree = options.dataDegree;
    settings.ranks = options.ranks;
    settings.vocabularySize = options.vocabularySize;
    settings.variables = options.variables;
    settings.dropOverlap = options.dropOverlap;
    return settings;
}

} // namespace
ExitCode ImportCommand::run() const
{
    const auto model = contentOf(modelFile);
    const auto execution = contentOf(executionFile);
    const auto system = contentOf(systemFile);
    if (!model || !execution || !system)
        return ExitCode::Unusable;
    return reportImport(importCalculon(*model, *execution, *system, caseName), output);
}

ExitCode ImportHuggingFaceCommand::run() const
{
    const auto config = contentOf(file);
    const auto settings = importSettings(options);
    if (!config || !settings)
        return ExitCode::Unusable;
    return reportImport(whole::importHuggingFace(*config, *settings), options.output);
}

ExitCode ImportMegatronCommand::run() const
{
    const auto text = contentOf(file);
    const auto settings = importSettings(options);
    if (!text || !settings)
        return ExitCode::Unusable;
    return reportImport(whole::importMegatron(*text, *settings), options.output);
}

} // namespace planscope
