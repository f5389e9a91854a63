#include "app/program.h"

#include "base/json_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace planscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

struct PublishedModel {
    const char* name;
    std::int64_t parameters;
};
constexpr PublishedModel published[] = {
    {"llama-2-7b", 6'738'415'616},      {"llama-2-13b", 13'015'864'320},  {"llama-2-70b", 68'976'648'192},
    {"llama-3-8b", 8'030'261'248},      {"llama-3-70b", 70'553'706'496},  {"llama-3.1-405b", 405'853'388'800},
    {"qwen2.5-7b", 7'615'616'512},      {"qwen2.5-72b", 72'706'203'648},  {"mistral-7b", 7'241'732'096},
    {"gpt3-175b", 174'615'846'912},     {"megatron-22b", 22'074'273'792}, {"mt-nlg-530b", 529'600'819'200},
    {"megatron-1t", 1'008'038'758'400},
};

/// A bundled model's field as its file writes it.
std::string fieldOf(const std::string& model, const std::string& field)
{
    const auto document = JsonDocument::parse(contentOf(repositoryFile("resources/whole_models/" + model + ".json")));
    return document->root().find(field)->compact();
}

/// The config.json in which its publishers give such a model.
std::string configOf(const std::string& model)
{
    const auto is = [&model](const char* field) { return fieldOf(model, field); };
    if (is("position") == "\"learned\"")
        return R"({"model_type": "gpt2", "activation_function": "gelu_new", "layer_norm_epsilon": 1e-05, "n_embd": )"
            + is("hidden_size") + R"(, "n_inner": null, "n_head": )" + is("attention_heads") + R"(, "n_layer": )"
            + is("block_count") + R"(, "n_positions": )" + is("maximum_positions") + R"(, "vocab_size": )"
            + is("vocabulary_size") + R"(, "resid_pdrop": 0.1, "embd_pdrop": 0.1, "attn_pdrop": 0.1})";
    const std::string type = model.substr(0, model.find_first_of("-.23"));
    return R"({"model_type": ")" + (type == "qwen" ? "qwen2" : type)
        + R"(", "hidden_act": "silu", "rms_norm_eps": 1e-05, "hidden_size": )" + is("hidden_size")
        + R"(, "intermediate_size": )" + is("feedforward_size") + R"(, "num_attention_heads": )" + is("attention_heads")
        + R"(, "num_key_value_heads": )" + is("key_value_heads") + R"(, "num_hidden_layers": )" + is("block_count")
        + R"(, "max_position_embeddings": 8192, "vocab_size": )" + is("vocabulary_size")
        + R"(, "sliding_window": null, "tie_word_embeddings": false})";
}

/// The same as arguments of Megatron.
std::string argumentsOf(const std::string& model)
{
    const auto is = [&model](const char* field) { return fieldOf(model, field); };
    const bool learned = is("position") == "\"learned\"";
    return "--num-layers " + is("block_count") + " --hidden-size " + is("hidden_size") + " --num-attention-heads "
        + is("attention_heads") + " --ffn-hidden-size " + is("feedforward_size") + " --group-query-attention"
        + " --num-query-groups " + is("key_value_heads") + " --vocab-size " + is("vocabulary_size")
        + " --seq-length 2048 --max-position-embeddings 2048 --micro-batch-size 1 --bf16"
        + (learned ? ""
                   : " --swiglu --normalization RMSNorm --disable-bias-linear --position-embedding-type rope"
                     " --untie-embeddings-and-output-weights")
        + (is("bias") == "[\"qkv\"]" ? " --add-qkv-bias" : "") + "\n";
}

std::int64_t parametersOf(const std::string& caseJson)
{
    const auto results = JsonDocument::parse(runProgram({"evaluate", "-", "--format", "json"}, caseJson).out);
    if (!results)
        return 0;
    for (const JsonValue result : results->root().elements())
        if (const auto parameters = result.find("parameters"))
            return parameters->find("total")->integer().value_or(0);
    return 0;
}

TEST(Import, HuggingFaceConfigurationsHaveThePublishedParameters)
{
    for (const PublishedModel& model : published) {
        const ProgramRun run = runProgram({"import", "hf", "-"}, configOf(model.name));
        EXPECT_EQ(run.exitCode, 0) << model.name << run.err;
        EXPECT_THAT(run.err, HasSubstr(std::string{model.name} + ": the bundled model of these dimensions"));
        EXPECT_EQ(parametersOf(run.out), model.parameters) << model.name;
    }
}

TEST(Import, MegatronArgumentsHaveThePublishedParameters)
{
    for (const PublishedModel& model : published) {
        const ProgramRun run = runProgram({"import", "megatron", "-"}, argumentsOf(model.name));
        EXPECT_EQ(run.exitCode, 0) << model.name << run.err;
        EXPECT_EQ(parametersOf(run.out), model.parameters) << model.name;
    }
}

TEST(Import, WritesTheCaseAndTellsTheFields)
{
    const ScratchFolder folder;
    const std::string config = folder.write("config.json", configOf("llama-3-8b"));
    const ProgramRun run = runProgram({"import", "hf", config, "--tensor", "4", "--data", "2", "--global-batch-size",
                                       "8", "--sequence-length", "8192", "--name", "mine", "-o", folder / "case.json"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, AllOf(HasSubstr("read     hidden_size"), HasSubstr("assumed  mapping.recompute")));
    const ProgramRun evaluated = runProgram({"evaluate", folder / "case.json"});
    EXPECT_EQ(evaluated.exitCode, 0);
    EXPECT_THAT(evaluated.out, AllOf(HasSubstr("mine: ok"), HasSubstr("8 = tensor 4")));

    const ProgramRun again = runProgram({"import", "hf", config, "--template", folder / "case.json"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_THAT(again.err, HasSubstr("4: the template"));
}

TEST(Import, RefusalsMakeNoCase)
{
    const std::string moe = R"({"model_type": "llama", "hidden_size": 64, "num_experts": 8})";
    const ProgramRun refused = runProgram({"import", "hf", "-"}, moe);
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.out, IsEmpty());
    EXPECT_THAT(refused.err, HasSubstr("[import.hf.experts]"));

    const ProgramRun unlawful =
        runProgram({"import", "megatron", "-"}, argumentsOf("llama-3-8b") + "--pipeline-model-parallel-size 3\n");
    EXPECT_EQ(unlawful.exitCode, 1) << "the case is made, but breaks a law";
    EXPECT_THAT(unlawful.out, HasSubstr("planscope.case/2"));
    EXPECT_THAT(unlawful.err, HasSubstr("[mapping.pipeline.divides_blocks]"));
}

TEST(Import, MegatronTakesWhatTheTextDoesNotSay)
{
    const std::string text = "torchrun a.py --tensor-model-parallel-size $TP --overlap-grad-reduce "
        + argumentsOf("llama-3-8b");
    EXPECT_THAT(runProgram({"import", "megatron", "-"}, text).err,
                AllOf(HasSubstr("[import.megatron.variable]"),
                      HasSubstr("; --no-overlap takes it as if it asked for no overlap [import.megatron.overlap]")));
    const ProgramRun run =
        runProgram({"import", "megatron", "-", "--define", "TP=4", "--ranks", "16", "--no-overlap"}, text);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("4: 16 ranks by the product of the other degrees"));
}

TEST(Import, SaysWhatOfTheCallIsWrong)
{
    EXPECT_EQ(runProgram({"import", "hf", "nowhere.json"}).exitCode, 2);
    EXPECT_EQ(runProgram({"import", "hf", "-", "--tensor", "0"}, "{}").exitCode, 2);
    EXPECT_THAT(runProgram({"import", "hf", "-", "--system", "a100"}, "{}").err, HasSubstr("nearest: a100_80"));
    EXPECT_THAT(runProgram({"import", "hf", "-", "--template", "tab5-gpt3-175B-full"}, "{}").err,
                HasSubstr("[call.template]"));
    EXPECT_EQ(runProgram({"import", "megatron", "-", "--define", "TP"}, "").exitCode, 2);
}

TEST(Convert, MakesAWholeCaseOfABlockCase)
{
    std::string text = contentOf(repositoryFile("resources/cases/tab5-megatron-22B-full.json"));
    const ProgramRun refused = runProgram({"convert", "tab5-megatron-22B-full", "--vocabulary-size", "51200"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, HasSubstr("[convert.datatype]"));
    EXPECT_THAT(refused.out, IsEmpty());
    EXPECT_THAT(runProgram({"convert", "tab5-megatron-22B-full"}).err,
                HasSubstr("; --vocabulary-size says it [convert.vocabulary]"));

    const std::size_t place = text.find("float16");
    ASSERT_NE(place, std::string::npos);
    text.insert(place, "b");
    const ProgramRun run = runProgram(
        {"convert", "-", "--vocabulary-size", "51200", "--maximum-positions", "2048", "--tied-embeddings"}, text);
    EXPECT_EQ(run.exitCode, 0) << run.err;
    // 48 blocks of 12·h² + 4·h without biases, the tied embedding, its positions, the last norm
    EXPECT_EQ(parametersOf(run.out),
              48LL * (12LL * 6144 * 6144 + 4 * 6144) + 51200LL * 6144 + 2048LL * 6144 + 2 * 6144);
}

} // namespace
} // namespace planscope::test
