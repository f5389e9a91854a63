#pragma once

#include "derivation/pass/snapshot.h"

#include <string>

namespace planscope {

enum class IrTextDetail {
    Short, ///< what the snapshot holds, summed by stage, phase and capability
    Long,  ///< every entity with its id, facts and lineage
};

/// A snapshot for a person. Ends with a line break.
std::string irText(const IrSnapshot& snapshot, IrTextDetail detail);

} // namespace planscope
