#pragma once

#include <atomic>

namespace planscope {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP only asks to stop; a second one ends the process, as all do
/// without it. Signals that are ignored stay so. One at a time.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// True once the process was asked to stop. Others may set it to stop for a reason of their own.
    std::atomic<bool>& stop();
    bool isInterrupted() const;
    /// Ends the process as the signal would have: a shell sees 130 of Ctrl-C. Requires: isInterrupted().
    [[noreturn]] void die() const;
};

} // namespace planscope
