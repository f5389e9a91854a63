#pragma once

#include <chrono>
#include <cstddef>

namespace planscope {

/// "1200 of 5000 cases" on the last line of a terminal, once the work has taken half a second; nothing
/// where standard error is no terminal.
class Progress {
public:
    Progress();
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(std::size_t done, std::size_t total);
    /// Takes the line away; before anything else is written to the terminal.
    void clear();

private:
    std::chrono::steady_clock::time_point m_start;
    bool m_isTerminal;
    bool m_visible = false;
};

} // namespace planscope
