#include "frontend/calculon_system.h"

#include "evaluation/system/system_profile.h"
#include "frontend/field_reader.h"
#include "frontend/presets.h"

namespace planscope {
namespace {

using Steps = std::vector<CalculonSystem::Step>;

/// A list of [size, efficiency].
Steps readSteps(ImportAccount& account, CalculonFields& fields, std::string_view name)
{
    Steps steps;
    const auto list = fields.array(name);
    if (!list)
        return steps;
    for (const JsonValue pair : list->elements()) {
        std::array<std::string_view, 2> numbers;
        std::size_t count = 0;
        if (pair.isArray() && pair.childCount() == numbers.size())
            for (const JsonValue number : pair.elements())
                if (number.kind() == JsonKind::Number)
                    numbers[count++] = number.text();
        if (count != numbers.size())
            account.faults().wrongType(elementPath(fields.pathOf(name), steps.size()),
                                       "a pair of numbers, size and efficiency,", pair);
        steps.push_back({numbers[0], numbers[1]});
    }
    account.note(ImportOutcome::Read, fields.pathOf(name), list->asGiven(), "efficiency");
    return steps;
}

std::vector<CalculonSystem::EngineTable> readEngine(ImportAccount& account, CalculonFields& system,
                                                    std::string_view name)
{
    std::vector<CalculonSystem::EngineTable> tables;
    const auto object = system.object(name);
    if (!object)
        return tables;
    const auto& datatypes = EnumNames<TableDatatype>::names;
    CalculonFields engine{
        account, *object, system.pathOf(name), {datatypes[0], datatypes[1], datatypes[2], datatypes[3]}};
    for (const std::string_view datatype : datatypes) {
        const auto table = engine.optionalObject(datatype);
        if (!table)
            continue;
        CalculonFields fields{account, *table, engine.pathOf(datatype), {"tflops", "gflops_efficiency"}};
        CalculonSystem::EngineTable read{datatype, fields.number("tflops", "peak_tflops"), {}};
        read.efficiency = readSteps(account, fields, "gflops_efficiency");
        tables.push_back(std::move(read));
    }
    return tables;
}

/// [volume factor, participant offset], the offset null where the volume does not depend on the participants.
CalculonSystem::Cost readCost(ImportAccount& account, CalculonFields& operations, std::string_view name,
                              NetworkOperation operation)
{
    CalculonSystem::Cost cost{"0", "0"};
    const auto pair = operations.array(name);
    if (!pair)
        return cost;
    std::vector<JsonValue> values;
    for (const JsonValue value : pair->elements())
        values.push_back(value);
    if (values.size() != 2 || values[0].kind() != JsonKind::Number
        || (values[1].kind() != JsonKind::Number && values[1].kind() != JsonKind::Null)) {
        account.faults().wrongType(operations.pathOf(name),
                                   "a pair, volume factor and participant offset (a number or null),", *pair);
        return cost;
    }
    account.note(ImportOutcome::Read, operations.pathOf(name), pair->asGiven(), std::string{nameOf(operation)});
    cost.volumeFactor = values[0].text();
    if (values[1].kind() == JsonKind::Number)
        cost.participantOffset = values[1].text();
    else
        account.note(ImportOutcome::Assumed, operations.pathOf(name) + "[1]", {},
                     "participant_offset 0: null says that the volume does not depend on the participants");
    return cost;
}

CalculonSystem::Network readNetwork(ImportAccount& account, JsonValue object, const std::string& path)
{
    CalculonFields fields{account,
                          object,
                          path,
                          {"bandwidth", "efficiency", "size", "latency", "ops", "must_be_filled", "processor_usage"}};
    CalculonSystem::Network network;
    network.bandwidth = fields.number("bandwidth", "peak_gb_per_second");
    network.efficiency = fields.number("efficiency", "efficiency");
    network.size = fields.integer("size", "size").value_or(0);
    network.latency = fields.number("latency", "latency_seconds");
    if (const auto ops = fields.object("ops")) {
        constexpr std::array<std::string_view, 4> names{"p2p", "all_reduce", "reduce_scatter", "all_gather"};
        CalculonFields operations{account, *ops, fields.pathOf("ops"), {names[0], names[1], names[2], names[3]}};
        for (std::size_t k = 0; k < names.size(); ++k)
            network.operations[k] = readCost(account, operations, names[k], static_cast<NetworkOperation>(k));
    }
    network.mustBeFilled = fields.flag("must_be_filled", "must_be_filled");
    fields.ignore("processor_usage", "says what overlapped communication costs the processor; nothing overlaps here");
    return network;
}

void writeSteps(JsonWriter& writer, const Steps& steps, std::string_view unit)
{
    writer.key("efficiency");
    writer.beginArray();
    for (const CalculonSystem::Step& step : steps) {
        writer.beginObject();
        writer.key(unit);
        writer.raw(step.size);
        writer.key("efficiency");
        writer.raw(step.efficiency);
        writer.endObject();
    }
    writer.endArray();
}

void writeEngine(JsonWriter& writer, std::string_view name, const std::vector<CalculonSystem::EngineTable>& tables)
{
    writer.key(name);
    writer.beginObject();
    for (const CalculonSystem::EngineTable& table : tables) {
        writer.key(table.datatype);
        writer.beginObject();
        writer.key("peak_tflops");
        writer.raw(table.teraflops);
        writeSteps(writer, table.efficiency, "gflop");
        writer.endObject();
    }
    writer.endObject();
}

void writeNetwork(JsonWriter& writer, const CalculonSystem::Network& network, std::size_t tier)
{
    writer.beginObject();
    writer.key("name");
    writer.string("tier " + std::to_string(tier));
    writer.key("peak_gb_per_second");
    writer.raw(network.bandwidth);
    writer.key("efficiency");
    writer.raw(network.efficiency);
    writer.key("latency_seconds");
    writer.raw(network.latency);
    writer.key("size");
    writer.integer(network.size);
    writer.key("must_be_filled");
    writer.boolean(network.mustBeFilled);
    writer.key("operations");
    writer.beginObject();
    for (std::size_t k = 0; k < network.operations.size(); ++k) {
        writer.key(nameOf(static_cast<NetworkOperation>(k)));
        writer.beginObject();
        writer.key("volume_factor");
        writer.raw(network.operations[k].volumeFactor);
        writer.key("participant_offset");
        writer.raw(network.operations[k].participantOffset);
        writer.endObject();
    }
    writer.endObject();
    writer.endObject();
}

/// Equal up to names, the order of members and the spelling of numbers.
bool sameFigures(JsonValue a, JsonValue b)
{
    if (a.kind() != b.kind() || a.childCount() != b.childCount())
        return false;
    switch (a.kind()) {
    case JsonKind::Null: return true;
    case JsonKind::Boolean:
    case JsonKind::String: return a.text() == b.text();
    case JsonKind::Number: return a.number() == b.number();
    case JsonKind::Array: {
        auto other = b.elements().begin();
        for (const JsonValue element : a.elements()) {
            if (!sameFigures(element, *other))
                return false;
            ++other;
        }
        return true;
    }
    case JsonKind::Object:
        for (const JsonValue::Member member : a.members()) {
            const auto other = b.find(member.name);
            if (!other || (member.name != "name" && !sameFigures(member.value, *other)))
                return false;
        }
        return true;
    }
    return false;
}

} // namespace

CalculonSystem readCalculonSystem(ImportAccount& account, JsonValue file)
{
    CalculonSystem system;
    CalculonFields fields{account, file, "system", {"matrix", "vector", "mem1", "mem2", "processing_mode", "networks"}};
    system.matrix = readEngine(account, fields, "matrix");
    system.vector = readEngine(account, fields, "vector");
    if (const auto object = fields.object("mem1")) {
        CalculonFields memory{account, *object, fields.pathOf("mem1"), {"GiB", "GBps", "MB_efficiency"}};
        system.capacity = memory.number("GiB", "capacity_gib");
        system.memoryBandwidth = memory.number("GBps", "peak_gb_per_second");
        system.memoryEfficiency = readSteps(account, memory, "MB_efficiency");
    }
    fields.ignore("mem2", "the second memory serves offloading, and nothing is offloaded here");
    constexpr CalculonChoice modes[] = {{"no_overlap", "no_overlap", {}, {}}, {"roofline", "roofline", {}, {}}};
    system.processingMode = fields.choice("processing_mode", modes, "processing_mode");
    if (const auto list = fields.array("networks"))
        for (const JsonValue element : list->elements()) {
            const std::string path = elementPath(fields.pathOf("networks"), system.networks.size());
            system.networks.emplace_back();
            if (element.isObject())
                system.networks.back() = readNetwork(account, element, path);
            else
                account.faults().wrongType(path, "an object", element);
        }
    return system;
}

std::string_view bundledProfileLike(const CalculonSystem& system)
{
    JsonWriter writer;
    writeProfile(writer, system, {});
    const auto imported = JsonDocument::parse(writer.text());
    for (const Preset& preset : presets(PresetKind::Systems)) {
        const auto bundled = JsonDocument::parse(preset.json);
        if (imported && bundled && sameFigures(imported->root(), bundled->root()))
            return preset.name;
    }
    return {};
}

void writeProfile(JsonWriter& writer, const CalculonSystem& system, std::string_view name)
{
    writer.beginObject();
    writer.key("schema");
    writer.string("planscope.system/1");
    writer.key("name");
    writer.string(name);
    writer.key("processing_mode");
    writer.string(system.processingMode);
    writeEngine(writer, "matrix", system.matrix);
    writeEngine(writer, "vector", system.vector);
    writer.key("memory");
    writer.beginObject();
    writer.key("capacity_gib");
    writer.raw(system.capacity);
    writer.key("peak_gb_per_second");
    writer.raw(system.memoryBandwidth);
    writeSteps(writer, system.memoryEfficiency, "megabyte");
    writer.endObject();
    writer.key("networks");
    writer.beginArray();
    for (std::size_t tier = 0; tier < system.networks.size(); ++tier)
        writeNetwork(writer, system.networks[tier], tier);
    writer.endArray();
    writer.endObject();
}

} // namespace planscope
