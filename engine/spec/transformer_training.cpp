#include "spec/transformer_training.h"

#include "base/quantity.h"
#include "spec/laws.h"
#include "spec/shape_algebra.h"

#include <limits>

namespace planscope {
namespace {

Diagnostics sizesNotPositive(const TransformerModelSpec& model, const TransformerTrainingWorkloadSpec& workload,
                             const TransformerTrainingMappingSpec& mapping)
{
    Diagnostics faults;
    const auto check = [&faults](const char* path, std::int64_t value) {
        if (value < 1)
            faults.push_back(notPositive(path, value));
    };
    check("model.hidden_size", model.hiddenSize);
    check("model.feedforward_size", model.feedforwardSize);
    check("model.sequence_length", model.sequenceLength);
    check("model.attention_heads", model.attentionHeads);
    check("model.attention_head_size", model.attentionHeadSize);
    check("model.block_count", model.blockCount);
    check("workload.global_batch_size", workload.globalBatchSize);
    check("workload.microbatch_size", workload.microbatchSize);
    check("mapping.tensor.degree", mapping.tensor.degree);
    check("mapping.pipeline.degree", mapping.pipeline.degree);
    check("mapping.pipeline.schedule.virtual_stages", virtualStagesOf(mapping.pipeline.schedule));
    check("mapping.data.degree", mapping.data.degree);
    return faults;
}

} // namespace

Result<TransformerTraining> TransformerTraining::create(TransformerModelSpec model,
                                                        TransformerTrainingWorkloadSpec workload,
                                                        TransformerTrainingMappingSpec mapping)
{
    Diagnostics faults = sizesNotPositive(model, workload, mapping);
    const LawOperands operands = lawOperands(model, workload, mapping);
    if (const LawSet broken = brokenLaws(operands); !broken.empty())
        append(faults, describeBrokenLaws(operands, broken));
    if (!faults.empty())
        return refuse(std::move(faults));

    const std::int64_t t = mapping.tensor.degree, p = mapping.pipeline.degree, D = mapping.data.degree;
    const std::int64_t v = virtualStagesOf(mapping.pipeline.schedule);
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const WideInteger replica = static_cast<WideInteger>(t) * p;
    if (replica > most || replica * D > most) {
        std::string digits = worldSizeDigits(t, p, D);
        return refuse(Diagnostic{Severity::Error,
                                 Origin::Work,
                                 "integer.overflow",
                                 "shape.world_size",
                                 digits + " ranks are more than 64 bits can count",
                                 digits,
                                 {}});
    }

    TransformerTraining training;
    const auto shape = shapeOf<WideInteger>({t, p, D, v, model.blockCount, workload.globalBatchSize,
                                             workload.microbatchSize});
    training.m_shape = {static_cast<std::int64_t>(shape.worldSize), static_cast<std::int64_t>(shape.microbatchCount),
                        static_cast<std::int64_t>(shape.blocksPerStage),
                        static_cast<std::int64_t>(shape.blocksPerVirtualChunk)};
    training.m_model = std::move(model);
    training.m_workload = workload;
    training.m_mapping = mapping;
    return training;
}

} // namespace planscope
