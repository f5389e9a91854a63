#include "frontend/base_layout.h"

#include "base/quantity.h"

#include <variant>

namespace planscope::whole {

void dropForeignLayout(StatementAccount& account, std::string_view baseReason, CaseStatement& statement)
{
    PipelineParallel& pipeline = statement.mapping.pipeline;
    if (!pipeline.layout)
        return;
    const auto* const interleaved = std::get_if<Interleaved>(&pipeline.schedule);
    const std::int64_t perStage = interleaved ? interleaved->virtualStages : 1;
    const WideInteger chunks = static_cast<WideInteger>(pipeline.degree) * perStage;
    const auto entries = static_cast<WideInteger>(pipeline.layout->size());
    WideInteger blocks = 0;
    for (const std::int64_t entry : *pipeline.layout)
        blocks += entry;
    if (blocks == statement.model.blockCount && entries == chunks)
        return;
    pipeline.layout.reset();
    account.assume("mapping.pipeline.layout", "none",
                   "the layout of " + std::string{baseReason} + " has " + decimalDigits(blocks) + " blocks in "
                       + decimalDigits(entries) + " chunks, not " + std::to_string(statement.model.blockCount) + " in "
                       + decimalDigits(chunks));
}

} // namespace planscope::whole
