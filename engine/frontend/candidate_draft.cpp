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

/// The laws speak of a case's fields; a study keeps the candidate's below `place`, the microbatch size outside a
/// workload.
std::string pathInFile(const std::string& path, const std::string& place)
{
    constexpr std::string_view workload = "workload.";
    if (place.empty() || path.rfind("shape.", 0) == 0)
        return path;
    return joinPath(place, path.rfind(workload, 0) == 0 ? std::string_view{path}.substr(workload.size()) : path);
}

Diagnostics placed(Diagnostics diagnostics, const std::string& place)
{
    for (Diagnostic& diagnostic : diagnostics)
        diagnostic.path = pathInFile(diagnostic.path, place);
    return diagnostics;
}

} // namespace

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

void readName(JsonValue object, ReadCandidate& to)
{
    const auto name = object.find("name");
    if (!name)
        return;
    to.nameJson = name->compact();
    if (name->isString())
        to.name = std::string{name->text()};
}

} // namespace planscope
