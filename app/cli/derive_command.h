#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"
#include "derivation/dialect/ir_schema.h"

#include <optional>
#include <string>

namespace planscope {

/// `derive CASE`: the canonical bytes of one snapshot or of the bundle, nothing added.
struct DeriveCommand {
    std::string file;
    std::optional<std::string> wantedCase;
    StageChoice stage = StageChoice::All;
    IrKind stopAfter = IrKind::PortablePlan;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
