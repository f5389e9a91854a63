#pragma once

#include "derivation/whole/model/model_ir.h"

namespace planscope::whole {

/// The name of the transform in the lineage of everything that buildModelIr() makes.
inline constexpr std::string_view modelBuilder = "build_whole_model_ir";

/// The ModelIR of a spec: embedding, block and head. Requires: a lawful spec. The result passes verify().
ModelIR buildModelIr(const ModelSpec& spec);

} // namespace planscope::whole
