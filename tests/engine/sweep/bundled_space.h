#pragma once

#include "frontend/presets.h"
#include "sweep/space_reader.h"

namespace planscope::sweep {

/// turing-530B on 2,520 accelerators, batch 2,520: every lawful mapping of them with microbatches up to 8.
inline MappingSpace bundledSpace()
{
    return readSpace(findPreset(PresetKind::Spaces, "turing-530B-2520xA100")->json).value();
}

/// A few hundred points of it, of which some are kept out by a tier and some by the capacity.
inline MappingSpace smallSpace()
{
    MappingSpace space = bundledSpace();
    space.tensorDegree = IntegerList{2, 8};
    space.pipelineDegree = IntegerList{1, 35, 105};
    space.recompute = {RecomputePolicy::Attention, RecomputePolicy::Full};
    space.fusedActivation = FlagChoice::fixed(false);
    space.pipelineTier = IntegerList{1};
    return space;
}

} // namespace planscope::sweep
