#pragma once

#include "base/diagnostic.h"
#include "frontend/shell_word.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// A command of a script.
struct ShellCommand {
    std::vector<ShellWord> words;
    std::vector<std::size_t> lines; ///< of each word
};

/// What a script states without being run: its commands, and the values of its variables at the end.
struct ShellScript {
    std::vector<ShellCommand> commands;
    ShellVariables variables;
    std::vector<std::string> order; ///< names in the order of their first assignment
};

/// Reads a Bourne shell script as far as its words go. `given` wins over assignments. A variable that is assigned
/// inside a condition or loop has no value afterwards. Bounded: 16 Mi bytes and 1 Mi words of expanded text in all.
/// Fails with import.megatron.syntax (an open quote or bracket) and .too_long.
Result<ShellScript> readShellScript(std::string_view text, const std::map<std::string, std::string>& given);

} // namespace planscope
