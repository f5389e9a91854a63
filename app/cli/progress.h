#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

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
    /// The same in other words, for work that counts many times a second: whether it is time for a line; the line.
    bool isDue() const;
    void showText(std::string_view text);
    /// Takes the line away; before anything else is written to the terminal.
    void clear();

private:
    std::chrono::steady_clock::time_point m_next; ///< when it is time
    bool m_isTerminal;
    bool m_visible = false;
};

} // namespace planscope
