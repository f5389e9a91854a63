#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"
#include "derivation/dialect/ir_schema.h"

#include <optional>
#include <string>

namespace planscope {

/// `compare A B`, `compare STUDY`: what differs between two candidates, and why.
struct CompareCommand {
    std::string sideA; ///< a file, or "FILE#NAME"; the study where sideB is empty
    std::string sideB;
    OutputFormat format = OutputFormat::Text;
    std::optional<IrKind> textOf; ///< a line diff of that snapshot's text instead
    std::string output;

    /// Done when the sides are equal, Different, or Unusable.
    ExitCode run() const;
};

} // namespace planscope
