#include "frontend/case_conversion.h"

#include "import_rows.h"
#include "read_text.h"

namespace planscope::whole {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string exactCase = R"({"schema": "planscope.case/1", "name": "mine",
 "model": {"name": "small", "hidden_size": 1024, "feedforward_size": 4096, "sequence_length": 512,
           "attention_heads": 16, "attention_head_size": 64, "block_count": 24},
 "workload": {"global_batch_size": 64, "microbatch_size": 2, "datatype": "bfloat16"},
 "mapping": {"tensor": {"degree": 4, "communication": "reduce_scatter_all_gather"},
             "pipeline": {"degree": 4, "schedule": {"kind": "interleaved_one_forward_one_backward", "virtual_stages": 3}},
             "data": {"degree": 2, "optimizer_sharding": true}, "recompute": "none", "fused_activation": false,
             "sequence_parallel_all_gather_redo": true},
 "system": "a100_80g", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})";

ConversionSettings withVocabulary()
{
    ConversionSettings settings;
    settings.vocabularySize = 51200;
    return settings;
}
CaseImport converted(std::string_view from, std::string_view to)
{
    return convertToWhole(withChange(exactCase, from, to), withVocabulary());
}

TEST(CaseConversion, StatesTheSameTraining)
{
    ConversionSettings settings = withVocabulary();
    settings.maximumPositions = 512;
    settings.tiedEmbeddings = true;
    const CaseImport made = convertToWhole(exactCase, settings);
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    const ReadCandidate read = readOneWhole(made.caseJson);
    ASSERT_TRUE(read.candidate) << made.caseJson;
    const Training& training = read.candidate->training;
    EXPECT_EQ(read.candidate->name, "mine");
    EXPECT_EQ(training.model().keyValueHeads, 16);
    EXPECT_EQ(training.model().feedforward, Feedforward::Plain);
    EXPECT_EQ(training.model().position, PositionEncoding::Learned);
    EXPECT_TRUE(training.model().tiedEmbeddings);
    EXPECT_THAT(training.model().bias, IsEmpty());
    EXPECT_EQ(training.workload().sequenceLength, 512);
    EXPECT_TRUE(training.workload().attentionDropout);
    EXPECT_EQ(training.mapping().attention, AttentionKernel::Unfused);
    EXPECT_TRUE(training.mapping().tensor.sequenceParallel);
    EXPECT_EQ(training.shape().worldSize, 32);
    EXPECT_EQ(training.shape().chunks.size(), 12U);
    EXPECT_EQ(read.candidate->system->name, "a100_80g");
    EXPECT_EQ(read.candidate->tiers, (NetworkTierBinding{0, 1, 1}));
}

TEST(CaseConversion, TellsAnotherSchemaAlone)
{
    const auto refusals = [](const std::string& schema) {
        return refusalsOf(convertToWhole(R"({"schema": ")" + schema + R"(", "layers": 3})", {}));
    };
    EXPECT_THAT(refusals("planscope.case/2"), ElementsAre("convert.already_whole schema"));
    EXPECT_THAT(refusals("planscope.study/2"), ElementsAre("convert.already_whole schema"));
    EXPECT_THAT(refusals("planscope.case/3"), ElementsAre("spec.unknown_value schema"));
}

TEST(CaseConversion, RefusesByNameWhatIsNotExact)
{
    EXPECT_THAT(refusalsOf(convertToWhole(exactCase, {})), ElementsAre("convert.vocabulary model.vocabulary_size"));
    EXPECT_THAT(refusalsOf(converted("bfloat16", "float16")), ElementsAre("convert.datatype workload.datatype"));
    EXPECT_THAT(refusalsOf(converted(R"("recompute": "none")", R"("recompute": "attention")")),
                ElementsAre("convert.recompute mapping.recompute"));
    EXPECT_THAT(refusalsOf(converted(R"("fused_activation": false)", R"("fused_activation": true)")),
                ElementsAre("convert.fused_activation mapping.fused_activation"));
    EXPECT_THAT(refusalsOf(converted(R"(redo": true)", R"(redo": false)")),
                ElementsAre("convert.redo mapping.sequence_parallel_all_gather_redo"));
    const std::string full = withChange(withChange(exactCase, R"("recompute": "none")", R"("recompute": "full")"),
                                        R"(redo": true)", R"(redo": false)");
    EXPECT_THAT(refusalsOf(convertToWhole(full, withVocabulary())), ElementsAre("convert.recompute mapping.recompute"));
    const std::string allReduce = withChange(full, "reduce_scatter_all_gather", "all_reduce");
    EXPECT_THAT(refusalsOf(convertToWhole(allReduce, withVocabulary())), IsEmpty());
    const std::string one = withChange(full, R"("degree": 4, "communication")", R"("degree": 1, "communication")");
    EXPECT_THAT(refusalsOf(convertToWhole(one, withVocabulary())), IsEmpty()) << "one tensor rank sends nothing";
}

TEST(CaseConversion, HoldsTheLawsOfBothAccountings)
{
    EXPECT_THAT(refusalsOf(converted(R"("virtual_stages": 3)", R"("virtual_stages": 4)")),
                ElementsAre("mapping.pipeline.virtual_stages mapping.pipeline.schedule.virtual_stages"));
    EXPECT_THAT(refusalsOf(converted(R"("global_batch_size": 64)", R"("global_batch_size": 24)")),
                ElementsAre("mapping.pipeline.group mapping.pipeline.schedule.group"))
        << "6 microbatches in groups of 4";
    EXPECT_THAT(refusalsOf(convertToWhole("[]", withVocabulary())), ElementsAre("file.type "));
}

TEST(CaseConversion, ConvertsStudiesWholeOrNotAtAll)
{
    const std::size_t begin = exactCase.find("\"mapping\""), end = exactCase.find("\"system\"");
    const std::string mapping = exactCase.substr(begin, exactCase.rfind(',', end) - begin);
    const auto candidate = [](const std::string& name, const std::string& how) {
        return R"({"name": ")" + name + R"(", "microbatch_size": 2, )" + how
            + R"(, "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})";
    };
    const auto study = [&](const std::string& second) {
        return R"({"schema": "planscope.study/1", "name": "two", "model": )"
            + exactCase.substr(exactCase.find("{\"name\": \"small\""),
                               exactCase.find(",\n \"workload\"") - exactCase.find("{\"name\": \"small\""))
            + R"(, "global_batch_size": 64, "datatype": "bfloat16", "system": "a100_80g", "candidates": [)"
            + candidate("a", mapping) + ", " + candidate("b", second) + R"(], "pinned": {"a": 1}})";
    };
    const CaseImport made = convertToWhole(
        study(withChange(mapping, "\"data\": {\"degree\": 2", "\"data\": {\"degree\": 4")), withVocabulary());
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    const auto source = CandidateSource::open(made.caseJson);
    ASSERT_TRUE(source);
    ASSERT_EQ(source->count(), 2U);
    for (std::size_t index = 0; index < 2; ++index) {
        ASSERT_EQ(source->accounting(index), Accounting::Whole);
        const ReadCandidate read = source->readWhole(index);
        ASSERT_TRUE(read.candidate);
        EXPECT_EQ(read.candidate->training.mapping().data.degree, index == 0 ? 2 : 4);
    }
    EXPECT_THAT(made.caseJson, HasSubstr("\"pinned\""));

    const CaseImport refused =
        convertToWhole(study(withChange(mapping, "\"none\"", "\"attention\"")), withVocabulary());
    EXPECT_THAT(refusalsOf(refused), ElementsAre("convert.recompute candidates[1].mapping.recompute"));
    EXPECT_THAT(refused.caseJson, IsEmpty());
}

} // namespace
} // namespace planscope::whole
