#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

/// Options that several commands have.
namespace planscope {

CLI::App* addCommand(CLI::App& app, const std::string& name, const std::string& description, const char* footer);

/// -o, --output.
void addOutput(CLI::App& command, std::string& target);

/// An option that takes an integer from 1.
void addNumber(CLI::App& command, const char* flag, std::optional<std::int64_t>& target, const char* description);

} // namespace planscope
