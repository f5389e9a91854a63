#include "study/study_document.h"

#include "frontend/any_candidate.h"
#include "frontend/case_writer.h"
#include "frontend/presets.h"
#include "frontend/system_reader.h"
#include "frontend/system_writer.h"
#include "spec/laws.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>

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

/// A sound study of the accounting, all of whose fields count: the second candidate interleaves.
StudyDocument studyOf(Accounting accounting)
{
    if (accounting == Accounting::Block)
        return study175B();
    StudyDocument study = bundledStudy("llama-3-70b-64xH100");
    study.candidates[1][CandidateField::VirtualStages] = "2";
    study.candidates[1][CandidateField::InterleavingGroup] = "8";
    study.candidates[1][CandidateField::Layout] = "9, 10, 10, 10, 10, 10, 10, 11";
    return study;
}

constexpr std::array bothAccountings{Accounting::Block, Accounting::Whole};

/// What the importer says of a candidate of the document.
Diagnostics faultsOf(const StudyDocument& study, std::size_t candidate = 0)
{
    const auto source = CandidateSource::open(study.toJson());
    if (!source)
        return source.error();
    const auto read = readAny(*source, candidate);
    return read ? Diagnostics{} : read.error();
}

/// A candidate as a case writes it.
std::string caseOf(std::string_view json, std::size_t candidate)
{
    const auto source = CandidateSource::open(json);
    const auto read = readAny(*source, candidate);
    EXPECT_TRUE(read);
    if (const auto* const block = std::get_if<Candidate>(&*read))
        return writeCase(*block);
    return whole::writeCase(std::get<whole::Candidate>(*read));
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
        ASSERT_EQ(CandidateSource::open(preset.json)->count(), study.candidates.size());
        for (std::size_t k = 0; k < study.candidates.size(); ++k)
            EXPECT_EQ(caseOf(preset.json, k), caseOf(study.toJson(), k));
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
        EXPECT_EQ(caseOf(preset.json, 0), caseOf(study->toJson(), 0));
    }
}

TEST(StudyDocument, ACaseOfAWholeModelIsAStudyOfOneCandidate)
{
    const StudyDocument study = studyOf(Accounting::Whole);
    for (std::size_t k = 0; k < study.candidates.size(); ++k) {
        const std::string stated = caseOf(study.toJson(), k);
        const auto one = StudyDocument::parse(stated);
        ASSERT_TRUE(one);
        EXPECT_EQ(one->accounting, Accounting::Whole);
        ASSERT_EQ(one->candidates.size(), 1U);
        EXPECT_EQ(one->candidates[0], study.candidates[k]);
        EXPECT_EQ(one->model, study.model);
        EXPECT_EQ(one->workload, study.workload);
        EXPECT_EQ(one->framework, "megatron-0.14-te-2.11");
        EXPECT_EQ(caseOf(one->toJson(), 0), stated);
    }
}

/// What is edited of studies of equal blocks is written as before there were others.
TEST(StudyDocument, TheDigestsOfStudiesOfEqualBlocksStay)
{
    EXPECT_EQ(bundledStudy("gpt3-175B-64xA100").digest().toString(),
              "sha256:4585c0eea6fdf0e97e85bdd22c089a66665cbca298783f13f15f9b9bfc7e6f05");
    EXPECT_EQ(bundledStudy("megatron-1T-512xA100").digest().toString(),
              "sha256:193d3e940eb0e06890131a4c464bf8c7a6c789a12e08cbfd107222455ef78ff0");
    EXPECT_EQ(bundledStudy("megatron-22B-8xA100").digest().toString(),
              "sha256:07f335f4948abdf46791efc4d29533874b5ac3d238d52417d5040e5496fd2c6b");
}

TEST(StudyDocument, ListsAreWrittenAsArraysWhileTheyCanBe)
{
    StudyDocument study = studyOf(Accounting::Whole);
    StudyCandidate& first = study.candidates[0];
    first[CandidateField::Layout] = "19,20,  20,21";
    study[ModelField::Bias] = "qkv, fc1";
    EXPECT_EQ(faultsOf(study), Diagnostics{});
    const auto again = StudyDocument::parse(study.toJson());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->candidates[0][CandidateField::Layout], "19, 20, 20, 21");
    EXPECT_EQ((*again)[ModelField::Bias], "qkv, fc1");
    EXPECT_EQ(again->digest(), study.digest());
    for (const std::string wrong : {"19, x, 20, 21", "all", "8, ", ",", "1.5, 2"}) {
        first[CandidateField::Layout] = wrong;
        EXPECT_EQ(StudyDocument::parse(study.toJson())->candidates[0][CandidateField::Layout], wrong);
        EXPECT_THAT(faultsOf(study), Contains(Field(&Diagnostic::code, "file.type"))) << wrong;
    }
    first[CandidateField::Layout] = "";
    EXPECT_EQ(faultsOf(study), Diagnostics{});
    EXPECT_THAT(legalValues(study, 0, CandidateField::Layout), ElementsAre("20, 20, 20, 20"));
    study[ModelField::BlockCount] = "30";
    EXPECT_THAT(legalValues(study, 0, CandidateField::Layout), ElementsAre("8, 8, 7, 7"));
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

TEST(StudyDocument, AFrameworkInPlaceComesBack)
{
    StudyDocument study = studyOf(Accounting::Whole);
    study.frameworkJson = *indentedProfile(findPreset(PresetKind::Frameworks, study.framework)->json);
    const auto again = StudyDocument::parse(study.toJson());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, study);
    EXPECT_EQ(faultsOf(study), Diagnostics{});
    study.frameworkJson = "{\"schema\": \"planscope.framework/1\"}";
    ASSERT_FALSE(faultsOf(study).empty());
    EXPECT_TRUE(placeOf(Accounting::Whole, faultsOf(study).front().path)->framework);
    EXPECT_TRUE(StudyDocument::parse(study.toJson()));
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
    const std::string whole = studyOf(Accounting::Whole).toJson();
    EXPECT_TRUE(StudyDocument::parse(replaced(whole, "\"hidden_dropout\": false", "\"hidden_dropout\": 3")));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(whole, "\"exchange\"", "\"exchanges\""))),
                ElementsAre("file.missing_field candidates[0].mapping.context.exchange",
                            "file.unknown_field candidates[0].mapping.context.exchanges"));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(whole, "\"framework\"", "\"frame\""))),
                ElementsAre("file.missing_field framework", "file.unknown_field frame"));
    EXPECT_THAT(codesOf(StudyDocument::parse(replaced(whole, "\"workload\": {", "\"workload\": 5, \"spare\": {"))),
                ElementsAre("file.unknown_field spare", "file.type workload"));
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
void expectLeadsBack(const StudyDocument& study, std::size_t candidate, std::string_view path, const std::string& code,
                     Value expected)
{
    SCOPED_TRACE(path);
    const Diagnostics faults = faultsOf(study, candidate);
    EXPECT_THAT(faults, Contains(Field(&Diagnostic::code, code)));
    EXPECT_TRUE(std::any_of(faults.begin(), faults.end(), [&](const Diagnostic& fault) {
        const auto place = placeOf(study.accounting, fault.path);
        return fault.code == code && place && expected(*place);
    }));
}

/// The code of what no field of the kind takes: "?".
std::string codeOfWrong(FieldKind kind)
{
    const bool isOfNames = kind == FieldKind::Choice || kind == FieldKind::NameSet;
    return isOfNames ? "spec.unknown_value" : "file.type";
}

TEST(StudyDocument, EachBrokenFieldIsToldAtItsPlace)
{
    constexpr std::size_t second = 1; // whose fields all count
    for (const Accounting accounting : bothAccountings) {
        const StudyDocument sound = studyOf(accounting);
        ASSERT_EQ(faultsOf(sound, second), Diagnostics{});
        for (const ModelField field : fieldsOf<ModelField>(accounting)) {
            const FieldInfo& info = infoOf(accounting, field);
            if (info.kind == FieldKind::Text)
                continue; // any text is right
            StudyDocument study = sound;
            study[field] = "?";
            expectLeadsBack(study, 0, info.path, codeOfWrong(info.kind),
                            [field](const StudyPlace& place) { return place.model == field; });
        }
        for (const WorkloadField field : fieldsOf<WorkloadField>(accounting)) {
            const FieldInfo& info = infoOf(accounting, field);
            StudyDocument study = sound;
            study[field] = "?";
            expectLeadsBack(study, 0, info.path, codeOfWrong(info.kind),
                            [field](const StudyPlace& place) { return place.workload == field; });
        }
        for (const CandidateField field : fieldsOf<CandidateField>(accounting)) {
            const FieldInfo& info = infoOf(accounting, field);
            StudyDocument study = sound;
            const std::size_t candidate = info.isOfInterleaving || info.isOptional ? second : 0;
            study.candidates[candidate][field] = "?";
            expectLeadsBack(study, candidate, info.path, codeOfWrong(info.kind),
                            [field, candidate](const StudyPlace& place) {
                                return place.candidate == candidate && place.field == field;
                            });
        }
        StudyDocument study = sound;
        study.system = "?";
        expectLeadsBack(study, 0, "system", "spec.unknown_value", [](const StudyPlace& place) { return place.system; });
    }
    StudyDocument study = studyOf(Accounting::Whole);
    study.framework = "?";
    expectLeadsBack(study, 0, "framework", "spec.unknown_value",
                    [](const StudyPlace& place) { return place.framework; });
}

/// Every path that a document writes is one field's, and comes back from it.
TEST(StudyDocument, EachFieldHasOnePathAndOnePlace)
{
    for (const Accounting accounting : bothAccountings) {
        for (const ModelField field : fieldsOf<ModelField>(accounting))
            EXPECT_EQ(placeOf(accounting, "model." + std::string{infoOf(accounting, field).path})->model, field);
        for (const WorkloadField field : fieldsOf<WorkloadField>(accounting))
            EXPECT_EQ(placeOf(accounting, infoOf(accounting, field).path)->workload, field);
        for (const CandidateField field : fieldsOf<CandidateField>(accounting)) {
            const auto place
                = placeOf(accounting, "candidates[1]." + std::string{infoOf(accounting, field).path});
            EXPECT_EQ(place->field, field);
            EXPECT_EQ(place->candidate, 1U);
        }
    }
    EXPECT_EQ(placeOf(Accounting::Whole, "workload.sequence_length")->workload, WorkloadField::SequenceLength);
    EXPECT_EQ(placeOf(Accounting::Whole, "mapping.pipeline.layout[3]", 2)->field, CandidateField::Layout);
    EXPECT_FALSE(placeOf(Accounting::Block, "framework"));
    EXPECT_FALSE(placeOf(Accounting::Block, "mapping.context.degree"));
    EXPECT_FALSE(placeOf(Accounting::Whole, "mapping.tensor.communication"));
}

TEST(StudyDocument, PathsOfEstimatesLeadToTheirCandidate)
{
    const auto tier = placeOf(Accounting::Block, "network_tiers.pipeline", 3);
    ASSERT_TRUE(tier);
    EXPECT_EQ(tier->candidate, 3U);
    EXPECT_EQ(tier->field, CandidateField::PipelineTier);
    EXPECT_EQ(placeOf(Accounting::Block, "workload.microbatch_size", 1)->field, CandidateField::MicrobatchSize);
    EXPECT_TRUE(placeOf(Accounting::Block, "system.networks[0].size")->system);
    for (const std::string_view nothing : {"", "memory.total", "candidates[0]", "candidates[x].mapping.recompute",
                                           "candidates[0].mapping", "model.size", "candidates[99999999999999999999].x"})
        EXPECT_FALSE(placeOf(Accounting::Block, nothing)) << nothing;
}

TEST(StudyDocument, LegalValuesAreThoseOfTheDiagnostics)
{
    struct Break {
        Accounting accounting;
        CandidateField field;
        const char* value;
    };
    for (const Break& one : std::initializer_list<Break>{
             {Accounting::Block, CandidateField::TensorDegree, "7"},
             {Accounting::Block, CandidateField::ScheduleKind, "single_stage"},
             {Accounting::Block, CandidateField::PipelineDegree, "5"},
             {Accounting::Block, CandidateField::VirtualStages, "5"},
             {Accounting::Block, CandidateField::DataDegree, "3"},
             {Accounting::Block, CandidateField::MicrobatchSize, "5"},
             {Accounting::Block, CandidateField::OptimizerSharding, "true"},
             {Accounting::Block, CandidateField::AllGatherRedo, "true"},
             {Accounting::Whole, CandidateField::TensorDegree, "7"},
             {Accounting::Whole, CandidateField::ContextDegree, "3"},
             {Accounting::Whole, CandidateField::ScheduleKind, "single_stage"},
             {Accounting::Whole, CandidateField::PipelineDegree, "3"},
             {Accounting::Whole, CandidateField::DataDegree, "3"},
             {Accounting::Whole, CandidateField::MicrobatchSize, "5"}}) {
        StudyDocument study = studyOf(one.accounting);
        SCOPED_TRACE(infoOf(one.accounting, one.field).path);
        study.candidates[0][one.field] = one.value;
        const Diagnostics faults = faultsOf(study);
        const auto told = std::find_if(faults.begin(), faults.end(), [&](const Diagnostic& fault) {
            const auto place = placeOf(study.accounting, fault.path);
            return place && place->field == one.field;
        });
        ASSERT_NE(told, faults.end());
        EXPECT_THAT(told->legal, testing::UnorderedElementsAreArray(legalValues(study, 0, one.field)));
    }
}

TEST(StudyDocument, EveryLegalValueIsLawful)
{
    for (const Accounting accounting : bothAccountings) {
        const StudyDocument sound = studyOf(accounting);
        for (const CandidateField field : fieldsOf<CandidateField>(accounting)) {
            SCOPED_TRACE(infoOf(accounting, field).path);
            const std::vector<std::string> legal = legalValues(sound, 1, field);
            const bool hasFiniteList
                = field != CandidateField::ExtraTokens && field != CandidateField::VocabularyMultiple;
            EXPECT_EQ(!legal.empty(), hasFiniteList);
            if (hasFiniteList && field != CandidateField::Layout) { // of which one is proposed
                EXPECT_THAT(legal, Contains(sound.candidates[1][field]));
            }
            for (const std::string& value : legal) {
                StudyDocument study = sound;
                study.candidates[1][field] = value;
                const Diagnostics faults = faultsOf(study, 1);
                EXPECT_FALSE(std::any_of(faults.begin(), faults.end(), [&](const Diagnostic& fault) {
                    const auto place = placeOf(accounting, fault.path);
                    return place && place->field == field;
                })) << value;
            }
        }
    }
}

} // namespace
} // namespace planscope
