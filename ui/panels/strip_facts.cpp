#include "ui/panels/strip_facts.h"

#include "ui/panels/headline_figures.h"

#include <string>

namespace planscope::ui {
namespace {

template <class Entities>
void addCount(std::vector<ExactFact>& facts, std::string_view name, const Entities& entities)
{
    facts.push_back(numberFact(name, static_cast<std::int64_t>(entities.size()), "count"));
}

template <class Model>
requires requires(const Model& ir)
{
    ir.operations;
}
void addCounts(std::vector<ExactFact>& facts, const Model& ir)
{
    addCount(facts, "operations", ir.operations);
    addCount(facts, "values", ir.values);
}

void addCounts(std::vector<ExactFact>& facts, const DistributedTaskIR& ir)
{
    addCount(facts, "tasks", ir.tasks);
    addCount(facts, "values", ir.values);
}

void addCounts(std::vector<ExactFact>& facts, const PortablePlanIR& ir)
{
    addCount(facts, "tasks", ir.tasks);
    addCount(facts, "buffers", ir.buffers);
    addCount(facts, "memory_rows", ir.layerMemory);
}

void addCounts(std::vector<ExactFact>& facts, const whole::DistributedTaskIR& ir)
{
    addCount(facts, "tasks", ir.tasks);
    addCount(facts, "values", ir.values);
    addCount(facts, "transients", ir.transients);
    addCount(facts, "edges", ir.edges);
    addCount(facts, "stages", ir.stages);
    addCount(facts, "chunks", ir.shape.chunks);
}

void addCounts(std::vector<ExactFact>& facts, const whole::PortablePlanIR& ir)
{
    addCount(facts, "tasks", ir.tasks);
    addCount(facts, "parameter_tensors", ir.parameterTensors);
    addCount(facts, "saved", ir.saved);
    addCount(facts, "transients", ir.transients);
    addCount(facts, "edges", ir.edges);
    addCount(facts, "stages", ir.stages);
}

template <class Result>
std::vector<ExactFact> headlineFacts(const Result& result)
{
    std::vector<ExactFact> facts;
    for (const Figure& figure : headlineFiguresOf(result))
        facts.insert(facts.end(), figure.facts.begin(), figure.facts.end());
    return facts;
}

std::string_view flagText(bool flag)
{
    return flag ? "true" : "false";
}

} // namespace

std::vector<ExactFact> specsFacts(const TransformerTraining& training)
{
    const auto& model = training.model();
    const auto& workload = training.workload();
    const auto& mapping = training.mapping();
    return {textFact("model.name", model.name),
            numberFact("model.hidden_size", model.hiddenSize, "elements"),
            numberFact("model.feedforward_size", model.feedforwardSize, "elements"),
            numberFact("model.sequence_length", model.sequenceLength, "tokens"),
            numberFact("model.attention_heads", model.attentionHeads, "heads"),
            numberFact("model.attention_head_size", model.attentionHeadSize, "elements"),
            numberFact("model.block_count", model.blockCount, "blocks"),
            numberFact("workload.global_batch_size", workload.globalBatchSize, "sequences"),
            numberFact("workload.microbatch_size", workload.microbatchSize, "sequences"),
            textFact("workload.datatype", nameOf(workload.datatype)),
            numberFact("mapping.tensor.degree", mapping.tensor.degree, "ranks"),
            textFact("mapping.tensor.communication", nameOf(mapping.tensor.communication)),
            numberFact("mapping.pipeline.degree", mapping.pipeline.degree, "stages"),
            textFact("mapping.pipeline.schedule.kind", nameOf(kindOf(mapping.pipeline.schedule))),
            numberFact("mapping.data.degree", mapping.data.degree, "replicas"),
            textFact("mapping.recompute", nameOf(mapping.recompute))};
}

std::vector<ExactFact> specsFacts(const whole::Training& training)
{
    const whole::ModelSpec& model = training.model();
    const whole::WorkloadSpec& workload = training.workload();
    const whole::MappingSpec& mapping = training.mapping();
    const whole::Shape& shape = training.shape();
    return {textFact("model.name", model.name),
            numberFact("model.hidden_size", model.hiddenSize, "elements"),
            numberFact("model.feedforward_size", model.feedforwardSize, "elements"),
            numberFact("model.attention_heads", model.attentionHeads, "heads"),
            numberFact("model.key_value_heads", model.keyValueHeads, "heads"),
            numberFact("model.attention_head_size", model.attentionHeadSize, "elements"),
            numberFact("model.block_count", model.blockCount, "blocks"),
            numberFact("model.vocabulary_size", model.vocabularySize, "rows"),
            numberFact("workload.sequence_length", workload.sequenceLength, "tokens"),
            numberFact("workload.global_batch_size", workload.globalBatchSize, "sequences"),
            numberFact("workload.microbatch_size", workload.microbatchSize, "sequences"),
            textFact("workload.datatype", nameOf(workload.datatype)),
            numberFact("mapping.tensor.degree", mapping.tensor.degree, "ranks"),
            textFact("mapping.tensor.sequence_parallel", flagText(mapping.tensor.sequenceParallel)),
            numberFact("mapping.context.degree", mapping.context.degree, "ranks"),
            numberFact("mapping.pipeline.degree", mapping.pipeline.degree, "stages"),
            textFact("mapping.pipeline.schedule.kind", nameOf(kindOf(mapping.pipeline.schedule))),
            numberFact("mapping.data.degree", mapping.data.degree, "replicas"),
            textFact("mapping.data.optimizer_sharding", flagText(mapping.data.optimizerSharding)),
            textFact("mapping.recompute", nameOf(mapping.recompute)),
            numberFact("shape.world_size", shape.worldSize, "ranks"),
            numberFact("shape.microbatch_count", shape.microbatchCount, "microbatches"),
            numberFact("shape.padded_vocabulary", shape.paddedVocabulary, "rows")};
}

std::vector<ExactFact> snapshotFacts(const IrSnapshot& snapshot, const CheckpointReport* report)
{
    const IrSchema& schema = snapshot.schema();
    std::vector<ExactFact> facts{
        textFact("schema", schema.name),
        textFact("schema_version", std::to_string(schema.major) + '.' + std::to_string(schema.minor)),
        textFact("digest", snapshot.digest().toString()),
        numberFact("canonical_bytes", static_cast<std::int64_t>(snapshot.bytes().size()), "bytes")};
    std::visit([&facts](const auto& ir) { addCounts(facts, ir); }, snapshot.ir());
    if (report) {
        addCount(facts, "checks", report->outcomes);
        facts.push_back(numberFact("checks_failed", report->failedCount(), "count"));
        facts.push_back(numberFact("host_time", report->record.hostNanoseconds, "ns"));
    }
    return facts;
}

std::vector<ExactFact> systemFacts(const ResultHead& result, Datatype datatype, const std::string& framework)
{
    const SystemProfile& system = *result.system;
    const EngineTable& matrix = tableFor(system.matrix, datatype);
    std::vector<ExactFact> facts{textFact("system.name", system.name),
                                 textFact("evidence_digest", result.evidence.toString()),
                                 numberFact("matrix_peak", matrix.peakOperationsPerSecond, "operations/s"),
                                 numberFact("memory_peak", system.memoryPeakBytesPerSecond, "bytes/s"),
                                 numberFact("memory_capacity", system.capacityBytes(), "bytes"),
                                 numberFact("network_tiers.tensor", result.tiers.tensor, "tier"),
                                 numberFact("network_tiers.pipeline", result.tiers.pipeline, "tier"),
                                 numberFact("network_tiers.data", result.tiers.data, "tier")};
    if (!framework.empty())
        facts.push_back(textFact("framework.name", framework));
    return facts;
}

std::vector<ExactFact> estimateFacts(const CandidateResult& result)
{
    return headlineFacts(result);
}

std::vector<ExactFact> estimateFacts(const whole::CandidateResult& result)
{
    return headlineFacts(result);
}

} // namespace planscope::ui
