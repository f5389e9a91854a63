#include "spec/divisors.h"
#include "spec/laws.h"

#include <algorithm>
#include <numeric>

namespace planscope {
namespace {

std::vector<std::int64_t> atLeastTwo(std::vector<std::int64_t> ascending)
{
    if (!ascending.empty() && ascending.front() == 1)
        ascending.erase(ascending.begin());
    return ascending;
}

template <NamedEnum E>
std::vector<std::string> written(const std::vector<E>& values)
{
    std::vector<std::string> names;
    for (const E value : values)
        names.emplace_back(nameOf(value));
    return names;
}

std::vector<std::string> written(const std::vector<std::int64_t>& values)
{
    std::vector<std::string> digits;
    digits.reserve(values.size());
    for (const std::int64_t value : values)
        digits.push_back(std::to_string(value));
    return digits;
}

} // namespace

std::vector<std::int64_t> legalTensorDegrees(const LawOperands& o)
{
    std::int64_t common = 0;
    for (const std::int64_t size : {o.hiddenSize, o.feedforwardSize, o.attentionHeads})
        if (size >= 1)
            common = std::gcd(common, size);
    if (o.communication == TensorCommunication::ReduceScatterAllGather && o.sequenceLength >= 1)
        common = std::gcd(common, o.sequenceLength);
    return common == 0 ? std::vector<std::int64_t>{} : divisorsOf(common);
}

std::vector<ScheduleKind> legalScheduleKinds(const LawOperands& o)
{
    std::vector<ScheduleKind> kinds;
    if (o.pipelineDegree <= 1)
        kinds.push_back(ScheduleKind::SingleStage);
    if (o.pipelineDegree != 1) {
        kinds.push_back(ScheduleKind::OneForwardOneBackward);
        kinds.push_back(ScheduleKind::InterleavedOneForwardOneBackward);
    }
    return kinds;
}

std::vector<std::int64_t> legalPipelineDegrees(const LawOperands& o)
{
    if (o.scheduleKind == ScheduleKind::ForwardOnly)
        return {};
    if (o.scheduleKind == ScheduleKind::SingleStage)
        return {1};
    if (o.blockCount < 1)
        return {};
    if (!o.scheduleKind)
        return divisorsOf(o.blockCount);
    if (o.scheduleKind == ScheduleKind::OneForwardOneBackward || !o.virtualStages)
        return atLeastTwo(divisorsOf(o.blockCount));
    const std::int64_t v = *o.virtualStages;
    if (v < 2 || o.blockCount % v != 0)
        return {};
    return atLeastTwo(divisorsOf(o.blockCount / v));
}

std::vector<std::int64_t> legalVirtualStages(const LawOperands& o)
{
    const std::int64_t p = std::max<std::int64_t>(o.pipelineDegree, 1);
    if (o.blockCount < 1 || o.blockCount % p != 0)
        return {};
    return atLeastTwo(divisorsOf(o.blockCount / p));
}

std::vector<std::int64_t> legalDataDegrees(const LawOperands& o)
{
    const std::int64_t b = std::max<std::int64_t>(o.microbatchSize, 1);
    if (o.globalBatchSize < 1 || o.globalBatchSize % b != 0)
        return {};
    std::vector<std::int64_t> degrees = divisorsOf(o.globalBatchSize / b);
    return o.optimizerSharding == true ? atLeastTwo(std::move(degrees)) : degrees;
}

std::vector<std::int64_t> legalMicrobatchSizes(const LawOperands& o)
{
    const std::int64_t D = std::max<std::int64_t>(o.dataDegree, 1);
    if (o.globalBatchSize < 1 || o.globalBatchSize % D != 0)
        return {};
    return divisorsOf(o.globalBatchSize / D);
}

std::vector<std::string> legalValues(Law law, const LawOperands& o)
{
    switch (law) {
    case Law::WorldSize:
        if (o.tensorDegree < 1 || o.pipelineDegree < 1 || o.dataDegree < 1)
            return {};
        return {worldSizeDigits(o.tensorDegree, o.pipelineDegree, o.dataDegree)};
    case Law::TensorDividesHidden:
    case Law::TensorDividesFeedforward:
    case Law::TensorDividesHeads:
    case Law::TensorDividesSequence: return written(legalTensorDegrees(o));
    case Law::ScheduleKind: return written(legalScheduleKinds(o));
    case Law::PipelineDividesBlocks: return written(legalPipelineDegrees(o));
    case Law::VirtualStages: return written(legalVirtualStages(o));
    case Law::DataDividesBatch: return written(legalDataDegrees(o));
    case Law::MicrobatchDividesLocalBatch: return written(legalMicrobatchSizes(o));
    case Law::OptimizerSharding:
        return o.dataDegree == 1 ? std::vector<std::string>{"false"} : std::vector<std::string>{"false", "true"};
    case Law::RedoCommunication:
    case Law::RedoFullRecompute: {
        const bool canRedo = o.communication.value_or(TensorCommunication::ReduceScatterAllGather)
                == TensorCommunication::ReduceScatterAllGather
            && o.recompute != RecomputePolicy::Full;
        return canRedo ? std::vector<std::string>{"false", "true"} : std::vector<std::string>{"false"};
    }
    }
    return {};
}

} // namespace planscope
