#pragma once

#include "study/candidate_result.h"

#include <array>
#include <optional>
#include <vector>

namespace planscope {

/// Work of one rank in one phase of a block and microbatch.
struct PhaseWork {
    std::int64_t invocations = 0;
    Total<OperationsUnit> operations;
    Total<BytesUnit> read;
    Total<BytesUnit> write;
    Total<BytesUnit> message;
    std::optional<PerMode> seconds; ///< predicted; absent when the result has no times

    friend bool operator==(const PhaseWork&, const PhaseWork&) = default;
};

/// Consecutive logical ranks that run the same tasks.
struct RankGroup {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::array<PhaseWork, countOf<Phase>()> phases; ///< of each rank, indexed by Phase
    PhaseWork total;                                ///< the sum of the phases
};

/// The plan's tasks summed for each rank that runs them, ranks ascending; empty without a plan.
std::vector<RankGroup> rankWorkOf(const CandidateResult& result);

/// The work of all tasks of a primitive on a rank that runs them; without times.
PhaseWork primitiveWork(const DistributedTaskIR& ir, Primitive primitive);

} // namespace planscope
