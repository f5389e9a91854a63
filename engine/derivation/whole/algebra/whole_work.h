#pragma once

#include "base/diagnostic.h"
#include "derivation/whole/algebra/algebra_symbols.h"
#include "derivation/whole/dialect/model_facts.h"
#include "derivation/whole/dialect/parameter_tensor.h"
#include "derivation/whole/dialect/saved_tensor.h"
#include "derivation/whole/dialect/stage_facts.h"

#include <array>
#include <optional>
#include <vector>

namespace planscope::whole {

/// One task class with its work, of one microbatch on one rank.
struct TaskWork {
    Invocation invocation;
    WorkloadFacts facts;
    friend bool operator==(const TaskWork&, const TaskWork&) = default;
};
struct ParameterRow {
    ParameterTensor tensor = ParameterTensor::EmbeddingWord;
    Elements elements; ///< on one rank
    std::optional<LinearShape> linear;
    friend bool operator==(const ParameterRow&, const ParameterRow&) = default;
};
struct SavedRow {
    SavedTensor tensor = SavedTensor::AttnNormInput;
    Elements elements;
    Bytes bytes;
    bool rebuilt = false; ///< not kept: there again while a fully recomputed block runs backward
    friend bool operator==(const SavedRow&, const SavedRow&) = default;
};

/// Every fact of a case that is left of the red boundary.
struct WholeWork {
    ModelParameters parameters;
    FlopsInputs flops;
    std::vector<TaskWork> tasks; ///< embedding, block, head; in a unit as WorkAlgebra says
    std::array<std::array<PhaseTotals, 4>, 3> totals; ///< by Unit and Phase
    std::vector<ParameterRow> parameterRows;
    std::vector<SavedRow> saved;        ///< embedding, block, head
    std::vector<MomentTerm> transients; ///< in the order of the backward walk
    std::vector<StageFacts> stages;
    MicrobatchSizes sizes;
    friend bool operator==(const WholeWork&, const WholeWork&) = default;
};

/// Fails with one integer.overflow that names the first fact beyond 2^63 − 1 in the order parameters, program, saved,
/// stages, memory ("program.block.forward.operations").
Result<WholeWork> deriveWholeWork(const AlgebraInputs& inputs);

/// The part of the model that a stage, or one chunk in model order, has.
StageExtent extentOfStage(const Shape& shape, std::int64_t stages, std::int64_t stage);
StageExtent extentOfChunk(const Shape& shape, std::int64_t chunk);

} // namespace planscope::whole
