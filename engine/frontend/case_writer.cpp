#include "frontend/case_writer.h"

#include "base/json_writer.h"
#include "evaluation/system/system_laws.h"
#include "frontend/case_reader.h"
#include "frontend/system_reader.h"

#include <cmath>
#include <limits>

namespace planscope {
namespace {

/// The number of units that reads back as exactly `value`. A quotient may miss it by a rounding: its neighbours are
/// tried.
double inUnits(double value, double unit)
{
    constexpr double up = std::numeric_limits<double>::infinity();
    const double quotient = value / unit;
    for (const double candidate : {quotient, std::nextafter(quotient, up), std::nextafter(quotient, -up)})
        if (candidate * unit == value)
            return candidate;
    return quotient;
}

/// Writes members of the objects that are open in a JsonWriter.
class FieldWriter {
public:
    explicit FieldWriter(JsonWriter& json)
        : m_json(json)
    {
    }

    void text(std::string_view key, std::string_view value)
    {
        m_json.key(key);
        m_json.string(value);
    }
    void integer(std::string_view key, std::int64_t value)
    {
        m_json.key(key);
        m_json.integer(value);
    }
    void number(std::string_view key, double value)
    {
        m_json.key(key);
        m_json.number(value);
    }
    void boolean(std::string_view key, bool value)
    {
        m_json.key(key);
        m_json.boolean(value);
    }
    template <class Members>
    void object(std::string_view key, Members members)
    {
        m_json.key(key);
        element(members);
    }
    template <class Members>
    void element(Members members)
    {
        m_json.beginObject();
        members();
        m_json.endObject();
    }
    template <class Elements>
    void array(std::string_view key, Elements elements)
    {
        m_json.key(key);
        m_json.beginArray();
        elements();
        m_json.endArray();
    }

private:
    JsonWriter& m_json;
};

void writeCurve(FieldWriter& to, const EfficiencyCurve& curve, std::string_view thresholdName, double unit)
{
    to.array("efficiency", [&] {
        for (const EfficiencyStep& step : curve)
            to.element([&] {
                to.number(thresholdName, inUnits(step.threshold, unit));
                to.number("efficiency", step.efficiency);
            });
    });
}

void writeEngine(FieldWriter& to, std::string_view key, const std::vector<EngineTable>& tables)
{
    to.object(key, [&] {
        for (const EngineTable& table : tables)
            to.object(nameOf(table.datatype), [&] {
                to.number("peak_tflops", inUnits(table.peakOperationsPerSecond, teraOperations));
                writeCurve(to, table.efficiency, "gflop", gigaOperations);
            });
    });
}

void writeTier(FieldWriter& to, const NetworkTier& tier)
{
    to.text("name", tier.name);
    to.number("peak_gb_per_second", inUnits(tier.peakBytesPerSecond, gigaBytes));
    to.number("efficiency", tier.efficiency);
    to.number("latency_seconds", tier.latencySeconds);
    to.integer("size", tier.size);
    to.boolean("must_be_filled", tier.mustBeFilled);
    to.object("operations", [&] {
        for (std::size_t k = 0; k < countOf<NetworkOperation>(); ++k)
            to.object(nameOf(static_cast<NetworkOperation>(k)), [&] {
                to.number("volume_factor", tier.operations[k].volumeFactor);
                to.number("participant_offset", tier.operations[k].participantOffset);
            });
    });
}

void writeProfile(FieldWriter& to, const SystemProfile& profile)
{
    to.text("schema", systemSchema);
    to.text("name", profile.name);
    to.text("processing_mode", nameOf(profile.processingMode));
    writeEngine(to, "matrix", profile.matrix);
    writeEngine(to, "vector", profile.vector);
    to.object("memory", [&] {
        to.number("capacity_gib", profile.capacityGib);
        to.number("peak_gb_per_second", inUnits(profile.memoryPeakBytesPerSecond, gigaBytes));
        writeCurve(to, profile.memoryEfficiency, "megabyte", megaBytes);
    });
    to.array("networks", [&] {
        for (const NetworkTier& tier : profile.networks)
            to.element([&] { writeTier(to, tier); });
    });
}

void writeModel(FieldWriter& to, const TransformerModelSpec& model)
{
    to.text("name", model.name);
    to.integer("hidden_size", model.hiddenSize);
    to.integer("feedforward_size", model.feedforwardSize);
    to.integer("sequence_length", model.sequenceLength);
    to.integer("attention_heads", model.attentionHeads);
    to.integer("attention_head_size", model.attentionHeadSize);
    to.integer("block_count", model.blockCount);
}

void writeMapping(FieldWriter& to, const TransformerTrainingMappingSpec& mapping)
{
    to.object("tensor", [&] {
        to.integer("degree", mapping.tensor.degree);
        to.text("communication", nameOf(mapping.tensor.communication));
    });
    to.object("pipeline", [&] {
        to.integer("degree", mapping.pipeline.degree);
        to.object("schedule", [&] {
            const ScheduleKind kind = kindOf(mapping.pipeline.schedule);
            to.text("kind", nameOf(kind));
            if (kind == ScheduleKind::InterleavedOneForwardOneBackward)
                to.integer("virtual_stages", virtualStagesOf(mapping.pipeline.schedule));
        });
    });
    to.object("data", [&] {
        to.integer("degree", mapping.data.degree);
        to.boolean("optimizer_sharding", mapping.data.optimizerSharding);
    });
    to.text("recompute", nameOf(mapping.recompute));
    to.boolean("fused_activation", mapping.fusedActivation);
    to.boolean("sequence_parallel_all_gather_redo", mapping.sequenceParallelAllGatherRedo);
}

void writeSystemField(FieldWriter& to, const SystemProfile& system)
{
    const auto bundled = bundledSystem(system.name);
    if (bundled && *bundled == system)
        to.text("system", system.name);
    else
        to.object("system", [&] { writeProfile(to, system); });
}

template <class Members>
std::string document(Members members)
{
    JsonWriter json{JsonWriter::Layout::Indented};
    FieldWriter to{json};
    to.element([&] { members(to); });
    return json.take() + "\n";
}

} // namespace

std::string writeCase(const Candidate& candidate)
{
    const TransformerTraining& training = candidate.training;
    return document([&](FieldWriter& to) {
        to.text("schema", caseSchema);
        to.text("name", candidate.name);
        to.object("model", [&] { writeModel(to, training.model()); });
        to.object("workload", [&] {
            to.integer("global_batch_size", training.workload().globalBatchSize);
            to.integer("microbatch_size", training.workload().microbatchSize);
            to.text("datatype", nameOf(training.workload().datatype));
        });
        to.object("mapping", [&] { writeMapping(to, training.mapping()); });
        writeSystemField(to, *candidate.system);
        to.object("network_tiers", [&] {
            to.integer("tensor", candidate.tiers.tensor);
            to.integer("pipeline", candidate.tiers.pipeline);
            to.integer("data", candidate.tiers.data);
        });
    });
}

std::string writeSystem(const SystemProfile& profile)
{
    return document([&](FieldWriter& to) { writeProfile(to, profile); });
}

} // namespace planscope
