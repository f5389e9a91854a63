#pragma once

#include "cli/exit_code.h"
#include "study/candidate_result.h"

#include <optional>
#include <string>

namespace planscope {

/// The derivation of one case of a file, every snapshot up to the stage published; or what to return instead, the
/// reasons on standard error.
tl::expected<DerivationPtr, ExitCode> deriveCase(const std::string& path, const std::optional<std::string>& wantedCase,
                                                 IrKind stopAfter);

} // namespace planscope
