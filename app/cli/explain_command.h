#pragma once

#include "cli/exit_code.h"
#include "cli/output_format.h"

#include <optional>
#include <string>

namespace planscope {

/// `explain CASE [NAME]`: where the figures of a case come from, by the names of explainResult(); without a name, the
/// names. A figure that the case does not come to, such as a time on a tier that cannot hold its group, has none.
struct ExplainCommand {
    std::string file;
    std::optional<std::string> wantedCase;
    std::string subject; ///< "mlp.expand.forward", "time.peak_only", "memory"; "" lists
    OutputFormat format = OutputFormat::Text;
    std::string output;

    ExitCode run() const;
};

} // namespace planscope
