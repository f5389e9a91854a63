#include "whole_case_text.h"

#include "frontend/presets.h"

#include <gmock/gmock.h>

#include <map>

namespace planscope::testing_study {
namespace {

using testing::ElementsAre;

const whole::PortablePlanIR& planOf(const whole::CandidateResultPtr& result)
{
    EXPECT_EQ(result->status, ResultStatus::Ok);
    return result->derivation->plan();
}

std::int64_t savedBytes(const whole::PortablePlanIR& plan, whole::SavedTensor tensor)
{
    for (const whole::SavedBuffer& buffer : plan.saved)
        if (buffer.tensor == tensor)
            return buffer.bytes.value();
    return 0;
}

TEST(WholeResult, TheBundledModelsHaveTheirPublishedParameters)
{
    const std::map<std::string_view, std::int64_t> published{{"llama-2-7b", 6'738'415'616},
                                                             {"llama-2-13b", 13'015'864'320},
                                                             {"llama-2-70b", 68'976'648'192},
                                                             {"llama-3-8b", 8'030'261'248},
                                                             {"llama-3-70b", 70'553'706'496},
                                                             {"llama-3.1-405b", 405'853'388'800},
                                                             {"qwen2.5-7b", 7'615'616'512},
                                                             {"qwen2.5-72b", 72'706'203'648},
                                                             {"mistral-7b", 7'241'732'096},
                                                             {"gpt3-175b", 174'615'846'912},
                                                             {"megatron-22b", 22'074'273'792},
                                                             {"mt-nlg-530b", 529'600'819'200},
                                                             {"megatron-1t", 1'008'038'758'400}};
    ASSERT_EQ(presets(PresetKind::WholeModels).size(), published.size());
    for (const Preset& preset : presets(PresetKind::WholeModels)) {
        WholeCaseText text;
        text.model = '"' + std::string{preset.name} + '"';
        text.sequence = "2048";
        EXPECT_EQ(planOf(text.evaluated()).parameters.total.value(), published.at(preset.name)) << preset.name;
    }
}

TEST(WholeResult, OperationsATokenAreNvidias)
{
    const std::pair<const char*, const char*> counted[] = {{"llama-3-8b", "51470401536"},
                                                           {"llama-3-70b", "449222541312"},
                                                           {"llama-3.1-405b", "2523955986432"}};
    for (const auto& [model, operations] : counted) {
        WholeCaseText text;
        text.model = '"' + std::string{model} + '"';
        EXPECT_EQ(flopsPerToken(planOf(text.evaluated()).flops).causalHalf.toString(), operations) << model;
    }
}

TEST(WholeResult, AStageBoundaryCarriesTheHiddenState)
{
    WholeCaseText text;
    text.model = R"({"name": "m", "hidden_size": 7168, "feedforward_size": 2048, "attention_heads": 56,
        "key_value_heads": 8, "attention_head_size": 128, "block_count": 2, "vocabulary_size": 151936,
        "feedforward": "gated", "normalization": "rms_norm", "position": "rotary", "maximum_positions": 0, "bias": [],
        "tied_embeddings": false, "query_key_norm": false})";
    text.microbatch = "2";
    text.loss = "float32";
    text.pipeline = R"({"degree": 2, "schedule": {"kind": "one_forward_one_backward"}})";
    const auto result = text.evaluated();
    EXPECT_EQ(planOf(result).edges.at(0).bytes.value(), 224 * (std::int64_t{1} << 20));
    text.microbatch = "1";
    text.vocabulary = R"({"extra_tokens": 0, "multiple": 0})";
    const auto single = text.evaluated();
    EXPECT_EQ(savedBytes(planOf(single), whole::SavedTensor::LossSoftmax), std::int64_t{8192} * 151'936 * 4)
        << "4.637 GiB of fp32 logits";
}

TEST(WholeResult, TheInputsOfTwoNormsAreKept)
{
    WholeCaseText text;
    text.model = R"({"name": "gpt2-xl", "hidden_size": 1600, "feedforward_size": 6400, "attention_heads": 25,
        "key_value_heads": 25, "attention_head_size": 64, "block_count": 48, "vocabulary_size": 50257,
        "feedforward": "plain", "normalization": "layer_norm", "position": "learned", "maximum_positions": 1024,
        "bias": ["qkv", "proj", "fc1", "fc2"], "tied_embeddings": true, "query_key_norm": false})";
    text.sequence = "1024";
    text.batch = text.microbatch = "32";
    const auto result = text.evaluated();
    const std::int64_t norms = savedBytes(planOf(result), whole::SavedTensor::AttnNormInput)
        + savedBytes(planOf(result), whole::SavedTensor::MlpNormInput);
    EXPECT_EQ(norms * 48, 9600 * (std::int64_t{1} << 20));
}

TEST(WholeResult, AParameterTakesEighteenBytesOrSixAndItsShare)
{
    WholeCaseText text;
    text.model = "\"llama-2-7b\"";
    text.sequence = "1024";
    const auto bytesAParameter = [&text] {
        const auto result = text.evaluated();
        const whole::PlanStage& stage = planOf(result).stages[0];
        const std::int64_t held = stage.bytesOf(whole::PersistentKind::Weights).value()
            + stage.bytesOf(whole::PersistentKind::Gradients).value()
            + stage.bytesOf(whole::PersistentKind::Optimizer).value();
        return static_cast<double>(held) / static_cast<double>(stage.parameters.value());
    };
    EXPECT_DOUBLE_EQ(bytesAParameter(), 18);
    text.data = R"({"degree": 8, "optimizer_sharding": true})";
    EXPECT_DOUBLE_EQ(bytesAParameter(), 6 + 12.0 / 8);
    text.gradients = "bfloat16";
    EXPECT_DOUBLE_EQ(bytesAParameter(), 4 + 12.0 / 8);
    text.data = R"({"degree": 8, "optimizer_sharding": false})";
    EXPECT_DOUBLE_EQ(bytesAParameter(), 16);
}

TEST(WholeResult, InterleavedWarmUpIsTheSchedules)
{
    WholeCaseText text;
    text.pipeline = R"({"degree": 4, "schedule": {"kind": "interleaved_one_forward_one_backward", "virtual_stages": 2,
                        "group": 5}})";
    text.batch = "20";
    const auto result = text.evaluated();
    const whole::ProgramRule& rule = planOf(result).program.rule;
    for (std::int64_t r = 0; r < 4; ++r)
        EXPECT_EQ(rule.warmup(r), 2 * (4 - r - 1) + (2 - 1) * 5);
}

TEST(WholeResult, WhatDoesNotFitIsToldAndShown)
{
    WholeCaseText text;
    text.model = "\"llama-3-70b\"";
    text.system = "\"a100_80g\"";
    const auto result = text.evaluated();
    EXPECT_EQ(result->status, ResultStatus::Ok);
    ASSERT_EQ(result->diagnostics.size(), 1U);
    EXPECT_EQ(result->diagnostics[0].code, "memory.over_capacity");
    EXPECT_EQ(result->diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(result->diagnostics[0].given, std::to_string(result->estimate->peak.value()));
    EXPECT_TRUE(result->estimate->modes);
}

TEST(WholeResult, NamesTheFirstIntegerThatLeaves64Bits)
{
    WholeCaseText text;
    text.model = R"({"name": "m", "hidden_size": 4611686018427387904, "feedforward_size": 1, "attention_heads": 1,
        "key_value_heads": 1, "attention_head_size": 1, "block_count": 1, "vocabulary_size": 4,
        "feedforward": "plain", "normalization": "rms_norm", "position": "none", "maximum_positions": 0, "bias": [],
        "tied_embeddings": true, "query_key_norm": false})";
    const auto result = text.evaluated();
    EXPECT_EQ(result->status, ResultStatus::Refused);
    ASSERT_EQ(result->diagnostics.size(), 1U);
    EXPECT_EQ(result->diagnostics[0].code, "integer.overflow");
    EXPECT_EQ(result->diagnostics[0].path, "parameters.total");
    EXPECT_EQ(result->derivation, nullptr);
}

TEST(WholeResult, EvidenceCoversBothProfiles)
{
    const WholeCaseText text;
    WholeCaseText system = text, framework = text, tiers = text;
    system.system = "\"a100_80g\"";
    framework.framework = "\"megatron-0.14-te-2.11\"";
    tiers.tiers = R"({"tensor": 0, "pipeline": 0, "data": 1})";
    const Digest evidence = text.evaluated()->evidence;
    EXPECT_NE(system.evaluated()->evidence, evidence);
    EXPECT_NE(framework.evaluated()->evidence, evidence);
    EXPECT_EQ(tiers.evaluated()->evidence, evidence);
}

TEST(WholeResult, EvaluatesADerivationAgainWithoutAPass)
{
    WholeCaseText text;
    text.framework = "\"megatron-0.14-te-2.11\"";
    const auto first = text.evaluated();
    const whole::Candidate candidate = text.candidate();
    const auto again =
        whole::evaluate("again", first->derivation, candidate.system, candidate.tiers, candidate.framework);
    EXPECT_EQ(again->derivation, first->derivation);
    EXPECT_EQ(again->estimate->peaks, first->estimate->peaks);
}

struct Movement {
    const char* field;
    const char* moves;
    void (*change)(WholeCaseText&);
};

TEST(WholeResult, EachFieldMovesTheDigestsItShould)
{
    WholeCaseText base;
    base.sequence = "2048";
    base.batch = "16";
    base.tensor = R"({"degree": 2, "sequence_parallel": true})";
    base.pipeline = R"({"degree": 2, "schedule": {"kind": "interleaved_one_forward_one_backward", "virtual_stages": 2,
                        "group": 2}})";
    base.data = R"({"degree": 2, "optimizer_sharding": true})";
    const Movement movements[] = {
        {"model", "MDP", [](WholeCaseText& t) { t.model = "\"mistral-7b\""; }},
        {"sequence_length", "DP", [](WholeCaseText& t) { t.sequence = "4096"; }},
        {"global_batch_size", "DP", [](WholeCaseText& t) { t.batch = "32"; }},
        {"microbatch_size", "DP", [](WholeCaseText& t) { t.microbatch = "2"; }},
        {"dropouts", "DP",
         [](WholeCaseText& t) { t.dropouts = R"("hidden_dropout": true, "attention_dropout": false)"; }},
        {"tensor degree", "DP", [](WholeCaseText& t) { t.tensor = R"({"degree": 4, "sequence_parallel": true})"; }},
        {"sequence_parallel", "DP",
         [](WholeCaseText& t) { t.tensor = R"({"degree": 2, "sequence_parallel": false})"; }},
        {"context", "DP", [](WholeCaseText& t) { t.context = R"({"degree": 2, "exchange": "ring"})"; }},
        {"group", "DP",
         [](WholeCaseText& t) {
             t.pipeline = R"({"degree": 2, "schedule": {"kind": "interleaved_one_forward_one_backward",
                              "virtual_stages": 2, "group": 4}})";
         }},
        {"layout", "DP",
         [](WholeCaseText& t) {
             t.pipeline = R"({"degree": 2, "schedule": {"kind": "interleaved_one_forward_one_backward",
                              "virtual_stages": 2, "group": 2}, "layout": [7, 9, 8, 8]})";
         }},
        {"data degree", "DP", [](WholeCaseText& t) { t.data = R"({"degree": 4, "optimizer_sharding": true})"; }},
        {"optimizer_sharding", "DP",
         [](WholeCaseText& t) { t.data = R"({"degree": 2, "optimizer_sharding": false})"; }},
        {"recompute", "DP", [](WholeCaseText& t) { t.recompute = "full"; }},
        {"attention", "DP", [](WholeCaseText& t) { t.attention = "unfused"; }},
        {"loss", "DP", [](WholeCaseText& t) { t.loss = "float32"; }},
        {"gradient_datatype", "DP", [](WholeCaseText& t) { t.gradients = "bfloat16"; }},
        {"vocabulary", "DP", [](WholeCaseText& t) { t.vocabulary = R"({"extra_tokens": 1, "multiple": 128})"; }},
        {"system", "", [](WholeCaseText& t) { t.system = "\"h100_80g_nvl8\""; }},
        {"tiers", "", [](WholeCaseText& t) { t.tiers = R"({"tensor": 1, "pipeline": 1, "data": 1})"; }},
        {"framework", "", [](WholeCaseText& t) { t.framework = "\"megatron-0.14-te-2.11\""; }},
    };
    const auto digest = [](const whole::CandidateResultPtr& result, IrKind kind) {
        EXPECT_EQ(result->status, ResultStatus::Ok);
        return result->derivation->snapshot(kind)->digest();
    };
    const auto before = base.evaluated();
    for (const Movement& movement : movements) {
        WholeCaseText changed = base;
        movement.change(changed);
        const auto after = changed.evaluated();
        std::string moved;
        moved += digest(before, IrKind::Model) != digest(after, IrKind::Model) ? "M" : "";
        moved += digest(before, IrKind::Distributed) != digest(after, IrKind::Distributed) ? "D" : "";
        moved += digest(before, IrKind::PortablePlan) != digest(after, IrKind::PortablePlan) ? "P" : "";
        EXPECT_EQ(moved, movement.moves) << movement.field;
    }
}

} // namespace
} // namespace planscope::testing_study
