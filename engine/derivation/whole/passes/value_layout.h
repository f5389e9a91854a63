#pragma once

#include "derivation/whole/algebra/algebra_symbols.h"
#include "derivation/whole/distributed/distributed_task_ir.h"

#include <string>
#include <vector>

namespace planscope::whole {

/// The whole of a tensor over all ranks of one replica and stage, and the mesh axes that cut it. The extents over the
/// sizes of those axes are a rank's elements.
struct ValueLayout {
    std::vector<Elements> shape;
    std::vector<AxisSharding> sharding;
};
ValueLayout layoutOf(ParameterTensor tensor, const AlgebraInputs& inputs);
ValueLayout layoutOf(SavedTensor tensor, const AlgebraInputs& inputs);

/// The values of the model that a tensor is, by name: one, or those that it holds together.
std::vector<std::string> modelValuesOf(ParameterTensor tensor);
std::vector<std::string> modelValuesOf(SavedTensor tensor, const ModelSpec& model);

} // namespace planscope::whole
