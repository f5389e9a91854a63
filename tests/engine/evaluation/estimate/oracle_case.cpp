#include "oracle_case.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace planscope::test {
namespace {

JsonDocument readDocument(const std::string& name)
{
    std::ifstream file{std::string{PLANSCOPE_SOURCE_DIR} + "/tests/oracle/" + name, std::ios::binary};
    std::stringstream bytes;
    bytes << file.rdbuf();
    return JsonDocument::parse(bytes.str()).value();
}

JsonValue at(JsonValue object, std::string_view key)
{
    const auto member = object.find(key);
    if (!member)
        throw std::runtime_error{"the oracle lacks " + std::string{key}};
    return *member;
}
std::int64_t integer(JsonValue object, std::string_view key)
{
    return at(object, key).integer().value();
}
double number(JsonValue object, std::string_view key)
{
    return at(object, key).number().value();
}
bool flag(JsonValue object, std::string_view key)
{
    return at(object, key).text() == "true";
}
template <class E>
E named(JsonValue object, std::string_view key)
{
    return enumFromName<E>(at(object, key).text()).value();
}

EfficiencyCurve curve(JsonValue steps, std::string_view unit, double unitSize)
{
    EfficiencyCurve curve;
    for (const JsonValue step : steps.elements())
        curve.push_back({number(step, unit) * unitSize, number(step, "efficiency")});
    return curve;
}

std::vector<EngineTable> engineTables(JsonValue tables)
{
    std::vector<EngineTable> engine;
    for (const auto& [name, table] : tables.members())
        engine.push_back({enumFromName<TableDatatype>(name).value(), number(table, "peak_tflops") * 1e12,
                          curve(at(table, "efficiency"), "gflop", 1e9)});
    return engine;
}

SystemProfile profile(JsonValue json)
{
    SystemProfile profile;
    profile.name = at(json, "name").text();
    profile.processingMode = named<ProcessingMode>(json, "processing_mode");
    profile.matrix = engineTables(at(json, "matrix"));
    profile.vector = engineTables(at(json, "vector"));
    const JsonValue memory = at(json, "memory");
    profile.capacityGib = number(memory, "capacity_gib");
    profile.memoryPeakBytesPerSecond = number(memory, "peak_gb_per_second") * 1e9;
    profile.memoryEfficiency = curve(at(memory, "efficiency"), "megabyte", 1e6);
    for (const JsonValue network : at(json, "networks").elements()) {
        NetworkTier& tier = profile.networks.emplace_back();
        tier.name = at(network, "name").text();
        tier.peakBytesPerSecond = number(network, "peak_gb_per_second") * 1e9;
        tier.efficiency = number(network, "efficiency");
        tier.latencySeconds = number(network, "latency_seconds");
        tier.size = integer(network, "size");
        tier.mustBeFilled = flag(network, "must_be_filled");
        for (const auto& [name, cost] : at(network, "operations").members())
            tier.operations[static_cast<std::size_t>(enumFromName<NetworkOperation>(name).value())] = {
                number(cost, "volume_factor"), number(cost, "participant_offset")};
    }
    return profile;
}

SystemProfile systemOf(JsonValue value, JsonValue systems)
{
    if (value.isObject())
        return profile(value);
    for (const JsonValue system : systems.elements())
        if (at(system, "name").text() == value.text())
            return profile(system);
    throw std::runtime_error{"the oracle has no system " + std::string{value.text()}};
}

PipelineSchedule schedule(JsonValue json)
{
    switch (named<ScheduleKind>(json, "kind")) {
    case ScheduleKind::SingleStage: return SingleStage{};
    case ScheduleKind::OneForwardOneBackward: return OneForwardOneBackward{};
    case ScheduleKind::InterleavedOneForwardOneBackward:
        return InterleavedOneForwardOneBackward{integer(json, "virtual_stages")};
    case ScheduleKind::ForwardOnly: return ForwardOnly{};
    }
    throw std::runtime_error{"no such schedule"};
}

PlanProgram program(JsonValue json, JsonValue model, JsonValue shape)
{
    const JsonValue mapping = at(json, "mapping");
    const JsonValue workload = at(json, "workload");
    PlanProgram program;
    program.tensorDegree = integer(at(mapping, "tensor"), "degree");
    program.communication = named<TensorCommunication>(at(mapping, "tensor"), "communication");
    program.pipelineDegree = integer(at(mapping, "pipeline"), "degree");
    program.schedule = schedule(at(at(mapping, "pipeline"), "schedule"));
    program.dataDegree = integer(at(mapping, "data"), "degree");
    program.optimizerSharding = flag(at(mapping, "data"), "optimizer_sharding");
    program.recompute = named<RecomputePolicy>(mapping, "recompute");
    program.datatype = named<Datatype>(workload, "datatype");
    program.globalBatchSize = integer(workload, "global_batch_size");
    program.microbatchSize = integer(workload, "microbatch_size");
    program.sequenceLength = integer(model, "sequence_length");
    program.hiddenSize = integer(model, "hidden_size");
    program.shape = {integer(shape, "world_size"), integer(shape, "microbatch_count"),
                     integer(shape, "blocks_per_stage"), integer(shape, "blocks_per_virtual_chunk")};
    return program;
}

BlockMemory blockMemory(JsonValue json)
{
    const auto bytes = [&](std::string_view key) { return Bytes{integer(json, key)}; };
    return {bytes("weights"),
            bytes("activation_working"),
            bytes("activation_storage"),
            bytes("activation_checkpoint"),
            bytes("weight_gradients"),
            bytes("weight_gradients_unsharded"),
            bytes("activation_gradients"),
            bytes("optimizer")};
}

Invocation invocation(JsonValue json)
{
    Invocation invocation;
    invocation.layer = named<Layer>(json, "source_layer");
    invocation.phase = named<Phase>(json, "phase");
    invocation.primitive = named<Primitive>(json, "primitive");
    if (at(json, "collective").isString())
        invocation.collective = named<CollectiveKind>(json, "collective");
    invocation.facts = {Operations{integer(json, "operations")}, Bytes{integer(json, "read_bytes")},
                        Bytes{integer(json, "write_bytes")}, Bytes{integer(json, "message_bytes")}};
    return invocation;
}

std::vector<OracleCase> readCases(const JsonDocument& cases, const JsonDocument& systems, const JsonDocument& models)
{
    const auto modelOf = [&](JsonValue value) {
        for (const JsonValue model : models.root().elements())
            if (at(model, "name").text() == value.text())
                return model;
        return value;
    };
    std::vector<OracleCase> read;
    for (const JsonValue entry : cases.root().elements()) {
        const JsonValue json = at(entry, "case");
        const JsonValue expected = at(entry, "expected");
        if (!expected.find("memory"))
            continue;
        OracleCase one{std::string{at(json, "name").text()},
                       program(json, modelOf(at(json, "model")), at(expected, "shape")),
                       blockMemory(at(expected, "block_memory")),
                       {},
                       systemOf(at(json, "system"), systems.root()),
                       {},
                       expected};
        const JsonValue tiers = at(json, "network_tiers");
        one.tiers = {integer(tiers, "tensor"), integer(tiers, "pipeline"), integer(tiers, "data")};
        if (const auto listed = expected.find("invocations"))
            for (const JsonValue row : listed->elements())
                one.invocations.push_back(invocation(row));
        read.push_back(std::move(one));
    }
    return read;
}

} // namespace

const std::vector<OracleCase>& oracleCases()
{
    static const JsonDocument cases = readDocument("cases.json");
    static const JsonDocument systems = readDocument("systems.json");
    static const JsonDocument models = readDocument("models.json");
    static const std::vector<OracleCase> read = readCases(cases, systems, models);
    return read;
}

const OracleCase& oracleCase(const std::string& name)
{
    for (const OracleCase& one : oracleCases())
        if (one.name == name)
            return one;
    throw std::runtime_error{"the oracle has no case " + name};
}

} // namespace planscope::test
