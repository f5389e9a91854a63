#include "spec/whole/training.h"

#include "base/quantity.h"
#include "spec/laws.h"
#include "spec/whole/laws.h"

#include <limits>

namespace planscope::whole {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

Diagnostics sizesOutOfRange(const ModelSpec& model, const WorkloadSpec& workload, const MappingSpec& mapping)
{
    Diagnostics faults;
    const auto positive = [&faults](std::string path, std::int64_t value) {
        if (value < 1)
            faults.push_back(notPositive(std::move(path), value));
    };
    const auto notNegative = [&faults](std::string path, std::int64_t value) {
        if (value < 0)
            faults.push_back(negative(std::move(path), value));
    };
    positive("model.hidden_size", model.hiddenSize);
    positive("model.feedforward_size", model.feedforwardSize);
    positive("model.attention_heads", model.attentionHeads);
    positive("model.key_value_heads", model.keyValueHeads);
    positive("model.attention_head_size", model.attentionHeadSize);
    positive("model.block_count", model.blockCount);
    positive("model.vocabulary_size", model.vocabularySize);
    if (model.position == PositionEncoding::Learned)
        positive("model.maximum_positions", model.maximumPositions);
    else
        notNegative("model.maximum_positions", model.maximumPositions);
    positive("workload.sequence_length", workload.sequenceLength);
    positive("workload.global_batch_size", workload.globalBatchSize);
    positive("workload.microbatch_size", workload.microbatchSize);
    positive("mapping.tensor.degree", mapping.tensor.degree);
    positive("mapping.context.degree", mapping.context.degree);
    positive("mapping.pipeline.degree", mapping.pipeline.degree);
    if (const auto* interleaved = std::get_if<Interleaved>(&mapping.pipeline.schedule)) {
        positive("mapping.pipeline.schedule.virtual_stages", interleaved->virtualStages);
        if (interleaved->group)
            positive("mapping.pipeline.schedule.group", *interleaved->group);
    }
    if (mapping.pipeline.layout)
        for (std::size_t k = 0; k < mapping.pipeline.layout->size(); ++k)
            notNegative("mapping.pipeline.layout[" + std::to_string(k) + "]", (*mapping.pipeline.layout)[k]);
    positive("mapping.data.degree", mapping.data.degree);
    notNegative("mapping.vocabulary.extra_tokens", mapping.vocabulary.extraTokens);
    notNegative("mapping.vocabulary.multiple", mapping.vocabulary.multiple);
    return faults;
}

Diagnostic notBFloat16(Datatype datatype)
{
    const std::string given{nameOf(datatype)};
    return {Severity::Error,
            Origin::Import,
            "spec.unknown_value",
            "workload.datatype",
            "whole models train in bfloat16, not in " + given,
            given,
            {std::string{nameOf(Datatype::BFloat16)}}};
}

Diagnostic overflow(std::string path, std::string digits, std::string_view what)
{
    std::string message = digits + " " + std::string{what} + " are more than 64 bits can count";
    return {Severity::Error, Origin::Work, "integer.overflow", std::move(path), std::move(message), std::move(digits),
            {}};
}

Diagnostic tooLong(std::string code, std::string path, WideInteger count, std::int64_t most, std::string_view what,
                   std::int64_t given)
{
    return {Severity::Error,
            Origin::Work,
            std::move(code),
            std::move(path),
            decimalDigits(count) + " " + std::string{what} + " are more than the " + std::to_string(most)
                + " that are executed one by one",
            std::to_string(given),
            {}};
}

std::vector<std::int64_t> chunksOf(const ModelSpec& model, const PipelineParallel& pipeline)
{
    if (pipeline.layout)
        return *pipeline.layout;
    const std::int64_t chunks = pipeline.degree * virtualStagesOf(pipeline.schedule);
    return std::vector<std::int64_t>(static_cast<std::size_t>(chunks), model.blockCount / chunks);
}

} // namespace

std::optional<std::int64_t> paddedVocabulary(std::int64_t vocabularySize, const VocabularyPadding& padding,
                                             std::int64_t tensorDegree)
{
    WideInteger rows = static_cast<WideInteger>(vocabularySize) + padding.extraTokens;
    if (padding.multiple > 0) {
        const WideInteger multiple = static_cast<WideInteger>(padding.multiple) * tensorDegree;
        rows = (rows + multiple - 1) / multiple * multiple;
    }
    return rows > largest ? std::nullopt : std::optional{static_cast<std::int64_t>(rows)};
}

Result<Training> Training::create(ModelSpec model, WorkloadSpec workload, MappingSpec mapping)
{
    Diagnostics faults = sizesOutOfRange(model, workload, mapping);
    if (workload.datatype != Datatype::BFloat16)
        faults.push_back(notBFloat16(workload.datatype));
    const LawOperands operands = lawOperands(model, workload, mapping);
    if (const LawSet broken = brokenLaws(operands); !broken.empty())
        append(faults, describeBrokenLaws(operands, broken));
    if (!faults.empty())
        return refuse(std::move(faults));

    const std::int64_t t = mapping.tensor.degree, c = mapping.context.degree;
    const std::int64_t p = mapping.pipeline.degree, D = mapping.data.degree;
    WideInteger ranks = 1;
    for (const std::int64_t degree : {t, c, p, D})
        if (ranks <= largest)
            ranks *= degree;
    if (ranks > largest)
        return refuse(overflow("shape.world_size", worldSizeDigits(t, p, D, c), "ranks"));
    const std::int64_t v = virtualStagesOf(mapping.pipeline.schedule);
    const std::int64_t m = workload.globalBatchSize / D / workload.microbatchSize;
    const WideInteger chunks = static_cast<WideInteger>(p) * v;
    if (chunks > mostChunks)
        return refuse(
            tooLong("limit.pipeline_chunks", "mapping.pipeline.degree", chunks, mostChunks, "chunks of a pipeline", p));
    if (chunks * m > mostPasses)
        return refuse(tooLong("limit.program_passes", "workload.global_batch_size", chunks * m, mostPasses,
                              "passes of microbatches through chunks", workload.globalBatchSize));
    const auto vocabulary = paddedVocabulary(model.vocabularySize, mapping.vocabulary, t);
    if (!vocabulary)
        return refuse(overflow("shape.padded_vocabulary", std::to_string(model.vocabularySize),
                               "rows of the vocabulary with its padding"));

    Training training;
    training.m_shape.worldSize = static_cast<std::int64_t>(ranks);
    training.m_shape.microbatchCount = m;
    training.m_shape.chunks = chunksOf(model, mapping.pipeline);
    training.m_shape.paddedVocabulary = *vocabulary;
    training.m_model = std::move(model);
    training.m_workload = workload;
    training.m_mapping = std::move(mapping);
    return training;
}

} // namespace planscope::whole
