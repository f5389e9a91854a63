#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"

#include <optional>
#include <string>

namespace planscope {

/// `explain CASE [NAME]`: where the facts of an invocation or a layer come from; without a name, the names.
struct ExplainCommand {
    std::string file;
    std::optional<std::string> wantedCase;
    std::string subject; ///< "mlp.expand.forward", a layer or a part for all below it; "" lists
    OutputFormat format = OutputFormat::Text;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
