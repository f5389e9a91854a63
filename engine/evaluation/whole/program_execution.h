#pragma once

#include "evaluation/estimate/system_model.h"
#include "evaluation/whole/estimate.h"

#include <cstdint>
#include <vector>

namespace planscope::whole {

/// One pass through a chunk, in seconds.
struct PassTime {
    PerMode forward{};
    PerMode backward{};
};

/// What is known of a stage while its program runs.
struct RunningStage {
    std::int64_t position = 0;
    PerMode now{};
    PerMode busy{};
    PerMode hops{};
};

/// The passes and hops that follow one another without a pause until a stage has ended its program: their seconds add
/// up to the time of its end.
struct CriticalPath {
    std::vector<std::int64_t> forward;  ///< forwards of each chunk, in model order
    std::vector<std::int64_t> backward; ///< likewise
    std::int64_t hops = 0;
    friend bool operator==(const CriticalPath&, const CriticalPath&) = default;
};

/// Which steps waited for another chunk rather than for their own stage.
class ProgramWaits {
public:
    /// The path that ends with the stage's last step. Requires: of a run of this plan's programs to their end.
    CriticalPath pathTo(const PortablePlanIR& plan, std::int64_t stage, EstimateMode mode) const;

private:
    friend class ProgramExecution;
    std::vector<std::vector<std::uint8_t>> m_waited; ///< by stage and position; a bit a mode
};

/// The pass that a step needs the end of.
struct ProducingPass {
    bool exists = false;      ///< not of the first chunk's forward
    bool fromAnother = false; ///< another chunk's, so that a hop lies between
    Direction direction = Direction::Forward;
    std::int64_t chunk = 0;
};
ProducingPass producerOf(const ProgramStep& step, std::int64_t chunks);

/// The ends of the last passes through each chunk; a pass is read before as many further ones as can be alive at once
/// have ended, so a ring of that many places holds enough.
class PassEnds {
public:
    PassEnds(std::size_t chunks, std::int64_t window)
        : m_window(window)
        , m_done(chunks)
        , m_ends(chunks * static_cast<std::size_t>(window))
    {
    }

    bool has(std::int64_t chunk, std::int64_t microbatch) const
    {
        return m_done[static_cast<std::size_t>(chunk)] > microbatch;
    }
    const PerMode& of(std::int64_t chunk, std::int64_t microbatch) const { return m_ends[place(chunk, microbatch)]; }
    void put(std::int64_t chunk, std::int64_t microbatch, const PerMode& end)
    {
        m_done[static_cast<std::size_t>(chunk)] = microbatch + 1; // a chunk takes its microbatches in order
        m_ends[place(chunk, microbatch)] = end;
    }

private:
    std::size_t place(std::int64_t chunk, std::int64_t microbatch) const
    {
        return static_cast<std::size_t>(chunk * m_window + microbatch % m_window);
    }

    std::int64_t m_window;
    std::vector<std::int64_t> m_done; ///< microbatches that have ended, of each chunk
    std::vector<PerMode> m_ends;
};

/// Runs the programs of all stages to their end; see step_time.h for the rules. Refers to the plan.
class ProgramExecution {
public:
    /// `waits`, where given, learns what each step waited for.
    ProgramExecution(const PortablePlanIR& plan, std::vector<PassTime> chunks, const PerMode& hop,
                     ProgramWaits* waits = nullptr);

    std::vector<RunningStage> run();

private:
    bool advance(std::int64_t index);

    const ProgramRule& m_rule;
    std::vector<PassTime> m_chunks;
    PerMode m_hop;
    std::vector<RunningStage> m_stages;
    std::vector<std::int64_t> m_ready; ///< stages whose next step may have its producer; some more than once
    PassEnds m_forward, m_backward;
    ProgramWaits* m_waits;
};

} // namespace planscope::whole
