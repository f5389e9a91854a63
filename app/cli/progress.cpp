#include "cli/progress.h"

#include "cli/output.h"

#include <fmt/format.h>

#include <unistd.h>

namespace planscope {

Progress::Progress()
    : m_next(std::chrono::steady_clock::now() + std::chrono::milliseconds{500})
    , m_isTerminal(::isatty(STDERR_FILENO) == 1)
{
}

bool Progress::isDue() const
{
    return m_isTerminal && std::chrono::steady_clock::now() >= m_next;
}

void Progress::show(std::size_t done, std::size_t total)
{
    if (isDue())
        showText(fmt::format("{} of {} cases", done, total));
}

void Progress::showText(std::string_view text)
{
    writeToStandardError(fmt::format("\r{}\x1b[K", text));
    m_visible = true;
    m_next = std::chrono::steady_clock::now() + std::chrono::milliseconds{50};
}

void Progress::clear()
{
    if (m_visible)
        writeToStandardError("\r\x1b[K");
    m_visible = false;
}

} // namespace planscope
