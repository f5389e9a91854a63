#pragma once

#include "derivation/model/model_ir.h"

namespace planscope {

/// The ModelIR of a spec: one transformer.decoder_training operation, its input and its output.
/// Requires: a lawful spec. The result passes verify().
ModelIR buildTransformerModelIr(const TransformerModelSpec& spec);

} // namespace planscope
