#include "cli/command_line.h"
#include "cli/output.h"

#include <csignal>
#include <new>

namespace {

planscope::ExitCode runProgram(int argumentCount, const char* const* arguments)
{
    const auto command = planscope::parseCommandLine(argumentCount, arguments);
    if (!command)
        return command.error();
    return std::visit([](const auto& chosen) { return chosen.run(); }, *command);
}

} // namespace

int main(int argumentCount, char** arguments)
{
    // A reader that goes away is seen as EPIPE, so that temporary files are removed and nothing is said.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // likewise a file past the limit of the process, as EFBIG
    try {
        return static_cast<int>(runProgram(argumentCount, arguments));
    } catch (const std::bad_alloc&) {
        planscope::writeToStandardError("planscope-cli: out of memory\n");
        return static_cast<int>(planscope::ExitCode::Unusable);
    }
}
