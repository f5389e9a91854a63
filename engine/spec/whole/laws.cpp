#include "spec/whole/laws.h"

#include "spec/whole/law_operands.h"

#include <algorithm>

namespace planscope::whole {
namespace {

/// Requires: all >= 1. The product may need 252 bits, but leaves the comparison early where it passes the stated one.
bool isProduct(std::int64_t stated, const std::array<std::int64_t, 4>& factors)
{
    WideInteger product = 1;
    for (const std::int64_t factor : factors) {
        product *= factor;
        if (product > stated)
            return false;
    }
    return product == stated;
}

bool isLawfulLayout(const std::vector<std::int64_t>& layout, std::int64_t stages, std::int64_t chunks,
                    std::int64_t blocks)
{
    WideInteger sum = 0;
    for (const std::int64_t entry : layout)
        sum += entry;
    return static_cast<WideInteger>(stages) * chunks == static_cast<WideInteger>(layout.size()) && sum == blocks;
}

bool hasNegative(const std::vector<std::int64_t>& layout)
{
    return std::any_of(layout.begin(), layout.end(), [](std::int64_t entry) { return entry < 0; });
}

void checkTensor(const LawOperands& o, LawSet& broken)
{
    const std::int64_t t = o.tensorDegree;
    if (t < 1)
        return;
    const auto check = [&broken](Law law, bool kept) {
        if (!kept)
            broken.insert(law);
    };
    if (o.attentionHeads >= 1)
        check(Law::TensorDividesHeads, o.attentionHeads % t == 0);
    if (o.attentionHeads >= 1 && o.keyValueHeads >= 1 && o.attentionHeadSize >= 1)
        check(Law::TensorKeyValueHeads, fitsKeyValueHeads(o, t));
    if (o.feedforwardSize >= 1)
        check(Law::TensorDividesFeedforward, o.feedforwardSize % t == 0);
    if (const auto shard = contextShard(o); shard && o.sequenceParallel == true)
        check(Law::TensorDividesSequence, *shard % t == 0);
    if (const auto vocabulary = unpaddedVocabulary(o))
        check(Law::TensorDividesVocabulary, *vocabulary % t == 0);
}

void checkContext(const LawOperands& o, LawSet& broken)
{
    const std::int64_t c = o.contextDegree, t = o.tensorDegree;
    if (c < 1)
        return;
    if (o.sequenceLength >= 1 && o.sequenceLength % c != 0)
        broken.insert(Law::ContextDividesSequence);
    if (o.exchange == ContextExchange::AllToAll && t >= 1 && o.attentionHeads >= 1 && o.keyValueHeads >= 1) {
        const bool cutsHeads = o.attentionHeads % t != 0 || o.attentionHeads / t % c == 0;
        const auto heads = keyValueHeadsOfARank(o);
        if (!cutsHeads || (heads && *heads % c != 0))
            broken.insert(Law::ContextDividesHeads);
    }
    if (c > 1 && o.attention == AttentionKernel::Unfused)
        broken.insert(Law::UnfusedContext);
}

void checkPipeline(const LawOperands& o, const planscope::LawSet& shared, LawSet& broken)
{
    const std::int64_t p = o.pipelineDegree;
    const bool interleaves = p > 1 && o.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward;
    if (o.layoutStated) {
        if (interleaves && o.virtualStages == 1)
            broken.insert(Law::VirtualStages);
        const auto chunks = chunksOfAStage(o);
        if (p >= 1 && chunks && o.blockCount >= 1 && o.layout && !hasNegative(*o.layout)
            && !isLawfulLayout(*o.layout, p, *chunks, o.blockCount))
            broken.insert(Law::Layout);
    } else {
        if (shared.contains(planscope::Law::VirtualStages))
            broken.insert(Law::VirtualStages);
        if (shared.contains(planscope::Law::PipelineDividesBlocks))
            broken.insert(Law::PipelineDividesBlocks);
    }
    if (!interleaves || (o.groupStated && o.group < 1))
        return;
    if (const auto count = microbatches(o); count && !isLawfulGroup(o.groupStated ? o.group : p, p, *count))
        broken.insert(Law::Group);
}

} // namespace

LawOperands lawOperands(const ModelSpec& model, const WorkloadSpec& workload, const MappingSpec& mapping)
{
    LawOperands o;
    o.feedforwardSize = model.feedforwardSize;
    o.attentionHeads = model.attentionHeads;
    o.keyValueHeads = model.keyValueHeads;
    o.attentionHeadSize = model.attentionHeadSize;
    o.blockCount = model.blockCount;
    o.vocabularySize = model.vocabularySize;
    o.position = model.position;
    o.maximumPositions = model.maximumPositions;
    o.sequenceLength = workload.sequenceLength;
    o.globalBatchSize = workload.globalBatchSize;
    o.microbatchSize = workload.microbatchSize;
    o.tensorDegree = mapping.tensor.degree;
    o.sequenceParallel = mapping.tensor.sequenceParallel;
    o.contextDegree = mapping.context.degree;
    o.exchange = mapping.context.exchange;
    o.pipelineDegree = mapping.pipeline.degree;
    o.scheduleKind = kindOf(mapping.pipeline.schedule);
    if (const auto* interleaved = std::get_if<Interleaved>(&mapping.pipeline.schedule)) {
        o.virtualStages = interleaved->virtualStages;
        o.groupStated = interleaved->group.has_value();
        o.group = interleaved->group.value_or(0);
    }
    o.layoutStated = mapping.pipeline.layout.has_value();
    o.layout = mapping.pipeline.layout;
    o.dataDegree = mapping.data.degree;
    o.attention = mapping.attention;
    o.extraTokens = mapping.vocabulary.extraTokens;
    o.vocabularyMultiple = mapping.vocabulary.multiple;
    return o;
}

planscope::LawOperands sharedOperands(const LawOperands& o)
{
    planscope::LawOperands shared;
    shared.blockCount = o.blockCount;
    shared.globalBatchSize = o.globalBatchSize;
    shared.microbatchSize = o.microbatchSize;
    shared.pipelineDegree = o.pipelineDegree;
    shared.scheduleKind = o.scheduleKind;
    shared.virtualStages = o.virtualStages;
    shared.dataDegree = o.dataDegree;
    return shared;
}

std::optional<std::int64_t> microbatches(const LawOperands& o)
{
    if (o.globalBatchSize < 1 || o.dataDegree < 1 || o.microbatchSize < 1 || o.globalBatchSize % o.dataDegree != 0
        || o.globalBatchSize / o.dataDegree % o.microbatchSize != 0)
        return std::nullopt;
    return o.globalBatchSize / o.dataDegree / o.microbatchSize;
}

std::optional<std::int64_t> chunksOfAStage(const LawOperands& o)
{
    if (!o.scheduleKind)
        return std::nullopt;
    if (*o.scheduleKind != ScheduleKind::InterleavedOneForwardOneBackward)
        return 1;
    return o.virtualStages.value_or(0) >= 1 ? o.virtualStages : std::nullopt;
}

std::optional<std::int64_t> contextShard(const LawOperands& o)
{
    if (o.sequenceLength < 1 || o.contextDegree < 1 || o.sequenceLength % o.contextDegree != 0)
        return std::nullopt;
    return o.sequenceLength / o.contextDegree;
}

std::optional<WideInteger> unpaddedVocabulary(const LawOperands& o)
{
    if (o.vocabularySize < 1 || o.extraTokens < 0 || o.vocabularyMultiple != 0)
        return std::nullopt;
    return static_cast<WideInteger>(o.vocabularySize) + o.extraTokens;
}

bool keyValueHeadsCount(const LawOperands& o)
{
    return o.attentionHeads < 1 || o.keyValueHeads < 1 || o.attentionHeads % o.keyValueHeads == 0;
}

std::optional<std::int64_t> keyValueHeadsOfARank(const LawOperands& o)
{
    const std::int64_t k = o.keyValueHeads, t = o.tensorDegree;
    if (k < 1 || t < 1 || !keyValueHeadsCount(o) || (k % t != 0 && t % k != 0))
        return std::nullopt;
    return std::max<std::int64_t>(1, k / t);
}

bool fitsKeyValueHeads(const LawOperands& o, std::int64_t t)
{
    const std::int64_t a = o.attentionHeads, k = o.keyValueHeads, d = o.attentionHeadSize;
    if (k >= 1 && keyValueHeadsCount(o) && k % t != 0 && t % k != 0)
        return false;
    if (a < 1 || k < 1 || d < 1)
        return true;
    const WideInteger heads = static_cast<WideInteger>(a) + 2 * static_cast<WideInteger>(k);
    return heads % t * (d % t) % t == 0;
}

bool isLawfulGroup(std::int64_t group, std::int64_t stages, std::int64_t microbatches)
{
    if (group < stages || group > std::max(microbatches, stages))
        return false;
    const std::int64_t rest = microbatches % group;
    return rest == 0 || rest >= stages;
}

LawSet brokenLaws(const LawOperands& o)
{
    LawSet broken;
    const std::int64_t t = o.tensorDegree, c = o.contextDegree, p = o.pipelineDegree, D = o.dataDegree;
    if (o.worldSize >= 1 && t >= 1 && c >= 1 && p >= 1 && D >= 1 && !isProduct(o.worldSize, {t, c, p, D}))
        broken.insert(Law::WorldSize);

    const planscope::LawSet shared = planscope::brokenLaws(sharedOperands(o));
    if (shared.contains(planscope::Law::ScheduleKind))
        broken.insert(Law::ScheduleKind);
    if (shared.contains(planscope::Law::DataDividesBatch))
        broken.insert(Law::DataDividesBatch);
    if (shared.contains(planscope::Law::MicrobatchDividesLocalBatch))
        broken.insert(Law::MicrobatchDividesLocalBatch);

    if (!keyValueHeadsCount(o))
        broken.insert(Law::KeyValueHeadsDivideHeads);
    checkTensor(o, broken);
    checkContext(o, broken);
    if (o.position == PositionEncoding::Learned && o.maximumPositions >= 1 && o.sequenceLength > o.maximumPositions)
        broken.insert(Law::SequenceExceedsPositions);
    checkPipeline(o, shared, broken);
    return broken;
}

Diagnostic negative(std::string path, std::int64_t given)
{
    Diagnostic fault = notPositive(std::move(path), given);
    fault.message = fault.given + " is below 0";
    return fault;
}

} // namespace planscope::whole
