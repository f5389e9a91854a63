#pragma once

#include "cli/exit_code.h"
#include "frontend/import_account.h"

#include <optional>
#include <string>

namespace planscope {

/// The bytes of a file; nothing when it cannot be read, and standard error says why.
std::optional<std::string> contentOf(const std::string& file);

/// Writes what an import made to the output, and to standard error what became of each field, what was refused, and the
/// laws that the case breaks.
ExitCode reportImport(const CaseImport& import, const std::string& output);

} // namespace planscope
