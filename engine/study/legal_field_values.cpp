#include "study/study_document.h"

#include "frontend/system_reader.h"
#include "spec/laws.h"

#include <algorithm>
#include <charconv>

namespace planscope {
namespace {

/// The integer a text states, or 0, which the laws take for one that is not there.
std::int64_t integerOr0(const std::string& text)
{
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc{} && read.ptr == end ? value : 0;
}

std::optional<bool> truthOf(const std::string& text)
{
    if (text == "true")
        return true;
    return text == "false" ? std::optional{false} : std::nullopt;
}

LawOperands operandsOf(const StudyDocument& study, const StudyCandidate& candidate)
{
    const auto model = [&study](ModelField field) { return integerOr0(study.model[static_cast<std::size_t>(field)]); };
    LawOperands operands;
    operands.hiddenSize = model(ModelField::HiddenSize);
    operands.feedforwardSize = model(ModelField::FeedforwardSize);
    operands.sequenceLength = model(ModelField::SequenceLength);
    operands.attentionHeads = model(ModelField::AttentionHeads);
    operands.blockCount = model(ModelField::BlockCount);
    operands.globalBatchSize = integerOr0(study.workload[static_cast<std::size_t>(WorkloadField::GlobalBatchSize)]);
    operands.microbatchSize = integerOr0(candidate[CandidateField::MicrobatchSize]);
    operands.tensorDegree = integerOr0(candidate[CandidateField::TensorDegree]);
    operands.communication = enumFromName<TensorCommunication>(candidate[CandidateField::TensorCommunication]);
    operands.pipelineDegree = integerOr0(candidate[CandidateField::PipelineDegree]);
    operands.scheduleKind = enumFromName<ScheduleKind>(candidate[CandidateField::ScheduleKind]);
    if (operands.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward)
        operands.virtualStages = integerOr0(candidate[CandidateField::VirtualStages]);
    operands.dataDegree = integerOr0(candidate[CandidateField::DataDegree]);
    operands.optimizerSharding = truthOf(candidate[CandidateField::OptimizerSharding]);
    operands.recompute = enumFromName<RecomputePolicy>(candidate[CandidateField::Recompute]);
    operands.allGatherRedo = truthOf(candidate[CandidateField::AllGatherRedo]);
    return operands;
}

std::vector<std::string> texts(const std::vector<std::int64_t>& numbers)
{
    std::vector<std::string> all;
    all.reserve(numbers.size());
    for (const std::int64_t number : numbers)
        all.push_back(std::to_string(number));
    return all;
}

template <NamedEnum E>
std::vector<std::string> texts(const std::vector<E>& values)
{
    std::vector<std::string> all;
    for (const E value : values)
        all.emplace_back(nameOf(value));
    return all;
}

/// Those of the choices that break no law but what every one of them breaks.
std::vector<std::string> lawfulChoices(const StudyDocument& study, StudyCandidate candidate, CandidateField field,
                                       const std::vector<std::string>& choices)
{
    std::vector<LawSet> broken;
    for (const std::string& choice : choices) {
        candidate[field] = choice;
        broken.push_back(brokenLaws(operandsOf(study, candidate)));
    }
    LawSet unavoidable;
    for (std::size_t k = 0; k < countOf<Law>(); ++k) {
        const auto law = static_cast<Law>(k);
        if (std::all_of(broken.begin(), broken.end(), [law](LawSet laws) { return laws.contains(law); }))
            unavoidable.insert(law);
    }
    std::vector<std::string> lawful;
    for (std::size_t k = 0; k < choices.size(); ++k)
        if (broken[k] == unavoidable)
            lawful.push_back(choices[k]);
    return lawful;
}

std::vector<std::string> tierIndices(const StudyDocument& study)
{
    std::size_t count = 0;
    if (study.systemJson.empty()) {
        if (const auto profile = bundledSystem(study.system))
            count = profile->networks.size();
    } else if (const auto profile = readSystem(study.systemJson)) {
        count = profile->networks.size();
    }
    std::vector<std::string> indices;
    for (std::size_t k = 0; k < count; ++k)
        indices.push_back(std::to_string(k));
    return indices;
}

} // namespace

std::vector<std::string> legalValues(const StudyDocument& study, std::size_t candidate, CandidateField field)
{
    const StudyCandidate& stated = study.candidates.at(candidate);
    switch (field) {
    case CandidateField::MicrobatchSize: return texts(legalMicrobatchSizes(operandsOf(study, stated)));
    case CandidateField::TensorDegree: return texts(legalTensorDegrees(operandsOf(study, stated)));
    case CandidateField::PipelineDegree: return texts(legalPipelineDegrees(operandsOf(study, stated)));
    case CandidateField::ScheduleKind: return texts(legalScheduleKinds(operandsOf(study, stated)));
    case CandidateField::VirtualStages: return texts(legalVirtualStages(operandsOf(study, stated)));
    case CandidateField::DataDegree: return texts(legalDataDegrees(operandsOf(study, stated)));
    case CandidateField::TensorCommunication:
    case CandidateField::Recompute: return lawfulChoices(study, stated, field, choicesOf(field));
    case CandidateField::OptimizerSharding:
    case CandidateField::FusedActivation:
    case CandidateField::AllGatherRedo: return lawfulChoices(study, stated, field, {"true", "false"});
    case CandidateField::TensorTier:
    case CandidateField::PipelineTier:
    case CandidateField::DataTier: return tierIndices(study);
    }
    return {};
}

} // namespace planscope
