#pragma once

#include "cli/import_command.h"

#include <variant>

namespace CLI {
class App;
}

namespace planscope {

/// The commands below `import` and the options that fill them. Outlives the parsing.
class ImportGrammar {
public:
    using Chosen = std::variant<ImportCommand, ImportHuggingFaceCommand, ImportMegatronCommand>;

    void addTo(CLI::App& app);
    /// Requires: the arguments were parsed and name one.
    Chosen chosen() const;

private:
    void addCalculon(CLI::App& command);
    void addHuggingFace(CLI::App& command);
    void addMegatron(CLI::App& command);

    const CLI::App* m_command = nullptr;
    ImportCommand m_calculon;
    ImportHuggingFaceCommand m_huggingFace;
    ImportMegatronCommand m_megatron;
};

} // namespace planscope
