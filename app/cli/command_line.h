#pragma once

#include "cli/compare_command.h"
#include "cli/convert_command.h"
#include "cli/derive_command.h"
#include "cli/evaluate_command.h"
#include "cli/exit_code.h"
#include "cli/explain_command.h"
#include "cli/import_command.h"
#include "cli/presets_command.h"
#include "cli/report_command.h"
#include "cli/show_command.h"
#include "cli/sweep_command.h"
#include "cli/verify_command.h"

#include <variant>

namespace planscope {

using Command = std::variant<EvaluateCommand, CompareCommand, ReportCommand, DeriveCommand, VerifyCommand, ShowCommand,
                             ExplainCommand, ImportCommand, ImportHuggingFaceCommand, ImportMegatronCommand,
                             ConvertCommand, SweepCommand, SweepMergeCommand, PresetsCommand>;

/// The command that the arguments ask for; or what to return at once, after --help, --version or a call that cannot be
/// understood (told on standard error).
tl::expected<Command, ExitCode> parseCommandLine(int argumentCount, const char* const* arguments);

} // namespace planscope
