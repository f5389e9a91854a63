#include "cli/progress.h"

#include "cli/output.h"

#include <fmt/format.h>

#include <unistd.h>

namespace planscope {

Progress::Progress()
    : m_start(std::chrono::steady_clock::now())
    , m_isTerminal(::isatty(STDERR_FILENO) == 1)
{
}

void Progress::show(std::size_t done, std::size_t total)
{
    if (!m_isTerminal || std::chrono::steady_clock::now() - m_start < std::chrono::milliseconds{500})
        return;
    writeToStandardError(fmt::format("\r{} of {} cases", done, total));
    m_visible = true;
}

void Progress::clear()
{
    if (m_visible)
        writeToStandardError("\r\x1b[K");
    m_visible = false;
}

} // namespace planscope
