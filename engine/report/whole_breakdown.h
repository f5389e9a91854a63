#pragma once

#include "report/breakdown.h"
#include "study/whole_result.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace planscope::whole {

/// The components of a step's time in their order (iterationFigures), the total last; of the stage that ends last in
/// each mode. Empty when the estimate has no times.
std::vector<TimePart> timeParts(const Estimate& estimate);

/// The first of the stages whose peak is the largest.
std::size_t fullestStage(const Estimate& estimate);
/// Whether the largest peak is more than a rank has.
bool isOverCapacity(const Estimate& estimate);
/// What the peak of that stage is made of (PeakPart), without what is zero; "peak", their sum, last.
std::vector<MemoryPart> memoryParts(const Estimate& estimate);

/// What all runs of one operation come to, its messages and gradients with it, for one microbatch on its way through
/// the whole model, on one tensor rank.
struct OperationCost {
    Row row = Row::EmbeddingWord;
    std::int64_t invocations = 0; ///< of all blocks
    Total<OperationsUnit> operations;
    Total<BytesUnit> bytes; ///< read and written in local memory
    Total<BytesUnit> message;
    PerMode seconds{};
    double share = 0; ///< of the seconds of all operations with system evidence; 0 where these are 0
};
/// In program order, operations in use alone; empty when the result has no times.
std::vector<OperationCost> operationCosts(const CandidateResult& result);

} // namespace planscope::whole
