#include "frontend/system_reader.h"

#include "evaluation/system/system_laws.h"
#include "frontend/bundled_names.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

/// A number in basic units; told when it breaks its law. Numbers that could not be read are 0.
double lawfulNumber(FieldReader& fields, std::string_view name, double unit, SystemLaw law, bool (*isLawful)(double))
{
    const auto value = fields.number(name);
    if (!value)
        return 0;
    const double inBasicUnits = *value * unit;
    if (!isLawful(inBasicUnits))
        fields.faults().add(brokenSystemLaw(law, fields.inside(name), fields.asGiven(name)));
    return inBasicUnits;
}

/// The curve of a field, thresholds named and measured as the file does: ("gflop", 1e9).
EfficiencyCurve readCurve(FieldReader& parent, std::string_view field, std::string_view thresholdName, double unit)
{
    const auto steps = parent.array(field);
    if (!steps)
        return {};
    const std::string path = parent.inside(field);
    EfficiencyCurve curve;
    curve.reserve(steps->childCount());
    bool thresholdsRead = true;
    std::size_t index = 0;
    for (const JsonValue element : steps->elements()) {
        const std::string place = elementPath(path, index++);
        if (!element.isObject()) {
            parent.faults().wrongType(place, "an object", element);
            thresholdsRead = false;
            continue;
        }
        FieldReader fields{parent.faults(), element, place, {thresholdName, "efficiency"}};
        const auto threshold = fields.number(thresholdName);
        thresholdsRead = thresholdsRead && threshold;
        curve.push_back({threshold.value_or(0) * unit,
                         lawfulNumber(fields, "efficiency", 1, SystemLaw::Efficiency, isLawfulEfficiency)});
    }
    if (thresholdsRead && !descendsToZero(curve))
        parent.faults().add(brokenSystemLaw(SystemLaw::Thresholds, path, steps->compact()));
    return curve;
}

std::vector<EngineTable> readEngine(FieldReader& parent, std::string_view field)
{
    const auto engine = parent.object(field);
    if (!engine)
        return {};
    FaultList& faults = parent.faults();
    const std::string path = parent.inside(field);
    std::vector<NamedValue> members;
    for (const JsonValue::Member member : engine->members())
        members.emplace_back(member.name, member.value);

    std::vector<EngineTable> tables;
    bool hasFloat16 = false;
    for (const NamedValue& member : distinct(faults, path, std::move(members))) {
        const std::string place = joinPath(path, member.first);
        const auto datatype = enumFromName<TableDatatype>(member.first);
        hasFloat16 = hasFloat16 || datatype == TableDatatype::Float16;
        if (!datatype) {
            faults.add(brokenSystemLaw(SystemLaw::Datatype, place, member.second.asGiven()));
        } else if (!member.second.isObject()) {
            faults.wrongType(place, "an object", member.second);
        } else {
            FieldReader fields{faults, member.second, place, {"peak_tflops", "efficiency"}};
            const double peak = lawfulNumber(fields, "peak_tflops", teraOperations, SystemLaw::Peak, isLawfulRate);
            tables.push_back({*datatype, peak, readCurve(fields, "efficiency", "gflop", gigaOperations)});
        }
    }
    if (!hasFloat16)
        faults.add(brokenSystemLaw(SystemLaw::Float16, path, engine->compact()));
    std::sort(tables.begin(), tables.end(),
              [](const EngineTable& a, const EngineTable& b) { return a.datatype < b.datatype; });
    return tables;
}

void readMemory(FieldReader& parent, SystemProfile& profile)
{
    const auto memory = parent.object("memory");
    if (!memory)
        return;
    FieldReader fields{
        parent.faults(), *memory, parent.inside("memory"), {"capacity_gib", "peak_gb_per_second", "efficiency"}};
    profile.capacityGib = lawfulNumber(fields, "capacity_gib", 1, SystemLaw::Capacity,
                                       [](double gib) { return isLawfulCapacity(gib * gibiBytes); });
    profile.memoryPeakBytesPerSecond =
        lawfulNumber(fields, "peak_gb_per_second", gigaBytes, SystemLaw::Bandwidth, isLawfulRate);
    profile.memoryEfficiency = readCurve(fields, "efficiency", "megabyte", megaBytes);
}

void readOperations(FieldReader& parent, NetworkTier& tier)
{
    const auto operations = parent.object("operations");
    if (!operations)
        return;
    FieldReader fields{parent.faults(),
                       *operations,
                       parent.inside("operations"),
                       {"point_to_point", "all_reduce", "reduce_scatter", "all_gather"}};
    for (std::size_t k = 0; k < countOf<NetworkOperation>(); ++k) {
        const std::string_view name = nameOf(static_cast<NetworkOperation>(k));
        if (const auto operation = fields.object(name)) {
            FieldReader cost{parent.faults(), *operation, fields.inside(name), {"volume_factor", "participant_offset"}};
            tier.operations[k].volumeFactor = cost.number("volume_factor").value_or(0);
            tier.operations[k].participantOffset = cost.number("participant_offset").value_or(0);
        }
    }
}

NetworkTier readTier(FaultList& faults, JsonValue object, const std::string& path)
{
    FieldReader fields{
        faults,
        object,
        path,
        {"name", "peak_gb_per_second", "efficiency", "latency_seconds", "size", "must_be_filled", "operations"}};
    NetworkTier tier;
    tier.name = fields.string("name").value_or("");
    tier.peakBytesPerSecond = lawfulNumber(fields, "peak_gb_per_second", gigaBytes, SystemLaw::Bandwidth, isLawfulRate);
    tier.efficiency = lawfulNumber(fields, "efficiency", 1, SystemLaw::Efficiency, isLawfulEfficiency);
    tier.latencySeconds = lawfulNumber(fields, "latency_seconds", 1, SystemLaw::Latency, isLawfulLatency);
    if (const auto size = fields.integer("size")) {
        tier.size = *size;
        if (!isLawfulSize(*size))
            faults.add(brokenSystemLaw(SystemLaw::Size, fields.inside("size"), fields.asGiven("size")));
    }
    tier.mustBeFilled = fields.boolean("must_be_filled").value_or(false);
    readOperations(fields, tier);
    return tier;
}

void readNetworks(FieldReader& parent, SystemProfile& profile)
{
    const auto networks = parent.array("networks");
    if (!networks)
        return;
    std::size_t index = 0;
    for (const JsonValue element : networks->elements()) {
        const std::string place = elementPath(parent.inside("networks"), index++);
        if (element.isObject())
            profile.networks.push_back(readTier(parent.faults(), element, place));
        else
            parent.faults().wrongType(place, "an object", element);
    }
}

/// The profile of an object, or nothing when it added a fault.
std::optional<SystemProfile> profileInPlace(FaultList& faults, JsonValue object, std::string path)
{
    FaultList found;
    FieldReader fields{found,
                       object,
                       std::move(path),
                       {"schema", "name", "processing_mode", "matrix", "vector", "memory", "networks"}};
    SystemProfile profile;
    fields.oneOf("schema", {std::string{systemSchema}});
    profile.name = fields.string("name").value_or("");
    profile.processingMode = fields.enumeration<ProcessingMode>("processing_mode").value_or(ProcessingMode::NoOverlap);
    profile.matrix = readEngine(fields, "matrix");
    profile.vector = readEngine(fields, "vector");
    readMemory(fields, profile);
    readNetworks(fields, profile);
    if (!found.empty()) {
        faults.add(found);
        return std::nullopt;
    }
    assert(validate(profile).empty() && "the reader applies every law");
    return profile;
}

} // namespace

std::shared_ptr<const SystemProfile> readSystem(FieldReader& parent, std::string_view field)
{
    const auto value = parent.required(field);
    if (!value)
        return nullptr;
    if (value->isObject()) {
        auto profile = profileInPlace(parent.faults(), *value, parent.inside(field));
        return profile ? std::make_shared<const SystemProfile>(std::move(*profile)) : nullptr;
    }
    if (!value->isString()) {
        parent.faults().wrongType(parent.inside(field), "a system, or the name of a bundled one,", *value);
        return nullptr;
    }
    auto profile = bundledSystem(value->text());
    if (!profile)
        parent.faults().unknownValue(parent.inside(field), std::string{value->text()},
                                     bundledNames(PresetKind::Systems));
    return profile;
}

Result<SystemProfile> readSystem(std::string_view bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return tl::unexpected(document.error());
    FaultList faults;
    if (document->root().isObject()) {
        if (auto profile = profileInPlace(faults, document->root(), {}))
            return std::move(*profile);
    } else {
        faults.wrongType({}, "an object", document->root());
    }
    return refuse(std::move(faults).take());
}

std::shared_ptr<const SystemProfile> bundledSystem(std::string_view name)
{
    using Named = std::pair<std::string_view, std::shared_ptr<const SystemProfile>>;
    static const std::vector<Named> profiles = [] {
        std::vector<Named> all;
        for (const Preset& preset : presets(PresetKind::Systems)) {
            auto profile = readSystem(preset.json);
            assert(profile && "bundled systems are lawful");
            all.emplace_back(preset.name, std::make_shared<const SystemProfile>(std::move(*profile)));
        }
        return all;
    }();
    const auto found =
        std::find_if(profiles.begin(), profiles.end(), [name](const Named& p) { return p.first == name; });
    return found == profiles.end() ? nullptr : found->second;
}

} // namespace planscope
