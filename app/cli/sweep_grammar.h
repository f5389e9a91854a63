#pragma once

#include "cli/sweep_command.h"

namespace CLI {
class App;
}

namespace planscope {

/// The commands `sweep` and `sweep-merge` and the options that fill them. Outlives the parsing.
class SweepGrammar {
public:
    void addTo(CLI::App& app);
    const SweepCommand& sweep() const { return m_sweep; }
    const SweepMergeCommand& merge() const { return m_merge; }

private:
    void addSweep(CLI::App& app);
    void addMerge(CLI::App& app);

    SweepCommand m_sweep;
    SweepMergeCommand m_merge;
};

} // namespace planscope
