#include "frontend/candidate_draft.h"

namespace planscope {
namespace {

LawOperands operandsOf(const CandidateDraft& draft)
{
    LawOperands operands = draft.mapping.operands;
    operands.hiddenSize = draft.model.hiddenSize;
    operands.feedforwardSize = draft.model.feedforwardSize;
    operands.sequenceLength = draft.model.sequenceLength;
    operands.attentionHeads = draft.model.attentionHeads;
    operands.blockCount = draft.model.blockCount;
    operands.globalBatchSize = draft.workload.globalBatchSize;
    operands.microbatchSize = draft.workload.microbatchSize;
    return operands;
}

std::string pathInFile(const std::string& path, const std::string& place)
{
    if (path == "workload.microbatch_size")
        return joinPath(place, "microbatch_size");
    return path.rfind("mapping.", 0) == 0 ? joinPath(place, path) : path;
}

} // namespace

Diagnostics placed(Diagnostics diagnostics, const std::string& place)
{
    if (!place.empty())
        for (Diagnostic& diagnostic : diagnostics)
            diagnostic.path = pathInFile(diagnostic.path, place);
    return diagnostics;
}

Result<Candidate> finish(CandidateDraft draft, FaultList faults, const std::string& place)
{
    const LawOperands operands = operandsOf(draft);
    if (const LawSet broken = brokenLaws(operands); !broken.empty())
        faults.add(placed(describeBrokenLaws(operands, broken), place));
    if (!faults.empty())
        return refuse(std::move(faults).take());

    auto training = TransformerTraining::create(std::move(draft.model), draft.workload, draft.mapping.spec);
    if (!training)
        return refuse(placed(std::move(training.error()), place));
    return Candidate{std::move(draft.name), std::move(*training), std::move(draft.system), draft.tiers};
}

} // namespace planscope
