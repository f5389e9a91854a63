#pragma once

#include "base/quantity.h"
#include "derivation/whole/portable_plan/portable_plan_ir.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace planscope::whole {

/// What a rank of one stage keeps of one saved tensor of the plan.
struct StageSavedTensor {
    std::size_t index = 0; ///< in the plan's saved tensors
    /// How often one microbatch keeps it on its way through the stage: once a block of the stage's chunks, once in the
    /// embedding and in the head where the stage has them. A rebuilt tensor is there for one block at a time: 1.
    std::int64_t multiplicity = 0;
    Total<BytesUnit> kept; ///< of one microbatch, all of them; 0 when it is rebuilt and not kept
};

/// The saved tensors that the stage has, in the plan's order. What they keep adds up to the stage's saved bytes of all
/// its chunks. Requires: a plan that passed verify(), 0 <= stage < p.
std::vector<StageSavedTensor> savedTensorsOf(const PortablePlanIR& plan, std::int64_t stage);

} // namespace planscope::whole
