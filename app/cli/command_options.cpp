#include "cli/command_options.h"

#include <CLI/CLI.hpp>

namespace planscope {

CLI::App* addCommand(CLI::App& app, const std::string& name, const std::string& description, const char* footer)
{
    CLI::App* command = app.add_subcommand(name, description);
    command->footer(footer);
    return command;
}

void addOutput(CLI::App& command, std::string& target)
{
    command.add_option("-o,--output", target, "write to FILE, which appears whole or not at all")->option_text("FILE");
}

void addNumber(CLI::App& command, const char* flag, std::optional<std::int64_t>& target, const char* description)
{
    command.add_option(flag, target, description)->check(CLI::PositiveNumber)->option_text("N");
}

} // namespace planscope
