#include "sweep/space_reader.h"

#include "frontend/bundled_names.h"
#include "frontend/case_reader.h"
#include "frontend/model_reader.h"
#include "frontend/system_reader.h"
#include "sweep/choice_reader.h"
#include "sweep/standings.h"

namespace planscope::sweep {
namespace {

/// Fields that are read into something that holds the base's value already.
template <class T>
void replace(T& target, std::optional<T> read)
{
    if (read)
        target = std::move(*read);
}

class SpaceReader {
public:
    explicit SpaceReader(JsonValue value)
        : m_value(value)
    {
    }

    Result<MappingSpace> read() &&
    {
        if (!m_value.isObject()) {
            m_faults.wrongType({}, "a space of mappings, which is an object,", m_value);
            return refuse(std::move(m_faults).take());
        }
        if (isOfOtherSchema(m_faults, m_value, spaceSchema, {std::string{spaceSchema}}))
            return refuse(std::move(m_faults).take());
        FieldReader fields{m_faults, m_value, {},
                           {"schema", "name", "base", "model", "workload", "mapping", "system", "network_tiers",
                            "constraints", "objectives", "top"}};
        fields.string("schema");
        m_space.name = fields.string("name").value_or("");
        readBase(fields);
        if (isRead(m_value, "model"))
            m_space.model = readModel(fields, "model");
        readWorkload(fields);
        readMapping(fields);
        if (isRead(m_value, "system"))
            m_space.system = readSystem(fields, "system");
        readTiers(fields);
        readConstraints(fields);
        readObjectives(fields);
        if (!m_faults.empty())
            return refuse(std::move(m_faults).take());
        return std::move(m_space);
    }

private:
    /// Whether a field is to be read: it is there, or has to be.
    bool isRead(JsonValue object, std::string_view name) const { return !m_hasBase || object.find(name); }

    void readBase(FieldReader& fields)
    {
        const auto base = fields.optional("base");
        if (!base)
            return;
        m_hasBase = true; // whatever is wrong with it, its fields are not missing
        const Preset* preset = base->isString() ? findPreset(PresetKind::Cases, base->text()) : nullptr;
        if (base->isString() && !preset)
            return m_faults.unknownValue("base", std::string{base->text()}, bundledNames(PresetKind::Cases));
        if (!base->isString() && !base->isObject())
            return m_faults.wrongType("base", "a case, or the name of a bundled one,", *base);
        const auto document = preset ? JsonDocument::parse(preset->json) : Result<JsonDocument>{refuse(Diagnostics{})};
        const ReadCandidate read = readCase(document ? document->root() : *base, {std::string{caseSchema}});
        if (read.candidate)
            return take(*read.candidate);
        for (Diagnostic fault : read.candidate.error()) {
            fault.path = fault.path.empty() ? "base" : joinPath("base", fault.path);
            m_faults.add(std::move(fault));
        }
    }

    void take(const Candidate& base)
    {
        const TransformerTrainingMappingSpec& mapping = base.training.mapping();
        const auto fixed = [](std::int64_t value) { return IntegerChoice{IntegerList{value}}; };
        m_space.model = base.training.model();
        m_space.globalBatchSize = base.training.workload().globalBatchSize;
        m_space.datatype = base.training.workload().datatype;
        m_space.microbatchSize = fixed(base.training.workload().microbatchSize);
        m_space.system = base.system;
        m_space.tensorDegree = fixed(mapping.tensor.degree);
        m_space.communication = {mapping.tensor.communication};
        m_space.pipelineDegree = fixed(mapping.pipeline.degree);
        m_space.virtualStages = fixed(virtualStagesOf(mapping.pipeline.schedule));
        m_space.dataDegree = fixed(mapping.data.degree);
        m_space.optimizerSharding = FlagChoice::fixed(mapping.data.optimizerSharding);
        m_space.recompute = {mapping.recompute};
        m_space.fusedActivation = FlagChoice::fixed(mapping.fusedActivation);
        m_space.allGatherRedo = FlagChoice::fixed(mapping.sequenceParallelAllGatherRedo);
        m_space.tensorTier = fixed(base.tiers.tensor);
        m_space.pipelineTier = fixed(base.tiers.pipeline);
        m_space.dataTier = fixed(base.tiers.data);
    }

    /// A field that is an object; mandatory without a base.
    std::optional<JsonValue> part(FieldReader& parent, std::string_view name)
    {
        if (!m_hasBase)
            return parent.object(name);
        return optionalPart(parent, name);
    }
    std::optional<JsonValue> optionalPart(FieldReader& parent, std::string_view name)
    {
        const auto value = parent.optional(name);
        if (!value || value->isObject())
            return value;
        m_faults.wrongType(parent.inside(name), "an object", *value);
        return std::nullopt;
    }

    void readWorkload(FieldReader& parent)
    {
        const auto workload = part(parent, "workload");
        if (!workload)
            return;
        FieldReader fields{m_faults, *workload, "workload", {"global_batch_size", "microbatch_size", "datatype"}};
        if (isRead(*workload, "global_batch_size"))
            replace(m_space.globalBatchSize, fields.size("global_batch_size"));
        replace(m_space.microbatchSize, choices(fields).integers("microbatch_size"));
        if (isRead(*workload, "datatype"))
            replace(m_space.datatype, fields.enumeration<Datatype>("datatype"));
    }

    void readMapping(FieldReader& parent)
    {
        const auto mapping = part(parent, "mapping");
        if (!mapping)
            return;
        FieldReader fields{m_faults, *mapping, "mapping",
                           {"world_size", "tensor", "pipeline", "data", "recompute", "fused_activation",
                            "sequence_parallel_all_gather_redo"}};
        m_space.worldSize = ChoiceReader{fields, false}.integers("world_size");
        if (const auto tensor = part(fields, "tensor")) {
            FieldReader inner{m_faults, *tensor, "mapping.tensor", {"degree", "communication"}};
            replace(m_space.tensorDegree, choices(inner).integers("degree"));
            replace(m_space.communication, choices(inner).names<TensorCommunication>("communication"));
        }
        if (const auto pipeline = part(fields, "pipeline")) {
            FieldReader inner{m_faults, *pipeline, "mapping.pipeline", {"degree", "virtual_stages"}};
            replace(m_space.pipelineDegree, choices(inner).integers("degree"));
            replace(m_space.virtualStages, choices(inner).integers("virtual_stages"));
        }
        if (const auto data = part(fields, "data")) {
            FieldReader inner{m_faults, *data, "mapping.data", {"degree", "optimizer_sharding"}};
            replace(m_space.dataDegree, choices(inner).integers("degree"));
            replace(m_space.optimizerSharding, choices(inner).flag("optimizer_sharding"));
        }
        replace(m_space.recompute, choices(fields).names<RecomputePolicy>("recompute"));
        replace(m_space.fusedActivation, choices(fields).flag("fused_activation"));
        replace(m_space.allGatherRedo, choices(fields).flag("sequence_parallel_all_gather_redo"));
    }

    void readTiers(FieldReader& parent)
    {
        const auto tiers = part(parent, "network_tiers");
        if (!tiers)
            return;
        FieldReader fields{m_faults, *tiers, "network_tiers", {"tensor", "pipeline", "data"}};
        replace(m_space.tensorTier, choices(fields).integers("tensor", 0));
        replace(m_space.pipelineTier, choices(fields).integers("pipeline", 0));
        replace(m_space.dataTier, choices(fields).integers("data", 0));
    }

    void readConstraints(FieldReader& parent)
    {
        const auto constraints = optionalPart(parent, "constraints");
        if (!constraints)
            return;
        FieldReader fields{m_faults, *constraints, "constraints", {"within_capacity", "at_most", "at_least"}};
        if (constraints->find("within_capacity"))
            replace(m_space.constraints.withinCapacity, fields.boolean("within_capacity"));
        readBounds(fields, "at_most", m_space.constraints.atMost);
        readBounds(fields, "at_least", m_space.constraints.atLeast);
    }

    void readBounds(FieldReader& parent, std::string_view name,
                    std::array<std::optional<double>, countOf<Objective>()>& bounds)
    {
        const auto stated = optionalPart(parent, name);
        if (!stated)
            return;
        FieldReader fields{m_faults, *stated, parent.inside(name),
                           {"time", "tokens_per_second", "memory", "mfu", "accelerators", "message_bytes"}};
        for (std::size_t k = 0; k < bounds.size(); ++k)
            if (stated->find(nameOf(static_cast<Objective>(k))))
                bounds[k] = fields.number(nameOf(static_cast<Objective>(k)));
    }

    void readObjectives(FieldReader& fields)
    {
        if (const auto places = ChoiceReader{fields, false}.ranked("objectives", allNames<Objective>())) {
            m_space.objectives.clear();
            for (const std::size_t place : *places)
                m_space.objectives.push_back(static_cast<Objective>(place));
            if (places->size() > mostObjectives)
                m_faults.add(Diagnostic{Severity::Error, Origin::Import, "space.objectives", "objectives",
                                        "a front has at most three objectives", fields.asGiven("objectives"), {}});
        }
        const auto top = fields.optionalSize("top");
        replace(m_space.top, top);
        if (top && *top > mostBest)
            m_faults.add(Diagnostic{Severity::Error, Origin::Import, "space.too_large", "top",
                                    "at most " + std::to_string(mostBest) + " of the best are kept",
                                    fields.asGiven("top"), {}});
    }

    ChoiceReader choices(FieldReader& fields) const { return {fields, !m_hasBase}; }

    JsonValue m_value;
    FaultList m_faults;
    MappingSpace m_space;
    bool m_hasBase = false;
};

} // namespace

Result<MappingSpace> readSpace(JsonValue value)
{
    return SpaceReader{value}.read();
}

Result<MappingSpace> readSpace(std::string_view bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return refuse(document.error());
    return readSpace(document->root());
}

} // namespace planscope::sweep
