#include "study/study_document.h"

#include "base/json_document.h"
#include "base/json_writer.h"
#include "frontend/case_reader.h"
#include "frontend/presets.h"
#include "frontend/study_reader.h"
#include "frontend/whole_case_reader.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

/// Whether JSON writes the text as an integer.
bool looksLikeAnInteger(std::string_view text)
{
    if (!text.empty() && text.front() == '-')
        text.remove_prefix(1);
    const bool allDigits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return !text.empty() && allDigits && (text.size() == 1 || text.front() != '0');
}

void writeTyped(JsonWriter& json, FieldKind kind, const std::string& text)
{
    const bool isLiteral = (kind == FieldKind::Integer && looksLikeAnInteger(text))
        || (kind == FieldKind::Boolean && (text == "true" || text == "false"));
    if (isLiteral)
        json.raw(text);
    else
        json.string(text);
}

void writeValue(JsonWriter& json, JsonValue value)
{
    switch (value.kind()) {
    case JsonKind::Object:
        json.beginObject();
        for (const JsonValue::Member member : value.members()) {
            json.key(member.name);
            writeValue(json, member.value);
        }
        json.endObject();
        return;
    case JsonKind::Array:
        json.beginArray();
        for (const JsonValue element : value.elements())
            writeValue(json, element);
        json.endArray();
        return;
    case JsonKind::String: json.string(value.text()); return;
    case JsonKind::Null:
    case JsonKind::Boolean:
    case JsonKind::Number: json.raw(value.text()); return;
    }
}

std::string typedText(JsonValue value)
{
    return value.asGiven();
}

// Reading. The importer has found the form sound, so every value is there.

JsonValue valueAt(JsonValue object, std::string_view path)
{
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const auto member = object.find(path.substr(begin, end - begin));
        assert(member && "the form is sound");
        object = *member;
        begin = end + 1;
    }
    return object;
}

/// The kind of schedule for which virtual_stages is written: the interleaved one, or an unknown one that has it.
bool writesVirtualStages(const StudyCandidate& candidate)
{
    const std::string& kind = candidate[CandidateField::ScheduleKind];
    if (const auto known = enumFromName<ScheduleKind>(kind))
        return *known == ScheduleKind::InterleavedOneForwardOneBackward;
    return !candidate[CandidateField::VirtualStages].empty();
}

std::array<std::string, modelFieldCount> modelOf(JsonValue model)
{
    std::array<std::string, modelFieldCount> values;
    for (std::size_t k = 0; k < modelFieldCount; ++k)
        values[k] = typedText(valueAt(model, infoOf(static_cast<ModelField>(k)).path));
    return values;
}

std::array<std::string, modelFieldCount> bundledModel(const Preset& preset)
{
    const auto document = JsonDocument::parse(preset.json);
    assert(document && "bundled models are well formed");
    return modelOf(document->root());
}

void readModelOf(JsonValue root, StudyDocument& study)
{
    const JsonValue model = valueAt(root, "model");
    study.model = model.isObject() ? modelOf(model) : bundledModel(*findPreset(PresetKind::Models, model.text()));
}

void readSystemOf(JsonValue root, StudyDocument& study)
{
    const JsonValue system = valueAt(root, "system");
    if (system.isString()) {
        study.system = std::string{system.text()};
        return;
    }
    const auto name = system.find("name");
    study.system = name ? typedText(*name) : std::string{};
    study.systemJson = indentedSystem(system.compact()).value_or(std::string{});
}

/// `microbatch`: where the file has the microbatch size, below the object that states the mapping.
StudyCandidate candidateOf(JsonValue object, std::string_view microbatch)
{
    StudyCandidate candidate;
    candidate.name = std::string{valueAt(object, "name").text()};
    for (std::size_t k = 0; k < candidateFieldCount; ++k) {
        const auto field = static_cast<CandidateField>(k);
        if (field == CandidateField::MicrobatchSize) {
            candidate[field] = typedText(valueAt(object, microbatch));
        } else if (field == CandidateField::VirtualStages) {
            const auto stages = valueAt(object, "mapping.pipeline.schedule").find("virtual_stages");
            candidate[field] = stages ? typedText(*stages) : std::string{};
        } else {
            candidate[field] = typedText(valueAt(object, infoOf(field).path));
        }
    }
    return candidate;
}

/// Whether a document can hold what is wrong: a value may be of any type and break any law, the form may not.
bool canBeEdited(const Diagnostic& fault)
{
    static constexpr std::array<std::string_view, 3> ofTheForm{"file.missing_field", "file.unknown_field",
                                                               "file.duplicate_key"};
    if (fault.path.rfind("system.", 0) == 0 || fault.code == "integer.overflow")
        return true;
    if (std::find(ofTheForm.begin(), ofTheForm.end(), fault.code) != ofTheForm.end())
        return false;
    if (fault.path == "system")
        return fault.code != "file.type";
    return placeOf(fault.path) || fault.code == "mapping.world_size";
}

Diagnostics faultsOfTheForm(Diagnostics faults)
{
    faults.erase(std::remove_if(faults.begin(), faults.end(), canBeEdited), faults.end());
    return faults;
}

Diagnostic ofWholeModels(std::string_view schema)
{
    return {Severity::Error,
            Origin::Import,
            "file.whole_model",
            "schema",
            "a study of equal blocks is edited here, and this file is of whole models; planscope-cli evaluates, derives, "
            "shows and explains it",
            std::string{schema},
            {std::string{studySchema}, std::string{caseSchema}}};
}

Result<StudyDocument> readStudyFile(JsonValue root)
{
    const Study study = readStudy(root);
    Diagnostics faults = faultsOfTheForm(FaultList{study.faults}.take());
    for (std::size_t k = 0; k < study.candidates.size(); ++k)
        if (const auto read = readStudyCandidate(study, k); !read.candidate)
            for (Diagnostic& fault : faultsOfTheForm(read.candidate.error()))
                if (fault.path.rfind("candidates[", 0) == 0) // the common part's are told above
                    faults.push_back(std::move(fault));
    if (!faults.empty())
        return refuse(std::move(faults));

    StudyDocument document;
    document.name = std::string{valueAt(root, "name").text()};
    readModelOf(root, document);
    for (std::size_t k = 0; k < workloadFieldCount; ++k)
        document.workload[k] = typedText(valueAt(root, infoOf(static_cast<WorkloadField>(k)).path));
    readSystemOf(root, document);
    for (const JsonValue candidate : study.candidates)
        document.candidates.push_back(candidateOf(candidate, "microbatch_size"));
    document.pinnedA = study.pinnedA;
    document.pinnedB = study.pinnedB;
    return document;
}

Result<StudyDocument> readCaseFile(JsonValue root)
{
    const ReadCandidate read = readCase(root, {std::string{caseSchema}, std::string{studySchema}});
    if (!read.candidate)
        if (Diagnostics faults = faultsOfTheForm(read.candidate.error()); !faults.empty())
            return refuse(std::move(faults));

    StudyDocument document;
    document.name = std::string{valueAt(root, "name").text()};
    readModelOf(root, document);
    const JsonValue workload = valueAt(root, "workload");
    for (std::size_t k = 0; k < workloadFieldCount; ++k)
        document.workload[k] = typedText(valueAt(workload, infoOf(static_cast<WorkloadField>(k)).path));
    readSystemOf(root, document);
    document.candidates.push_back(candidateOf(root, "workload.microbatch_size"));
    return document;
}

// Writing.

void writeField(JsonWriter& json, const StudyCandidate& candidate, CandidateField field)
{
    const FieldInfo& info = infoOf(field);
    json.key(info.path.substr(info.path.rfind('.') + 1)); // npos + 1 == 0
    writeTyped(json, info.kind, candidate[field]);
}

void writeCandidate(JsonWriter& json, const StudyCandidate& candidate)
{
    const auto object = [&json](std::string_view name) {
        json.key(name);
        json.beginObject();
    };
    const auto field = [&](CandidateField which) { writeField(json, candidate, which); };

    json.beginObject();
    json.key("name");
    json.string(candidate.name);
    field(CandidateField::MicrobatchSize);
    object("mapping");
    object("tensor");
    field(CandidateField::TensorDegree);
    field(CandidateField::TensorCommunication);
    json.endObject();
    object("pipeline");
    field(CandidateField::PipelineDegree);
    object("schedule");
    field(CandidateField::ScheduleKind);
    if (writesVirtualStages(candidate))
        field(CandidateField::VirtualStages);
    json.endObject();
    json.endObject();
    object("data");
    field(CandidateField::DataDegree);
    field(CandidateField::OptimizerSharding);
    json.endObject();
    field(CandidateField::Recompute);
    field(CandidateField::FusedActivation);
    field(CandidateField::AllGatherRedo);
    json.endObject();
    object("network_tiers");
    field(CandidateField::TensorTier);
    field(CandidateField::PipelineTier);
    field(CandidateField::DataTier);
    json.endObject();
    json.endObject();
}

void writeModel(JsonWriter& json, const std::array<std::string, modelFieldCount>& model)
{
    const Preset* const preset = findPreset(PresetKind::Models, model[0]);
    if (preset && bundledModel(*preset) == model) {
        json.string(preset->name);
        return;
    }
    json.beginObject();
    for (std::size_t k = 0; k < modelFieldCount; ++k) {
        const FieldInfo& info = infoOf(static_cast<ModelField>(k));
        json.key(info.path);
        writeTyped(json, info.kind, model[k]);
    }
    json.endObject();
}

void writeSystem(JsonWriter& json, const StudyDocument& study)
{
    const auto inPlace = JsonDocument::parse(study.systemJson);
    if (!study.systemJson.empty() && inPlace)
        writeValue(json, inPlace->root());
    else
        json.string(study.system);
}

void writePins(JsonWriter& json, const StudyDocument& study)
{
    if (!study.pinnedA && !study.pinnedB)
        return;
    json.key("pinned");
    json.beginObject();
    for (const auto& [name, pin] : {std::pair{"a", study.pinnedA}, std::pair{"b", study.pinnedB}}) {
        if (!pin)
            continue;
        json.key(name);
        json.integer(static_cast<std::int64_t>(*pin));
    }
    json.endObject();
}

} // namespace

std::optional<std::string> indentedSystem(std::string_view json)
{
    const auto document = JsonDocument::parse(json);
    if (!document || !document->root().isObject())
        return std::nullopt;
    JsonWriter writer{JsonWriter::Layout::Indented};
    writeValue(writer, document->root());
    return writer.take() + "\n";
}

Result<StudyDocument> StudyDocument::parse(std::string_view bytes)
{
    const auto document = JsonDocument::parse(bytes);
    if (!document)
        return refuse(document.error());
    const JsonValue root = document->root();
    const auto schema = root.find("schema");
    const std::string_view stated = schema && schema->isString() ? schema->text() : std::string_view{};
    if (stated == whole::caseSchema || stated == whole::studySchema)
        return refuse(ofWholeModels(stated));
    return stated == studySchema ? readStudyFile(root) : readCaseFile(root);
}

std::string StudyDocument::toJson() const
{
    JsonWriter json{JsonWriter::Layout::Indented};
    json.beginObject();
    json.key("schema");
    json.string(studySchema);
    json.key("name");
    json.string(name);
    json.key("model");
    writeModel(json, model);
    for (std::size_t k = 0; k < workloadFieldCount; ++k) {
        const FieldInfo& info = infoOf(static_cast<WorkloadField>(k));
        json.key(info.path);
        writeTyped(json, info.kind, workload[k]);
    }
    json.key("system");
    writeSystem(json, *this);
    json.key("candidates");
    json.beginArray();
    for (const StudyCandidate& candidate : candidates)
        writeCandidate(json, candidate);
    json.endArray();
    writePins(json, *this);
    json.endObject();
    return json.take() + "\n";
}

Digest StudyDocument::digest() const
{
    return Digest::of(toJson());
}

} // namespace planscope
