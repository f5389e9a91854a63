#include "spec/divisors.h"
#include "spec/whole/law_operands.h"
#include "spec/whole/laws.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace planscope::whole {
namespace {

std::vector<std::string> written(const std::vector<std::int64_t>& values)
{
    std::vector<std::string> digits;
    digits.reserve(values.size());
    for (const std::int64_t value : values)
        digits.push_back(std::to_string(value));
    return digits;
}

/// A greatest common divisor that grows by what is known; 0 while nothing is.
class CommonDivisor {
public:
    void take(WideInteger size)
    {
        if (m_common != 0)
            m_common = std::gcd(m_common, static_cast<std::int64_t>(size % m_common));
        else if (size <= std::numeric_limits<std::int64_t>::max())
            m_common = static_cast<std::int64_t>(size);
    }
    /// Ascending; none while nothing is known.
    std::vector<std::int64_t> divisors() const
    {
        return m_common == 0 ? std::vector<std::int64_t>{} : divisorsOf(m_common);
    }

private:
    std::int64_t m_common = 0;
};

template <class Keeps>
std::vector<std::int64_t> only(std::vector<std::int64_t> values, Keeps keeps)
{
    values.erase(std::remove_if(values.begin(), values.end(), [&keeps](std::int64_t value) { return !keeps(value); }),
                 values.end());
    return values;
}

} // namespace

std::vector<std::int64_t> legalTensorDegrees(const LawOperands& o)
{
    CommonDivisor common;
    for (const std::int64_t size : {o.attentionHeads, o.feedforwardSize})
        if (size >= 1)
            common.take(size);
    if (const auto shard = contextShard(o); shard && o.sequenceParallel == true)
        common.take(*shard);
    if (const auto vocabulary = unpaddedVocabulary(o))
        common.take(*vocabulary);
    return only(common.divisors(), [&o](std::int64_t t) { return fitsKeyValueHeads(o, t); });
}

std::vector<std::int64_t> legalContextDegrees(const LawOperands& o)
{
    CommonDivisor common;
    if (o.sequenceLength >= 1)
        common.take(o.sequenceLength);
    if (o.exchange == ContextExchange::AllToAll) {
        if (o.attentionHeads >= 1 && o.tensorDegree >= 1 && o.attentionHeads % o.tensorDegree == 0)
            common.take(o.attentionHeads / o.tensorDegree);
        if (const auto heads = keyValueHeadsOfARank(o))
            common.take(*heads);
    }
    const bool cutsSequence = o.sequenceParallel == true && o.tensorDegree >= 1 && o.sequenceLength >= 1;
    return only(common.divisors(), [&o, cutsSequence](std::int64_t c) {
        return !cutsSequence || o.sequenceLength / c % o.tensorDegree == 0;
    });
}

std::vector<std::int64_t> legalPipelineDegrees(const LawOperands& o)
{
    return planscope::legalPipelineDegrees(sharedOperands(o));
}

std::vector<std::int64_t> legalVirtualStages(const LawOperands& o)
{
    if (!o.layoutStated)
        return planscope::legalVirtualStages(sharedOperands(o));
    const auto entries = static_cast<std::int64_t>(o.layout ? o.layout->size() : 0);
    const std::int64_t p = std::max<std::int64_t>(o.pipelineDegree, 1);
    return entries % p == 0 && entries / p >= 2 ? std::vector{entries / p} : std::vector<std::int64_t>{};
}

std::vector<std::int64_t> legalGroups(const LawOperands& o)
{
    constexpr std::int64_t most = 100'000;
    const std::int64_t p = std::max<std::int64_t>(o.pipelineDegree, 1);
    const auto count = microbatches(o);
    if (!count || *count - p >= most)
        return {};
    std::vector<std::int64_t> groups;
    for (std::int64_t group = p; group <= std::max(*count, p); ++group)
        if (isLawfulGroup(group, p, *count))
            groups.push_back(group);
    return groups;
}

std::vector<std::int64_t> legalDataDegrees(const LawOperands& o)
{
    return planscope::legalDataDegrees(sharedOperands(o));
}

std::vector<std::int64_t> legalMicrobatchSizes(const LawOperands& o)
{
    return planscope::legalMicrobatchSizes(sharedOperands(o));
}

std::vector<std::int64_t> legalKeyValueHeads(const LawOperands& o)
{
    return o.attentionHeads >= 1 ? divisorsOf(o.attentionHeads) : std::vector<std::int64_t>{};
}

std::vector<std::string> legalValues(Law law, const LawOperands& o)
{
    switch (law) {
    case Law::WorldSize:
        if (o.tensorDegree < 1 || o.contextDegree < 1 || o.pipelineDegree < 1 || o.dataDegree < 1)
            return {};
        return {worldSizeDigits(o.tensorDegree, o.pipelineDegree, o.dataDegree, o.contextDegree)};
    case Law::ScheduleKind: return planscope::legalValues(planscope::Law::ScheduleKind, sharedOperands(o));
    case Law::VirtualStages: return written(legalVirtualStages(o));
    case Law::DataDividesBatch: return written(legalDataDegrees(o));
    case Law::MicrobatchDividesLocalBatch: return written(legalMicrobatchSizes(o));
    case Law::KeyValueHeadsDivideHeads: return written(legalKeyValueHeads(o));
    case Law::TensorDividesHeads:
    case Law::TensorKeyValueHeads:
    case Law::TensorDividesFeedforward:
    case Law::TensorDividesSequence:
    case Law::TensorDividesVocabulary: return written(legalTensorDegrees(o));
    case Law::ContextDividesSequence:
    case Law::ContextDividesHeads: return written(legalContextDegrees(o));
    case Law::UnfusedContext:
        return o.contextDegree > 1 ? std::vector<std::string>{"fused"} : allNames<AttentionKernel>();
    case Law::SequenceExceedsPositions:
    case Law::Layout: return {};
    case Law::PipelineDividesBlocks: return written(legalPipelineDegrees(o));
    case Law::Group: return written(legalGroups(o));
    }
    return {};
}

} // namespace planscope::whole
