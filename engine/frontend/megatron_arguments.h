#pragma once

#include "base/diagnostic.h"
#include "frontend/shell_word.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// "--num-layers 80" as it stands in a text.
struct MegatronArgument {
    std::string name;              ///< without dashes in front, and with - for _: "num-layers"
    std::vector<ShellWord> values; ///< empty for a flag
    std::size_t line = 0;          ///< where the name stands, counted from 1; 0 inside a variable
};

/// The arguments of a training, in the order in which they count: the last of a name wins.
struct MegatronArguments {
    std::vector<MegatronArgument> list;
    bool isYaml = false;
    std::optional<std::string> worldSize; ///< the variable WORLD_SIZE, where the text gives it a value
};

/// Reads the arguments of one Megatron-LM training from
///  - a shell script or line: variables, arrays, quotes, comments, continued lines, $((…)) over integers; the one
///  command
///    that has Megatron's arguments counts. Nothing is run: what a substitution, a condition or a loop gives has no
///    value, unless `variables` has one, which wins over the text;
///  - a file of arguments, any number a line;
///  - YAML of `name: value` lines, names as on the command line or with _ for -, in sections one deep at most.
/// Fails with file.too_large, import.megatron.syntax, .yaml, .too_long (what variables expand to), .no_arguments,
/// .several_commands.
Result<MegatronArguments> readMegatronArguments(std::string_view bytes,
                                                const std::map<std::string, std::string>& variables);

/// Whether the text looks like YAML of arguments: its first line that says something is `name: …`.
bool looksLikeArgumentYaml(std::string_view text);
Result<MegatronArguments> readArgumentYaml(std::string_view text);

/// Whether a text that is to hold arguments has any that only Megatron's trainings have.
bool namesMegatronArguments(const std::vector<MegatronArgument>& arguments);

/// "--num_layers" as "num-layers".
std::string normalisedArgument(std::string_view written);

Diagnostic megatronFault(std::string code, std::size_t line, std::string message);

} // namespace planscope
