#include "ui/panels/strip_facts.h"

#include "ui/panels/headline_figures.h"

#include <string>

namespace planscope::ui {

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

std::vector<ExactFact> snapshotFacts(const IrSnapshot& snapshot, const CheckpointReport* report)
{
    const IrSchema& schema = snapshot.schema();
    std::vector<ExactFact> facts{
        textFact("schema", schema.name),
        textFact("schema_version", std::to_string(schema.major) + '.' + std::to_string(schema.minor)),
        textFact("digest", snapshot.digest().toString()),
        numberFact("canonical_bytes", static_cast<std::int64_t>(snapshot.bytes().size()), "bytes")};
    const auto add = [&facts](std::string_view name, const auto& entities) {
        facts.push_back(numberFact(name, static_cast<std::int64_t>(entities.size()), "count"));
    };
    switch (snapshot.kind()) {
    case IrKind::Model:
        add("operations", snapshot.as<ModelIR>().operations);
        add("values", snapshot.as<ModelIR>().values);
        break;
    case IrKind::Distributed:
        add("tasks", snapshot.as<DistributedTaskIR>().tasks);
        add("values", snapshot.as<DistributedTaskIR>().values);
        break;
    case IrKind::PortablePlan:
        add("tasks", snapshot.as<PortablePlanIR>().tasks);
        add("buffers", snapshot.as<PortablePlanIR>().buffers);
        add("memory_rows", snapshot.as<PortablePlanIR>().layerMemory);
        break;
    }
    if (report) {
        add("checks", report->outcomes);
        facts.push_back(numberFact("checks_failed", report->failedCount(), "count"));
        facts.push_back(numberFact("host_time", report->record.hostNanoseconds, "ns"));
    }
    return facts;
}

std::vector<ExactFact> systemFacts(const CandidateResult& result)
{
    const SystemProfile& system = *result.system;
    const EngineTable& matrix = tableFor(system.matrix, result.derivation->training.workload().datatype);
    return {textFact("system.name", system.name),
            textFact("evidence_digest", result.evidence.toString()),
            numberFact("matrix_peak", matrix.peakOperationsPerSecond, "operations/s"),
            numberFact("memory_peak", system.memoryPeakBytesPerSecond, "bytes/s"),
            numberFact("memory_capacity", system.capacityBytes(), "bytes"),
            numberFact("network_tiers.tensor", result.tiers.tensor, "tier"),
            numberFact("network_tiers.pipeline", result.tiers.pipeline, "tier"),
            numberFact("network_tiers.data", result.tiers.data, "tier")};
}

std::vector<ExactFact> estimateFacts(const CandidateResult& result)
{
    std::vector<ExactFact> facts;
    for (const Figure& figure : headlineFiguresOf(result))
        facts.insert(facts.end(), figure.facts.begin(), figure.facts.end());
    return facts;
}

} // namespace planscope::ui
