#include "read_text.h"

#include "frontend/study_reader.h"

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string lawfulStudy()
{
    return R"({"schema": "planscope.study/1", "name": "two", "model": "gpt3-175B", "global_batch_size": 64,
"datatype": "bfloat16", "system": "a100_80g",
"candidates": [
 {"name": "first", "microbatch_size": 1,
  "mapping": {"tensor": {"degree": 8, "communication": "all_reduce"},
    "pipeline": {"degree": 8, "schedule": {"kind": "one_forward_one_backward"}},
    "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "full", "fused_activation": false,
    "sequence_parallel_all_gather_redo": false},
  "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}},
 {"name": "second", "microbatch_size": 2,
  "mapping": {"tensor": {"degree": 4, "communication": "all_reduce"},
    "pipeline": {"degree": 16, "schedule": {"kind": "one_forward_one_backward"}},
    "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "none", "fused_activation": false,
    "sequence_parallel_all_gather_redo": false},
  "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}}],
"pinned": {"a": 0, "b": 1}})";
}

std::vector<std::vector<std::string>> faultsOfEach(std::string_view text)
{
    const auto source = CandidateSource::open(text);
    EXPECT_TRUE(source);
    std::vector<std::vector<std::string>> all;
    for (std::size_t k = 0; k < source->count(); ++k) {
        const ReadCandidate read = source->read(k);
        all.push_back(read.candidate ? std::vector<std::string>{} : lines(read.candidate.error()));
    }
    return all;
}

TEST(StudyReader, EachCandidateIsACaseOfTheCommonPart)
{
    const auto source = CandidateSource::open(lawfulStudy());
    ASSERT_TRUE(source);
    ASSERT_EQ(source->count(), 2U);
    const ReadCandidate second = source->read(1);
    ASSERT_TRUE(second.candidate);
    EXPECT_EQ(second.name, "second");
    EXPECT_EQ(second.candidate->name, "second");
    EXPECT_EQ(second.candidate->training.model().name, "gpt3-175B");
    EXPECT_EQ(second.candidate->training.workload(), (TransformerTrainingWorkloadSpec{64, 2, Datatype::BFloat16}));
    EXPECT_EQ(second.candidate->training.mapping().tensor.degree, 4);
    EXPECT_EQ(second.candidate->system, source->read(0).candidate->system);
}

TEST(StudyReader, ABrokenLawIsToldAtItsPlaceInTheStudy)
{
    std::string text = with(lawfulStudy(), R"("microbatch_size": 2)", R"("microbatch_size": 5)");
    text = with(text, R"("degree": 16)", R"("degree": 17)");
    EXPECT_THAT(faultsOfEach(text),
                ElementsAre(IsEmpty(),
                            ElementsAre("mapping.pipeline.divides_blocks candidates[1].mapping.pipeline.degree <17> "
                                        "[2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96]",
                                        "workload.microbatch.divides_local_batch candidates[1].microbatch_size <5> "
                                        "[1, 2, 4, 8, 16, 32, 64]")));
}

TEST(StudyReader, ReadingFaultsKeepTheirPlaceAndOrder)
{
    std::string text = with(lawfulStudy(), R"("name": "second", "microbatch_size": 2)", R"("microbatch_size": 0)");
    text = with(text, R"("datatype": "bfloat16")", R"("datatype": "int8", "extra": 1)");
    const std::string known = "[schema, name, model, global_batch_size, datatype, system, candidates, pinned]";
    const std::string common = "spec.unknown_value datatype <int8> [float16, bfloat16]";
    EXPECT_THAT(
        faultsOfEach(text),
        ElementsAre(ElementsAre("file.unknown_field extra <1> " + known, common),
                    ElementsAre("file.missing_field candidates[1].name <> []", "file.unknown_field extra <1> " + known,
                                "spec.positive candidates[1].microbatch_size <0> []", common)));
}

TEST(StudyReader, ACandidateThatIsNoObjectIsRefusedAlone)
{
    const std::string text = with(lawfulStudy(), "\"candidates\": [", "\"candidates\": [7,");
    const auto faults = faultsOfEach(text);
    ASSERT_EQ(faults.size(), 3U);
    EXPECT_THAT(faults[0], ElementsAre("file.type candidates[0] <7> []"));
    EXPECT_THAT(faults[1], IsEmpty());
    EXPECT_EQ(CandidateSource::open(text)->read(0).name, std::nullopt);
}

TEST(StudyReader, AStudyWithoutCandidatesIsOneRefusalThatSaysSo)
{
    const std::string text =
        R"({"schema": "planscope.study/1", "name": "none", "model": "chinchilla", "global_batch_size": 1,
        "datatype": "float16", "system": "a100_80e")";
    EXPECT_THAT(faultsOf(text + R"(, "candidates": []})"), ElementsAre("study.no_candidates candidates <[]> []"));
    EXPECT_EQ(readOne(text + R"(, "candidates": []})").name, "none");
    EXPECT_THAT(faultsOf(text + "}"), ElementsAre("file.missing_field candidates <> []"));
    EXPECT_THAT(faultsOf(text + R"(, "candidates": {}})"), ElementsAre("file.type candidates <{}> []"));
}

TEST(StudyReader, PinnedIndicesAreThoseOfCandidates)
{
    const auto study = [](std::string_view pinned) {
        const std::string text = with(lawfulStudy(), R"("pinned": {"a": 0, "b": 1})", pinned);
        return readStudy(JsonDocument::parse(text)->root());
    };
    EXPECT_EQ(study(R"("pinned": {"a": 0, "b": 1})").pinnedB, 1U);
    EXPECT_EQ(study(R"("pinned": {"b": 1})").pinnedA, std::nullopt);
    const auto faults = [](std::string_view pinned) {
        const std::string text = with(lawfulStudy(), R"("pinned": {"a": 0, "b": 1})", pinned);
        EXPECT_THAT(faultsOfEach(text), ElementsAre(IsEmpty(), IsEmpty())) << "no candidate depends on the pins";
        return lines(CandidateSource::open(text)->pinFaults());
    };
    EXPECT_THAT(faults(R"("pinned": {})"), IsEmpty());
    EXPECT_THAT(faults(R"("pinned": {"a": 2, "b": -1})"),
                ElementsAre("spec.unknown_value pinned.a <2> [0, 1]", "spec.unknown_value pinned.b <-1> [0, 1]"));
    EXPECT_THAT(faults(R"("pinned": {"a": "0", "c": 1})"),
                ElementsAre("file.unknown_field pinned.c <1> [a, b]", "file.type pinned.a <0> []"));
    EXPECT_THAT(faults(R"("pinned": [0, 1])"), ElementsAre("file.type pinned <[0,1]> []"));
}

} // namespace
} // namespace planscope
