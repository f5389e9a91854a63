#pragma once

#include "evaluation/estimate/block_figures.h"
#include "evaluation/estimate/system_model.h"

#include <optional>

namespace planscope {

/// An estimate without its words: what a search over many mappings needs. The figures are those of estimate(), bit
/// for bit; where estimate() has a diagnostic, a flag stands here.
struct EstimateFigures {
    std::optional<IterationMemory> memory; ///< absent: a term leaves 2^63 − 1; nothing else is set then
    std::array<ModeEstimate, countOf<EstimateMode>()> modes; ///< meaningless unless tiersHold and finite
    bool tiersHold = false;
    bool finite = false;       ///< every time and ratio is a number that can be printed
    bool overCapacity = false; ///< memory.total is above the system's capacity
};

/// Does not allocate (but see iterationMemoryIfItFits) and does not fail.
/// Requires: as for estimate().
EstimateFigures estimateFigures(const EstimateInput& input, const SystemModel& system, const NetworkTierBinding& tiers);

/// The same from what the block's invocations come to on the tensor tier, for who has that already.
EstimateFigures estimateFigures(const PlanProgram& plan, const BlockMemory& blockMemory, const BlockFigures& block,
                                const SystemModel& system, const NetworkTierBinding& tiers);

} // namespace planscope
