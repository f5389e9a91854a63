#include "spec/laws.h"

#include "base/quantity.h"

#include <boost/multiprecision/cpp_int.hpp>

namespace planscope {
namespace {

/// Requires: all >= 1. The product may need 189 bits, but leaves the comparison early where it would pass 128.
bool isProduct(std::int64_t stated, std::int64_t a, std::int64_t b, std::int64_t c)
{
    const WideInteger ab = static_cast<WideInteger>(a) * b;
    return ab <= stated && ab * c == stated;
}

} // namespace

LawOperands lawOperands(const TransformerModelSpec& model, const TransformerTrainingWorkloadSpec& workload,
                        const TransformerTrainingMappingSpec& mapping)
{
    LawOperands o;
    o.hiddenSize = model.hiddenSize;
    o.feedforwardSize = model.feedforwardSize;
    o.sequenceLength = model.sequenceLength;
    o.attentionHeads = model.attentionHeads;
    o.blockCount = model.blockCount;
    o.globalBatchSize = workload.globalBatchSize;
    o.microbatchSize = workload.microbatchSize;
    o.tensorDegree = mapping.tensor.degree;
    o.communication = mapping.tensor.communication;
    o.pipelineDegree = mapping.pipeline.degree;
    o.scheduleKind = kindOf(mapping.pipeline.schedule);
    if (o.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward)
        o.virtualStages = virtualStagesOf(mapping.pipeline.schedule);
    o.dataDegree = mapping.data.degree;
    o.optimizerSharding = mapping.data.optimizerSharding;
    o.recompute = mapping.recompute;
    o.allGatherRedo = mapping.sequenceParallelAllGatherRedo;
    return o;
}

LawSet brokenLaws(const LawOperands& o)
{
    LawSet broken;
    const std::int64_t t = o.tensorDegree, p = o.pipelineDegree, D = o.dataDegree;
    const auto check = [&broken](Law law, bool kept) {
        if (!kept)
            broken.insert(law);
    };

    if (o.worldSize >= 1 && t >= 1 && p >= 1 && D >= 1)
        check(Law::WorldSize, isProduct(o.worldSize, t, p, D));

    if (t >= 1) {
        if (o.hiddenSize >= 1)
            check(Law::TensorDividesHidden, o.hiddenSize % t == 0);
        if (o.feedforwardSize >= 1)
            check(Law::TensorDividesFeedforward, o.feedforwardSize % t == 0);
        if (o.attentionHeads >= 1)
            check(Law::TensorDividesHeads, o.attentionHeads % t == 0);
        if (o.sequenceLength >= 1 && o.communication == TensorCommunication::ReduceScatterAllGather)
            check(Law::TensorDividesSequence, o.sequenceLength % t == 0);
    }

    if (p >= 1) {
        if (o.scheduleKind)
            check(Law::ScheduleKind,
                  *o.scheduleKind != ScheduleKind::ForwardOnly
                      && (p == 1) == (*o.scheduleKind == ScheduleKind::SingleStage));
        if (o.blockCount >= 1) {
            const bool divides = o.blockCount % p == 0;
            check(Law::PipelineDividesBlocks, divides);
            const std::int64_t v = o.virtualStages.value_or(0);
            if (divides && p > 1 && v >= 1 && o.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward)
                check(Law::VirtualStages, v != 1 && o.blockCount / p % v == 0);
        }
    }

    if (D >= 1) {
        if (o.globalBatchSize >= 1) {
            const bool divides = o.globalBatchSize % D == 0;
            check(Law::DataDividesBatch, divides);
            if (divides && o.microbatchSize >= 1)
                check(Law::MicrobatchDividesLocalBatch, o.globalBatchSize / D % o.microbatchSize == 0);
        }
        check(Law::OptimizerSharding, D > 1 || o.optimizerSharding != true);
    }

    if (o.allGatherRedo == true) {
        if (o.communication)
            check(Law::RedoCommunication, *o.communication == TensorCommunication::ReduceScatterAllGather);
        if (o.recompute)
            check(Law::RedoFullRecompute, *o.recompute != RecomputePolicy::Full);
    }
    return broken;
}

std::string worldSizeDigits(std::int64_t tensor, std::int64_t pipeline, std::int64_t data, std::int64_t context)
{
    return boost::multiprecision::int256_t{boost::multiprecision::int256_t{tensor} * context * pipeline * data}.str();
}

Diagnostic notPositive(std::string path, std::int64_t given)
{
    const std::string digits = std::to_string(given);
    return {Severity::Error,
            Origin::Import,
            "spec.positive",
            std::move(path),
            digits + " is not a size: at least 1 is needed",
            digits,
            {}};
}

} // namespace planscope
