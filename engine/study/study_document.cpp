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
    const std::vector<std::string> items = itemsOf(text);
    const bool areIntegers = std::all_of(items.begin(), items.end(), looksLikeAnInteger);
    const bool isList = kind == FieldKind::NameSet || (kind == FieldKind::IntegerList && areIntegers);
    const bool isLiteral = (kind == FieldKind::Integer && looksLikeAnInteger(text))
        || (kind == FieldKind::Boolean && (text == "true" || text == "false"));
    if (isList) {
        json.beginArray();
        for (const std::string& item : items)
            if (kind == FieldKind::IntegerList)
                json.raw(item);
            else
                json.string(item);
        json.endArray();
    } else if (isLiteral) {
        json.raw(text);
    } else {
        json.string(text);
    }
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
    if (!value.isArray())
        return value.asGiven();
    std::vector<std::string> items;
    for (const JsonValue element : value.elements())
        items.push_back(element.asGiven());
    return listOf(items);
}

// Reading. The importer has found the form sound, so every value that must be there is.

std::optional<JsonValue> findAt(JsonValue object, std::string_view path)
{
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const auto member = object.find(path.substr(begin, end - begin));
        if (!member)
            return std::nullopt;
        object = *member;
        begin = end + 1;
    }
    return object;
}

JsonValue valueAt(JsonValue object, std::string_view path)
{
    const auto value = findAt(object, path);
    assert(value && "the form is sound");
    return *value;
}

std::string textAt(JsonValue object, const FieldInfo& info)
{
    const auto value = findAt(object, info.path);
    assert((value || info.isOptional || info.isOfInterleaving) && "the form is sound");
    return value ? typedText(*value) : std::string{};
}

/// Of an object that the fields' paths are below.
template <class Field, std::size_t count>
void readFields(JsonValue object, Accounting accounting, std::array<std::string, count>& values)
{
    for (const Field field : fieldsOf<Field>(accounting))
        values[static_cast<std::size_t>(field)] = textAt(object, infoOf(accounting, field));
}

} // namespace

PresetKind modelPresets(Accounting accounting)
{
    return accounting == Accounting::Block ? PresetKind::Models : PresetKind::WholeModels;
}

TypedModel bundledModel(Accounting accounting, const Preset& preset)
{
    const auto document = JsonDocument::parse(preset.json);
    assert(document && "bundled models are well formed");
    TypedModel values;
    readFields<ModelField>(document->root(), accounting, values);
    return values;
}

namespace {

void readModelOf(JsonValue root, StudyDocument& study)
{
    const JsonValue model = valueAt(root, "model");
    if (model.isObject())
        readFields<ModelField>(model, study.accounting, study.model);
    else
        study.model
            = bundledModel(study.accounting, *findPreset(modelPresets(study.accounting), model.text()));
}

/// A bundled profile's name, or a profile in place.
void readProfileOf(JsonValue root, std::string_view field, std::string& profileName, std::string& json)
{
    const JsonValue profile = valueAt(root, field);
    if (profile.isString()) {
        profileName = std::string{profile.text()};
        return;
    }
    const auto name = profile.find("name");
    profileName = name ? typedText(*name) : std::string{};
    json = indentedProfile(profile.compact()).value_or(std::string{});
}

/// What a study and its candidates have in common. `workload`: the object that the workload's fields are below.
void readCommon(JsonValue root, JsonValue workload, StudyDocument& study)
{
    study.name = std::string{valueAt(root, "name").text()};
    readModelOf(root, study);
    readFields<WorkloadField>(workload, study.accounting, study.workload);
    readProfileOf(root, "system", study.system, study.systemJson);
    if (study.accounting == Accounting::Whole)
        readProfileOf(root, "framework", study.framework, study.frameworkJson);
}

/// `microbatch`: where the file has the microbatch size, below the object that states the mapping.
StudyCandidate candidateOf(JsonValue object, Accounting accounting, std::string_view microbatch)
{
    StudyCandidate candidate;
    candidate.name = std::string{valueAt(object, "name").text()};
    for (const CandidateField field : fieldsOf<CandidateField>(accounting))
        candidate[field] = field == CandidateField::MicrobatchSize ? typedText(valueAt(object, microbatch))
                                                                   : textAt(object, infoOf(accounting, field));
    return candidate;
}

/// Those of the faults that a document cannot hold: a value may be of any type and break any law, the form may not.
Diagnostics faultsOfTheForm(Accounting accounting, Diagnostics faults)
{
    const auto canBeEdited = [accounting](const Diagnostic& fault) {
        static constexpr std::array<std::string_view, 3> ofTheForm{"file.missing_field", "file.unknown_field",
                                                                   "file.duplicate_key"};
        const bool isInProfile = fault.path.rfind("system.", 0) == 0 || fault.path.rfind("framework.", 0) == 0;
        const bool isOfSize = fault.code == "integer.overflow" || fault.code.rfind("limit.", 0) == 0;
        if (isInProfile || isOfSize)
            return true;
        if (std::find(ofTheForm.begin(), ofTheForm.end(), fault.code) != ofTheForm.end())
            return false;
        if (fault.path == "system" || fault.path == "framework")
            return fault.code != "file.type";
        return placeOf(accounting, fault.path) || fault.code == "mapping.world_size";
    };
    faults.erase(std::remove_if(faults.begin(), faults.end(), canBeEdited), faults.end());
    return faults;
}

template <class C>
Diagnostics faultsIn(const ReadOf<C>& read)
{
    return read.candidate ? Diagnostics{} : read.candidate.error();
}

/// A study as the accounting's own reader found it. `readCandidate`: gives the faults of one candidate.
template <class ReadCandidateOf>
Result<StudyDocument> readStudyFile(JsonValue root, Accounting accounting, const StudyFrame& study,
                                    ReadCandidateOf&& readCandidate)
{
    FaultList common = study.faults;
    common.add(study.pinFaults); // a document has no place for them
    Diagnostics faults = faultsOfTheForm(accounting, std::move(common).take());
    for (std::size_t k = 0; k < study.candidates.size(); ++k)
        for (Diagnostic& fault : faultsOfTheForm(accounting, readCandidate(k)))
            if (fault.path.rfind("candidates[", 0) == 0) // the common part's are told above
                faults.push_back(std::move(fault));
    if (!faults.empty())
        return refuse(std::move(faults));

    StudyDocument document;
    document.accounting = accounting;
    readCommon(root, root, document);
    for (const JsonValue candidate : study.candidates)
        document.candidates.push_back(candidateOf(candidate, accounting, "microbatch_size"));
    document.pinnedA = study.pinnedA;
    document.pinnedB = study.pinnedB;
    return document;
}

Result<StudyDocument> readCaseFile(JsonValue root, Accounting accounting, Diagnostics faults)
{
    faults = faultsOfTheForm(accounting, std::move(faults));
    if (!faults.empty())
        return refuse(std::move(faults));

    StudyDocument document;
    document.accounting = accounting;
    // The paths of equal blocks are below their object, which a study lacks.
    readCommon(root, accounting == Accounting::Block ? valueAt(root, "workload") : root, document);
    document.candidates.push_back(candidateOf(root, accounting, "workload.microbatch_size"));
    return document;
}

// Writing.

/// Whether a value of interleaving is written: while the schedule interleaves, or is an unknown one that has it.
bool isOfSchedule(const StudyCandidate& candidate, CandidateField field)
{
    if (const auto known = enumFromName<ScheduleKind>(candidate[CandidateField::ScheduleKind]))
        return *known == ScheduleKind::InterleavedOneForwardOneBackward;
    return !candidate[field].empty();
}

/// Fields in the order of their table, each dotted path as the objects it leads through.
class NestedFields {
public:
    explicit NestedFields(JsonWriter& json) : m_json(json) {}
    ~NestedFields() { closeTo(0); }
    NestedFields(const NestedFields&) = delete;
    NestedFields& operator=(const NestedFields&) = delete;

    void write(const FieldInfo& info, const std::string& text)
    {
        std::string_view rest = info.path;
        std::size_t depth = 0;
        for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.'), ++depth) {
            const std::string_view name = rest.substr(0, dot);
            rest.remove_prefix(dot + 1);
            if (depth < m_open.size() && m_open[depth] == name)
                continue;
            closeTo(depth);
            m_json.key(name);
            m_json.beginObject();
            m_open.push_back(name);
        }
        closeTo(depth);
        m_json.key(rest);
        writeTyped(m_json, info.kind, text);
    }

private:
    void closeTo(std::size_t depth)
    {
        for (; m_open.size() > depth; m_open.pop_back())
            m_json.endObject();
    }

    JsonWriter& m_json;
    std::vector<std::string_view> m_open;
};

void writeCandidate(JsonWriter& json, Accounting accounting, const StudyCandidate& candidate)
{
    json.beginObject();
    json.key("name");
    json.string(candidate.name);
    {
        NestedFields fields{json};
        for (const CandidateField field : fieldsOf<CandidateField>(accounting)) {
            const FieldInfo& info = infoOf(accounting, field);
            const bool counts = !info.isOfInterleaving || isOfSchedule(candidate, field);
            if (counts && !(info.isOptional && candidate[field].empty()))
                fields.write(info, candidate[field]);
        }
    }
    json.endObject();
}

void writeModel(JsonWriter& json, const StudyDocument& study)
{
    const Preset* const preset = findPreset(modelPresets(study.accounting), study[ModelField::Name]);
    if (preset && bundledModel(study.accounting, *preset) == study.model) {
        json.string(preset->name);
        return;
    }
    json.beginObject();
    {
        NestedFields fields{json};
        for (const ModelField field : fieldsOf<ModelField>(study.accounting))
            fields.write(infoOf(study.accounting, field), study[field]);
    }
    json.endObject();
}

void writeProfile(JsonWriter& json, const std::string& name, const std::string& profileJson)
{
    const auto inPlace = JsonDocument::parse(profileJson);
    if (!profileJson.empty() && inPlace)
        writeValue(json, inPlace->root());
    else
        json.string(name);
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

std::optional<std::string> indentedProfile(std::string_view json)
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
    if (stated == studySchema) {
        const Study study = readStudy(root);
        return readStudyFile(root, Accounting::Block, study,
                             [&study](std::size_t k) { return faultsIn(readStudyCandidate(study, k)); });
    }
    if (stated == whole::studySchema) {
        const whole::Study study = whole::readStudy(root);
        return readStudyFile(root, Accounting::Whole, study,
                             [&study](std::size_t k) { return faultsIn(whole::readStudyCandidate(study, k)); });
    }
    if (stated == whole::caseSchema)
        return readCaseFile(root, Accounting::Whole, faultsIn(whole::readCase(root)));
    const std::vector<std::string> known{std::string{caseSchema}, std::string{whole::caseSchema},
                                         std::string{studySchema}, std::string{whole::studySchema}};
    return readCaseFile(root, Accounting::Block, faultsIn(readCase(root, known)));
}

std::string StudyDocument::toJson() const
{
    JsonWriter json{JsonWriter::Layout::Indented};
    json.beginObject();
    json.key("schema");
    json.string(accounting == Accounting::Block ? studySchema : whole::studySchema);
    json.key("name");
    json.string(name);
    json.key("model");
    writeModel(json, *this);
    {
        NestedFields fields{json};
        for (const WorkloadField field : fieldsOf<WorkloadField>(accounting))
            fields.write(infoOf(accounting, field), (*this)[field]);
    }
    json.key("system");
    writeProfile(json, system, systemJson);
    if (accounting == Accounting::Whole) {
        json.key("framework");
        writeProfile(json, framework, frameworkJson);
    }
    json.key("candidates");
    json.beginArray();
    for (const StudyCandidate& candidate : candidates)
        writeCandidate(json, accounting, candidate);
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
