#include "study/study_document.h"

#include "frontend/candidate_source.h"
#include "frontend/case_writer.h"
#include "frontend/presets.h"
#include "frontend/system_reader.h"
#include "frontend/system_writer.h"
#include "spec/laws.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace planscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

StudyDocument bundledStudy(std::string_view name)
{
    const auto document = StudyDocument::parse(findPreset(PresetKind::Studies, name)->json);
    EXPECT_TRUE(document) << name;
    return *document;
}

StudyDocument study175B()
{
    return bundledStudy("gpt3-175B-64xA100");
}

/// What the importer says of a candidate of the document.
Diagnostics faultsOf(const StudyDocument& study, std::size_t candidate = 0)
{
    const auto source = CandidateSource::open(study.toJson());
    if (!source)
        return source.error();
    const ReadCandidate read = source->read(candidate);
    return read.candidate ? Diagnostics{} : read.candidate.error();
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::vector<std::string> codesOf(const Result<StudyDocument>& result)
{
    std::vector<std::string> codes;
    for (const Diagnostic& fault : result ? Diagnostics{} : result.error())
        codes.push_back(fault.code + " " + fault.path);
    return codes;
}

TEST(StudyDocument, EveryBundledStudyComesBack)
{
    for (const Preset& preset : presets(PresetKind::Studies)) {
        SCOPED_TRACE(preset.name);
        const StudyDocument study = bundledStudy(preset.name);
        const auto again = StudyDocument::parse(study.toJson());
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, study);
        EXPECT_EQ(again->digest(), study.digest());
        const auto source = CandidateSource::open(preset.json);
        const auto written = CandidateSource::open(study.toJson());
        ASSERT_EQ(source->count(), written->count());
        for (std::size_t k = 0; k < source->count(); ++k)
            EXPECT_EQ(writeCase(*source->read(k).candidate), writeCase(*written->read(k).candidate));
    }
}

TEST(StudyDocument, EveryBundledCaseIsAStudyOfOneCandidate)
{
    for (const Preset& preset : presets(PresetKind::Cases)) {
        SCOPED_TRACE(preset.name);
        const auto study = StudyDocument::parse(preset.json);
        ASSERT_TRUE(study);
        ASSERT_EQ(study->candidates.size(), 1U);
        EXPECT_EQ(*StudyDocument::parse(study->toJson()), *study);
        EXPECT_EQ(writeCase(*CandidateSource::open(preset.json)->read(0).candidate),
                  writeCase(*CandidateSource::open(study->toJson())->read(0).candidate));
    }
}

TEST(StudyDocument, AProfileInPlaceKeepsItsDigits)
{
    StudyDocument study = study175B();
    study.systemJson = *indentedProfile(writeSystem(*bundledSystem("a100_80g")));
    study.system = "a100_80g";
    const auto again = StudyDocument::parse(study.toJson());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, study);
    EXPECT_EQ(faultsOf(study), Diagnostics{});
    EXPECT_THAT(legalValues(study, 0, CandidateField::DataTier), ElementsAre("0", "1"));
}

TEST(StudyDocument, ValuesMayBreakLawsAndTypesTheFormMayNot)
{
    const std::string sound = study175B().toJson();
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"\"degree\": 8", "\"degree\": 7"},
             {"\"degree\": 8", "\"degree\": \"8x\""},
             {"\"degree\": 8", "\"degree\": 99999999999999999999"},
             {"\"recompute\": \"full\"", "\"recompute\": \"some\""},
             {"\"global_batch_size\": 64", "\"global_batch_size\": -1"},
             {"\"system\": \"a100_80g\"", "\"system\": \"no such\""}}) {
        SCOPED_TRACE(to);
        const auto study = StudyDocument::parse(replaced(sound, from, to));
        ASSERT_TRUE(study);
        EXPECT_EQ(study->toJson(), replaced(sound, from, to));
        EXPECT_THAT(faultsOf(*study), testing::Not(IsEmpty()));
    }
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(sound, "planscope.study/1", "planscope.study/9"))),
                Contains("spec.unknown_value schema"));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(sound, "\"datatype\"", "\"datatypes\""))),
                ElementsAre("file.missing_field datatype", "file.unknown_field datatypes"));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(sound, "\"data\": {", "\"data\": 5, \"spare\": {"))),
                Contains("file.unknown_field candidates[0].mapping.spare"));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(sound, "\"a\": 0", "\"a\": 2"))),
                ElementsAre("spec.unknown_value pinned.a"));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(sound, "\"gpt3-175B\"", "\"gpt3-176B\""))),
                ElementsAre("spec.unknown_value model"));
    EXPECT_THAT(codesOf(StudyDocument::parse("{")), ElementsAre("file.syntax "));
    EXPECT_THAT(codesOf(StudyDocument::parse("[]")), ElementsAre("file.type "));
}

TEST(StudyDocument, VirtualStagesAreWrittenOnlyWhereTheyCount)
{
    StudyDocument study = study175B();
    study.candidates[0][CandidateField::ScheduleKind] = "one_forward_one_backward";
    EXPECT_EQ(faultsOf(study), Diagnostics{});
    EXPECT_EQ(StudyDocument::parse(study.toJson())->candidates[0][CandidateField::VirtualStages], "");
}

/// Breaks a field, and expects the importer's diagnostic to lead back to it.
template <class Value>
void expectLeadsBack(const StudyDocument& study, std::string_view path, const std::string& code, Value expected)
{
    SCOPED_TRACE(path);
    const Diagnostics faults = faultsOf(study);
    EXPECT_THAT(faults, Contains(Field(&Diagnostic::code, code)));
    EXPECT_TRUE(std::any_of(faults.begin(), faults.end(), [&](const Diagnostic& fault) {
        const auto place = placeOf(fault.path);
        return fault.code == code && place && expected(*place);
    }));
}

/// A text that no field of the kind takes, and the code that says so.
std::pair<std::string, std::string> wrongFor(FieldKind kind)
{
    return {"?", kind == FieldKind::Choice ? "spec.unknown_value" : "file.type"};
}

TEST(StudyDocument, EachBrokenFieldIsToldAtItsPlace)
{
    for (std::size_t k = 0; k < modelFieldCount; ++k) {
        const auto field = static_cast<ModelField>(k);
        if (infoOf(field).kind == FieldKind::Text)
            continue; // any text is right
        StudyDocument study = study175B();
        study.model[k] = wrongFor(infoOf(field).kind).first;
        expectLeadsBack(study, infoOf(field).path, wrongFor(infoOf(field).kind).second,
                        [field](const StudyPlace& place) { return place.model == field; });
    }
    for (std::size_t k = 0; k < workloadFieldCount; ++k) {
        const auto field = static_cast<WorkloadField>(k);
        StudyDocument study = study175B();
        study.workload[k] = wrongFor(infoOf(field).kind).first;
        expectLeadsBack(study, infoOf(field).path, wrongFor(infoOf(field).kind).second,
                        [field](const StudyPlace& place) { return place.workload == field; });
    }
    for (std::size_t k = 0; k < candidateFieldCount; ++k) {
        const auto field = static_cast<CandidateField>(k);
        StudyDocument study = study175B();
        study.candidates[0][field] = wrongFor(infoOf(field).kind).first;
        expectLeadsBack(study, infoOf(field).path, wrongFor(infoOf(field).kind).second,
                        [field](const StudyPlace& place) { return place.candidate == 0U && place.field == field; });
    }
    StudyDocument study = study175B();
    study.system = "?";
    expectLeadsBack(study, "system", "spec.unknown_value", [](const StudyPlace& place) { return place.system; });
}

TEST(StudyDocument, PathsOfEstimatesLeadToTheirCandidate)
{
    const auto tier = placeOf("network_tiers.pipeline", 3);
    ASSERT_TRUE(tier);
    EXPECT_EQ(tier->candidate, 3U);
    EXPECT_EQ(tier->field, CandidateField::PipelineTier);
    EXPECT_EQ(placeOf("workload.microbatch_size", 1)->field, CandidateField::MicrobatchSize);
    EXPECT_TRUE(placeOf("system.networks[0].size")->system);
    for (const std::string_view nothing : {"", "memory.total", "candidates[0]", "candidates[x].mapping.recompute",
                                           "candidates[0].mapping", "model.size", "candidates[99999999999999999999].x"})
        EXPECT_FALSE(placeOf(nothing)) << nothing;
}

TEST(StudyDocument, LegalValuesAreThoseOfTheDiagnostics)
{
    const std::vector<std::pair<CandidateField, std::string>> breaks{
        {CandidateField::TensorDegree, "7"},      {CandidateField::ScheduleKind, "single_stage"},
        {CandidateField::PipelineDegree, "5"},    {CandidateField::VirtualStages, "5"},
        {CandidateField::DataDegree, "3"},        {CandidateField::MicrobatchSize, "5"},
        {CandidateField::OptimizerSharding, "true"}, {CandidateField::AllGatherRedo, "true"},
    };
    for (const auto& [field, value] : breaks) {
        SCOPED_TRACE(infoOf(field).path);
        StudyDocument study = study175B();
        study.candidates[0][field] = value;
        const Diagnostics faults = faultsOf(study);
        const auto told = std::find_if(faults.begin(), faults.end(), [wanted = field](const Diagnostic& fault) {
            const auto place = placeOf(fault.path);
            return place && place->field == wanted;
        });
        ASSERT_NE(told, faults.end());
        EXPECT_THAT(told->legal, testing::UnorderedElementsAreArray(legalValues(study, 0, field)));
    }
}

TEST(StudyDocument, EveryLegalValueIsLawful)
{
    for (std::size_t k = 0; k < candidateFieldCount; ++k) {
        const auto field = static_cast<CandidateField>(k);
        SCOPED_TRACE(infoOf(field).path);
        const StudyDocument sound = study175B();
        const std::vector<std::string> legal = legalValues(sound, 1, field);
        EXPECT_THAT(legal, Contains(sound.candidates[1][field]));
        for (const std::string& value : legal) {
            StudyDocument study = sound;
            study.candidates[1][field] = value;
            const Diagnostics faults = faultsOf(study, 1);
            EXPECT_FALSE(std::any_of(faults.begin(), faults.end(), [field](const Diagnostic& fault) {
                const auto place = placeOf(fault.path);
                return place && place->field == field;
            })) << value;
        }
    }
}

} // namespace
} // namespace planscope
