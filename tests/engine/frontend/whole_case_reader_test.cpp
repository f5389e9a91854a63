#include "read_text.h"

#include "frontend/framework_reader.h"
#include "frontend/presets.h"

namespace planscope {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<std::string> faults(std::string_view piece, std::string_view replacement)
{
    return faultsOfWhole(with(lawfulWholeCase(), piece, replacement));
}

TEST(WholeCaseReader, ReadsEveryField)
{
    const whole::ReadCandidate read = readOneWhole(lawfulWholeCase());
    ASSERT_TRUE(read.candidate) << lines(read.candidate.error())[0];
    EXPECT_EQ(read.candidate->name, "lawful");
    const whole::ModelSpec& model = read.candidate->training.model();
    EXPECT_EQ(model.keyValueHeads, 4);
    EXPECT_EQ(model.vocabularySize, 32000);
    EXPECT_EQ(model.feedforward, whole::Feedforward::Plain);
    EXPECT_EQ(model.normalization, whole::Normalization::LayerNorm);
    EXPECT_EQ(model.position, whole::PositionEncoding::Learned);
    EXPECT_THAT(model.bias, ElementsAre(whole::BiasedLayer::Qkv, whole::BiasedLayer::Fc1));
    EXPECT_TRUE(model.tiedEmbeddings && model.queryKeyNorm);
    EXPECT_EQ(read.candidate->training.workload(), (whole::WorkloadSpec{1024, 24, 1, Datatype::BFloat16, true, true}));
    const whole::MappingSpec& mapping = read.candidate->training.mapping();
    EXPECT_EQ(mapping.tensor, (whole::TensorParallel{2, true}));
    EXPECT_EQ(mapping.context, (whole::ContextParallel{2, whole::ContextExchange::Ring}));
    EXPECT_EQ(mapping.pipeline.schedule, (whole::Schedule{whole::Interleaved{2, 4}}));
    EXPECT_EQ(mapping.data, (whole::DataParallel{2, true}));
    EXPECT_EQ(mapping.recompute, whole::RecomputeKind::CoreAttention);
    EXPECT_EQ(mapping.loss, whole::LossKernel::Float32);
    EXPECT_EQ(mapping.gradientDatatype, whole::GradientDatatype::BFloat16);
    EXPECT_EQ(mapping.vocabulary, (whole::VocabularyPadding{1, 128}));
    EXPECT_THAT(read.candidate->training.shape().chunks, ElementsAre(1, 2, 3, 3, 3, 0));
    EXPECT_EQ(read.candidate->training.shape().paddedVocabulary, 32256);
    EXPECT_EQ(read.candidate->tiers, (NetworkTierBinding{0, 1, 1}));
    EXPECT_EQ(*read.candidate->framework, (FrameworkProfile{"own", 1, 0, true, false, true, false}));
}

TEST(WholeCaseReader, FieldsThatMayBeAbsentMean)
{
    std::string text = with(lawfulWholeCase(), R"("world_size": 24, )", "");
    text = with(text, R"(,
                         "layout": [1, 2, 3, 3, 3, 0])", "");
    text = with(text, R"(, "group": 4)", "");
    const whole::ReadCandidate read = readOneWhole(text);
    ASSERT_TRUE(read.candidate) << lines(read.candidate.error())[0];
    EXPECT_THAT(read.candidate->training.shape().chunks, ElementsAre(2, 2, 2, 2, 2, 2));
    EXPECT_EQ(groupOf(read.candidate->training.mapping().pipeline), 3);
}

TEST(WholeCaseReader, EveryOtherFieldIsMandatoryAndToldByItsPath)
{
    for (const char* field : {"name", "hidden_size", "vocabulary_size", "maximum_positions", "bias", "query_key_norm",
                              "sequence_length", "hidden_dropout", "exchange", "recompute", "attention", "loss",
                              "gradient_datatype", "multiple", "framework", "loss_mask"}) {
        const std::vector<std::string> told = faults('"' + std::string{field} + "\":", R"("other": )");
        ASSERT_EQ(told.size(), 2U) << field;
        EXPECT_THAT(told[0], StartsWith("file.missing_field ")) << field;
        EXPECT_THAT(told[1], StartsWith("file.unknown_field ")) << field;
    }
    EXPECT_THAT(faults(R"("extra_tokens": 1)", R"("width": 1)"),
                ElementsAre("file.missing_field mapping.vocabulary.extra_tokens <> []",
                            "file.unknown_field mapping.vocabulary.width <1> [extra_tokens, multiple]"));
}

TEST(WholeCaseReader, TellsValuesOutOfRange)
{
    EXPECT_THAT(faults(R"("maximum_positions": 2048)", R"("maximum_positions": 0)"),
                ElementsAre("spec.positive model.maximum_positions <0> []"));
    EXPECT_THAT(faults(R"("learned", "maximum_positions": 2048)", R"("none", "maximum_positions": 0)"), IsEmpty());
    EXPECT_THAT(faults(R"("extra_tokens": 1)", R"("extra_tokens": -1)"),
                ElementsAre("spec.positive mapping.vocabulary.extra_tokens <-1> []"));
    EXPECT_THAT(faults("[1, 2, 3, 3, 3, 0]", "[1, 2, 3, 3, 4, -1]"),
                ElementsAre("spec.positive mapping.pipeline.layout[5] <-1> []"));
    EXPECT_THAT(faults(R"("group": 4)", R"("group": 0)"),
                ElementsAre("spec.positive mapping.pipeline.schedule.group <0> []"));
    EXPECT_THAT(faults(R"("datatype": "bfloat16",
             )", R"("datatype": "float16",)"),
                ElementsAre("spec.unknown_value workload.datatype <float16> [bfloat16]"));
    EXPECT_THAT(faults(R"("fc1", "qkv")", R"("fc3", 7)"),
                ElementsAre("file.type model.bias[1] <7> []",
                            "spec.unknown_value model.bias[0] <fc3> [qkv, proj, fc1, fc2]"));
    EXPECT_THAT(faults(R"("fc1", "qkv")", R"("qkv", "qkv")"), ElementsAre("spec.repeated model.bias[1] <qkv> []"));
    EXPECT_THAT(faults("[1, 2, 3, 3, 3, 0]", "12"), ElementsAre("file.type mapping.pipeline.layout <12> []"));
    EXPECT_THAT(faults("[1, 2, 3, 3, 3, 0]", "[1, 2, 3, 3, 3.0, 0]"),
                ElementsAre("file.type mapping.pipeline.layout[4] <3.0> []"));
}

TEST(WholeCaseReader, VirtualStagesAndGroupBelongToTheInterleavedKind)
{
    EXPECT_THAT(faults("interleaved_one", "one"),
                ElementsAre("file.unknown_field mapping.pipeline.schedule.virtual_stages <2> [kind]",
                            "file.unknown_field mapping.pipeline.schedule.group <4> [kind]",
                            "mapping.pipeline.layout mapping.pipeline.layout <[1,2,3,3,3,0]> []"));
    EXPECT_THAT(faults("interleaved_one_forward_one_backward", "x"),
                ElementsAre(StartsWith("spec.unknown_value mapping.pipeline.schedule.kind <x>")));
}

TEST(WholeCaseReader, TellsEverythingInTheOrderOfTheContract)
{
    std::string text = with(lawfulWholeCase(), R"("hidden_size": 1024, )", "");
    text = with(text, R"("key_value_heads": 4)", R"("key_value_heads": 5)");
    text = with(text, R"("world_size": 24)", R"("world_size": 25)");
    text = with(text, R"("microbatch_size": 1)", R"("microbatch_size": 5)");
    text = with(text, R"("name": "own", "gemm_workspace_bytes": 1)", R"("name": "own", "gemm_workspace_bytes": -1)");
    EXPECT_THAT(faultsOfWhole(text),
                ElementsAre("file.missing_field model.hidden_size <> []",
                            "mapping.world_size mapping.world_size <25> [24]",
                            "workload.microbatch.divides_local_batch workload.microbatch_size <5> [1, 2, 3, 4, 6, 12]",
                            "model.kv_divides_heads model.key_value_heads <5> [1, 2, 4, 8, 16]",
                            "system.capacity framework.gemm_workspace_bytes <-1> []"));
}

TEST(WholeCaseReader, AFrameworkIsNoneOrABundledOneOrInPlace)
{
    const std::string own = lawfulWholeCase().substr(lawfulWholeCase().find(R"({"schema": "planscope.framework/1")"));
    const auto framework = [&](const char* value) { return with(lawfulWholeCase(), own, std::string{value} + "}"); };
    const auto none = readOneWhole(framework(R"("none")"));
    ASSERT_TRUE(none.candidate);
    EXPECT_EQ(*none.candidate->framework, (FrameworkProfile{"none", 0, 0, false, false, false, false}));
    const auto megatron = readOneWhole(framework(R"("megatron-0.14-te-2.11")"));
    ASSERT_TRUE(megatron.candidate);
    EXPECT_EQ(*megatron.candidate->framework,
              (FrameworkProfile{"megatron-0.14-te-2.11", 33555456, 17039360, true, true, true, true}));
    EXPECT_EQ(megatron.candidate->framework, bundledFramework("megatron-0.14-te-2.11"));
    EXPECT_THAT(faultsOfWhole(framework(R"("x")")),
                ElementsAre("spec.unknown_value framework <x> [none, megatron-0.14-te-2.11]"));
    EXPECT_THAT(faultsOfWhole(framework("7")), ElementsAre("file.type framework <7> []"));
}

TEST(WholeCaseReader, AModelMayBeABundledOne)
{
    const std::string text = lawfulWholeCase();
    const std::size_t begin = text.find(R"({"name": "m")"), end = text.find(R"("workload")");
    const auto read = readOneWhole(with(text, text.substr(begin, end - begin), "\"llama-3-8b\",\n"));
    EXPECT_THAT(lines(read.candidate.error()),
                ElementsAre("mapping.pipeline.layout mapping.pipeline.layout <[1,2,3,3,3,0]> []"))
        << "32 blocks, not 12";
    const auto unknown = faultsOfWhole(with(text, text.substr(begin, end - begin), "\"llama-4\",\n"));
    ASSERT_EQ(unknown.size(), 1U);
    EXPECT_THAT(unknown[0], StartsWith("spec.unknown_value model <llama-4> [gpt3-175b, llama-2-13b, llama-2-70b"));
    EXPECT_EQ(presets(PresetKind::WholeModels).size(), 13U);
}

std::string lawfulWholeStudy()
{
    return R"({"schema": "planscope.study/2", "name": "two", "model": "llama-3-70b",
"workload": {"sequence_length": 8192, "global_batch_size": 128, "datatype": "bfloat16", "hidden_dropout": false,
             "attention_dropout": false},
"system": "h100_80g_nvl8", "framework": "none",
"candidates": [
 {"name": "first", "microbatch_size": 1,
  "mapping": {"tensor": {"degree": 4, "sequence_parallel": true}, "context": {"degree": 1, "exchange": "all_to_all"},
    "pipeline": {"degree": 8, "schedule": {"kind": "one_forward_one_backward"}},
    "data": {"degree": 2, "optimizer_sharding": true}, "recompute": "none", "attention": "fused", "loss": "fused",
    "gradient_datatype": "float32", "vocabulary": {"extra_tokens": 1, "multiple": 128}},
  "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}},
 {"name": "second", "microbatch_size": 2,
  "mapping": {"tensor": {"degree": 8, "sequence_parallel": true}, "context": {"degree": 1, "exchange": "all_to_all"},
    "pipeline": {"degree": 4, "schedule": {"kind": "one_forward_one_backward"}},
    "data": {"degree": 2, "optimizer_sharding": true}, "recompute": "none", "attention": "fused", "loss": "fused",
    "gradient_datatype": "float32", "vocabulary": {"extra_tokens": 1, "multiple": 128}},
  "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}}],
"pinned": {"a": 0, "b": 1}})";
}

std::vector<std::vector<std::string>> faultsOfEach(std::string_view text)
{
    const auto source = CandidateSource::open(text);
    std::vector<std::vector<std::string>> all;
    for (std::size_t k = 0; k < source->count(); ++k) {
        EXPECT_EQ(source->accounting(k), Accounting::Whole);
        const whole::ReadCandidate read = source->readWhole(k);
        all.push_back(read.candidate ? std::vector<std::string>{} : lines(read.candidate.error()));
    }
    return all;
}

TEST(WholeStudyReader, EachCandidateIsACaseOfTheCommonPart)
{
    const auto source = CandidateSource::open(lawfulWholeStudy());
    ASSERT_TRUE(source);
    ASSERT_EQ(source->count(), 2U);
    const whole::ReadCandidate second = source->readWhole(1);
    ASSERT_TRUE(second.candidate) << lines(second.candidate.error())[0];
    EXPECT_EQ(second.name, "second");
    EXPECT_EQ(second.candidate->training.model().name, "llama-3-70b");
    EXPECT_EQ(second.candidate->training.workload().microbatchSize, 2);
    EXPECT_EQ(second.candidate->training.mapping().tensor.degree, 8);
    EXPECT_EQ(second.candidate->framework->name, "none");
}

TEST(WholeStudyReader, ABrokenLawIsToldAtItsPlaceInTheStudy)
{
    std::string text = with(lawfulWholeStudy(), R"("microbatch_size": 2)", R"("microbatch_size": 5)");
    text = with(text, R"("pipeline": {"degree": 4)", R"("pipeline": {"degree": 3)");
    EXPECT_THAT(faultsOfEach(text),
                ElementsAre(IsEmpty(),
                            ElementsAre("workload.microbatch.divides_local_batch candidates[1].microbatch_size <5> "
                                        "[1, 2, 4, 8, 16, 32, 64]",
                                        "mapping.pipeline.divides_blocks candidates[1].mapping.pipeline.degree <3> "
                                        "[2, 4, 5, 8, 10, 16, 20, 40, 80]")));
    text = with(lawfulWholeStudy(), R"("sequence_length": 8192)", R"("sequence_length": 8190)");
    const std::string law = "mapping.tensor.divides_sequence candidates";
    EXPECT_THAT(faultsOfEach(text), ElementsAre(ElementsAre(law + "[0].mapping.tensor.degree <4> [1, 2]"),
                                                ElementsAre(law + "[1].mapping.tensor.degree <8> [1, 2]")));
    text = with(lawfulWholeStudy(), R"("global_batch_size": 128)", R"("global_batch_size": 0, "microbatch_size": 1)");
    EXPECT_THAT(faultsOfEach(text), Each(ElementsAre(StartsWith("file.unknown_field workload.microbatch_size <1>"),
                                                     "spec.positive workload.global_batch_size <0> []")));
}

TEST(WholeStudyReader, WithoutCandidatesIsRefusedOnce)
{
    const std::string text = lawfulWholeStudy();
    const std::size_t begin = text.find("[\n {\"name\""), end = text.find(",\n\"pinned\"");
    std::string empty = text.substr(0, begin) + "[]}";
    EXPECT_THAT(faultsOfEach(empty), ElementsAre(ElementsAre("study.no_candidates candidates <[]> []")));
    EXPECT_GT(end, begin);
}

TEST(CandidateSource, AnArrayHoldsCasesOfBothAccountings)
{
    const auto source = CandidateSource::open("[" + lawfulCase() + "," + lawfulWholeCase() + ",7]");
    ASSERT_TRUE(source);
    EXPECT_EQ(source->accounting(0), Accounting::Block);
    EXPECT_TRUE(source->read(0).candidate);
    EXPECT_EQ(source->accounting(1), Accounting::Whole);
    EXPECT_TRUE(source->readWhole(1).candidate);
    EXPECT_EQ(source->accounting(2), Accounting::Block);
    EXPECT_FALSE(source->read(2).candidate);
    EXPECT_THAT(lines(source->read(1).candidate.error()),
                Contains(StartsWith("spec.unknown_value schema <planscope.case/2>")));
}

} // namespace
} // namespace planscope
