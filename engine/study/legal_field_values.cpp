#include "study/study_document.h"

#include "frontend/system_reader.h"
#include "spec/laws.h"
#include "spec/whole/laws.h"
#include "spec/whole/training.h"

#include <algorithm>
#include <charconv>

namespace planscope {
namespace {

constexpr std::int64_t notStated = -1; ///< of what may be 0

/// The integer a text states, or what the laws take for one that is not there.
std::int64_t integerOr(std::int64_t none, const std::string& text)
{
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec == std::errc{} && read.ptr == end ? value : none;
}

std::optional<bool> truthOf(const std::string& text)
{
    if (text == "true")
        return true;
    return text == "false" ? std::optional{false} : std::nullopt;
}

/// In the words of the accounting that the study is of.
LawOperands blockOperands(const StudyDocument& study, const StudyCandidate& candidate)
{
    const auto model = [&study](ModelField field) { return integerOr(0, study[field]); };
    LawOperands operands;
    operands.hiddenSize = model(ModelField::HiddenSize);
    operands.feedforwardSize = model(ModelField::FeedforwardSize);
    operands.sequenceLength = model(ModelField::SequenceLength);
    operands.attentionHeads = model(ModelField::AttentionHeads);
    operands.blockCount = model(ModelField::BlockCount);
    operands.globalBatchSize = integerOr(0, study[WorkloadField::GlobalBatchSize]);
    operands.microbatchSize = integerOr(0, candidate[CandidateField::MicrobatchSize]);
    operands.tensorDegree = integerOr(0, candidate[CandidateField::TensorDegree]);
    operands.communication = enumFromName<TensorCommunication>(candidate[CandidateField::TensorCommunication]);
    operands.pipelineDegree = integerOr(0, candidate[CandidateField::PipelineDegree]);
    operands.scheduleKind = enumFromName<ScheduleKind>(candidate[CandidateField::ScheduleKind]);
    if (operands.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward)
        operands.virtualStages = integerOr(0, candidate[CandidateField::VirtualStages]);
    operands.dataDegree = integerOr(0, candidate[CandidateField::DataDegree]);
    operands.optimizerSharding = truthOf(candidate[CandidateField::OptimizerSharding]);
    operands.recompute = enumFromName<RecomputePolicy>(candidate[CandidateField::Recompute]);
    operands.allGatherRedo = truthOf(candidate[CandidateField::AllGatherRedo]);
    return operands;
}

/// Absent when nothing is stated, or what is stated is no list of integers from 0.
std::optional<std::vector<std::int64_t>> layoutOf(const StudyCandidate& candidate)
{
    std::vector<std::int64_t> entries;
    for (const std::string& item : itemsOf(candidate[CandidateField::Layout]))
        entries.push_back(integerOr(notStated, item));
    const bool isSound = std::all_of(entries.begin(), entries.end(), [](std::int64_t entry) { return entry >= 0; });
    return isSound && !entries.empty() ? std::optional{std::move(entries)} : std::nullopt;
}

whole::LawOperands wholeOperands(const StudyDocument& study, const StudyCandidate& candidate)
{
    const auto size = [&candidate](CandidateField field) { return integerOr(0, candidate[field]); };
    whole::LawOperands operands;
    operands.feedforwardSize = integerOr(0, study[ModelField::FeedforwardSize]);
    operands.attentionHeads = integerOr(0, study[ModelField::AttentionHeads]);
    operands.keyValueHeads = integerOr(0, study[ModelField::KeyValueHeads]);
    operands.attentionHeadSize = integerOr(0, study[ModelField::AttentionHeadSize]);
    operands.blockCount = integerOr(0, study[ModelField::BlockCount]);
    operands.vocabularySize = integerOr(0, study[ModelField::VocabularySize]);
    operands.position = enumFromName<whole::PositionEncoding>(study[ModelField::Position]);
    operands.maximumPositions = integerOr(0, study[ModelField::MaximumPositions]);
    operands.sequenceLength = integerOr(0, study[WorkloadField::SequenceLength]);
    operands.globalBatchSize = integerOr(0, study[WorkloadField::GlobalBatchSize]);
    operands.microbatchSize = size(CandidateField::MicrobatchSize);
    operands.tensorDegree = size(CandidateField::TensorDegree);
    operands.sequenceParallel = truthOf(candidate[CandidateField::SequenceParallel]);
    operands.contextDegree = size(CandidateField::ContextDegree);
    operands.exchange = enumFromName<whole::ContextExchange>(candidate[CandidateField::ContextExchange]);
    operands.pipelineDegree = size(CandidateField::PipelineDegree);
    operands.scheduleKind = enumFromName<ScheduleKind>(candidate[CandidateField::ScheduleKind]);
    if (operands.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward) {
        operands.virtualStages = size(CandidateField::VirtualStages);
        operands.groupStated = !candidate[CandidateField::InterleavingGroup].empty();
        operands.group = size(CandidateField::InterleavingGroup);
    }
    operands.layoutStated = !candidate[CandidateField::Layout].empty();
    operands.layout = layoutOf(candidate);
    operands.dataDegree = size(CandidateField::DataDegree);
    operands.attention = enumFromName<whole::AttentionKernel>(candidate[CandidateField::Attention]);
    operands.extraTokens = integerOr(notStated, candidate[CandidateField::ExtraTokens]);
    operands.vocabularyMultiple = integerOr(notStated, candidate[CandidateField::VocabularyMultiple]);
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

/// Those of the choices that break no law but what every one of them breaks. `brokenBy`: the laws a candidate breaks.
template <class BrokenBy>
std::vector<std::string> lawfulChoices(StudyCandidate candidate, CandidateField field,
                                       const std::vector<std::string>& choices, BrokenBy&& brokenBy)
{
    using Laws = std::decay_t<decltype(brokenBy(candidate))>;
    std::vector<Laws> broken;
    Laws unavoidable;
    for (const std::string& choice : choices) {
        candidate[field] = choice;
        broken.push_back(brokenBy(candidate));
        unavoidable = broken.size() == 1 ? broken.front() : unavoidable.common(broken.back());
    }
    std::vector<std::string> lawful;
    for (std::size_t k = 0; k < choices.size(); ++k)
        if (broken[k] == unavoidable)
            lawful.push_back(choices[k]);
    return lawful;
}

std::vector<std::string> lawfulChoices(const StudyDocument& study, const StudyCandidate& stated, CandidateField field)
{
    std::vector<std::string> choices = choicesOf(study.accounting, field);
    if (infoOf(study.accounting, field).kind == FieldKind::Boolean)
        choices = {"true", "false"};
    if (study.accounting == Accounting::Block)
        return lawfulChoices(stated, field, choices, [&study](const StudyCandidate& candidate) {
            return brokenLaws(blockOperands(study, candidate));
        });
    return lawfulChoices(stated, field, choices, [&study](const StudyCandidate& candidate) {
        return whole::brokenLaws(wholeOperands(study, candidate));
    });
}

/// The blocks over all chunks, the first ones taking what does not divide; none when the sizes are not there.
std::vector<std::string> evenLayout(const whole::LawOperands& operands)
{
    const std::int64_t perStage = operands.virtualStages.value_or(1);
    if (operands.pipelineDegree < 1 || perStage < 1 || operands.blockCount < 1
        || operands.pipelineDegree > whole::Training::mostChunks / perStage)
        return {};
    const std::int64_t chunks = operands.pipelineDegree * perStage;
    std::vector<std::string> entries;
    for (std::int64_t k = 0; k < chunks; ++k)
        entries.push_back(std::to_string(operands.blockCount / chunks + (k < operands.blockCount % chunks ? 1 : 0)));
    return {listOf(entries)};
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

std::vector<std::string> blockLegalValues(const StudyDocument& study, const StudyCandidate& stated,
                                          CandidateField field)
{
    const LawOperands operands = blockOperands(study, stated);
    switch (field) {
    case CandidateField::MicrobatchSize: return texts(legalMicrobatchSizes(operands));
    case CandidateField::TensorDegree: return texts(legalTensorDegrees(operands));
    case CandidateField::PipelineDegree: return texts(legalPipelineDegrees(operands));
    case CandidateField::ScheduleKind: return texts(legalScheduleKinds(operands));
    case CandidateField::VirtualStages: return texts(legalVirtualStages(operands));
    case CandidateField::DataDegree: return texts(legalDataDegrees(operands));
    default: return lawfulChoices(study, stated, field);
    }
}

std::vector<std::string> wholeLegalValues(const StudyDocument& study, const StudyCandidate& stated,
                                          CandidateField field)
{
    const whole::LawOperands operands = wholeOperands(study, stated);
    switch (field) {
    case CandidateField::MicrobatchSize: return texts(whole::legalMicrobatchSizes(operands));
    case CandidateField::TensorDegree: return texts(whole::legalTensorDegrees(operands));
    case CandidateField::ContextDegree: return texts(whole::legalContextDegrees(operands));
    case CandidateField::PipelineDegree: return texts(whole::legalPipelineDegrees(operands));
    case CandidateField::ScheduleKind: return whole::legalValues(whole::Law::ScheduleKind, operands);
    case CandidateField::VirtualStages: return texts(whole::legalVirtualStages(operands));
    case CandidateField::InterleavingGroup: return texts(whole::legalGroups(operands));
    case CandidateField::Layout: return evenLayout(operands);
    case CandidateField::DataDegree: return texts(whole::legalDataDegrees(operands));
    case CandidateField::ExtraTokens:
    case CandidateField::VocabularyMultiple: return {};
    default: return lawfulChoices(study, stated, field);
    }
}

} // namespace

std::vector<std::string> legalValues(const StudyDocument& study, std::size_t candidate, CandidateField field)
{
    const StudyCandidate& stated = study.candidates.at(candidate);
    switch (field) {
    case CandidateField::TensorTier:
    case CandidateField::PipelineTier:
    case CandidateField::DataTier: return tierIndices(study);
    default: break;
    }
    return study.accounting == Accounting::Block ? blockLegalValues(study, stated, field)
                                                 : wholeLegalValues(study, stated, field);
}

} // namespace planscope
