#include "cli/interruption.h"

#include <cassert>
#include <csignal>
#include <cstdlib>

namespace planscope {
namespace {

// A signal handler may set lock-free atomics, and reaches nothing but globals.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);
std::atomic<bool> stopAsked{false};
std::atomic<int> received{0};

void askToStop(int signal)
{
    received = signal;
    stopAsked = true;
    std::signal(signal, SIG_DFL);
}

constexpr int interruptions[] = {SIGINT, SIGTERM, SIGHUP};

void handleWith(void (*handler)(int))
{
    for (const int signal : interruptions)
        if (std::signal(signal, handler) == SIG_IGN)
            std::signal(signal, SIG_IGN);
}

} // namespace

Interruption::Interruption()
{
    stopAsked = false;
    received = 0;
    handleWith(askToStop);
}

Interruption::~Interruption()
{
    handleWith(SIG_DFL);
}

std::atomic<bool>& Interruption::stop()
{
    return stopAsked;
}

bool Interruption::isInterrupted() const
{
    return received != 0;
}

void Interruption::die() const
{
    assert(isInterrupted());
    const int signal = received;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    std::_Exit(128 + signal); // where the signal is blocked
}

} // namespace planscope
