#include "frontend/hugging_face_import.h"

#include "frontend/presets.h"
#include "import_rows.h"
#include "read_text.h"

namespace planscope::whole {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string llama3 = R"({"architectures": ["LlamaForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
"bos_token_id": 128000, "eos_token_id": [128001, 128008], "hidden_act": "silu", "hidden_size": 4096,
"initializer_range": 0.02, "intermediate_size": 14336, "max_position_embeddings": 8192, "mlp_bias": false,
"model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
"pretraining_tp": 1, "rms_norm_eps": 1e-05, "rope_scaling": {"factor": 8.0, "rope_type": "llama3"},
"rope_theta": 500000.0, "tie_word_embeddings": false, "torch_dtype": "bfloat16", "transformers_version": "4.40.0",
"use_cache": true, "vocab_size": 128256})";
const std::string qwen2 = R"({"architectures": ["Qwen2ForCausalLM"], "attention_dropout": 0.0, "bos_token_id": 151643,
"eos_token_id": 151645, "hidden_act": "silu", "hidden_size": 3584, "initializer_range": 0.02,
"intermediate_size": 18944, "max_position_embeddings": 32768, "max_window_layers": 28, "model_type": "qwen2",
"num_attention_heads": 28, "num_hidden_layers": 28, "num_key_value_heads": 4, "rms_norm_eps": 1e-06,
"rope_theta": 1000000.0, "sliding_window": 131072, "tie_word_embeddings": false, "torch_dtype": "bfloat16",
"transformers_version": "4.43.1", "use_cache": true, "use_sliding_window": false, "vocab_size": 152064})";
const std::string qwen3 = R"({"architectures": ["Qwen3ForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
"head_dim": 128, "hidden_act": "silu", "hidden_size": 2560, "intermediate_size": 9728,
"max_position_embeddings": 40960, "max_window_layers": 36, "model_type": "qwen3", "num_attention_heads": 32,
"num_hidden_layers": 36, "num_key_value_heads": 8, "rms_norm_eps": 1e-06, "rope_scaling": null, "rope_theta": 1000000,
"sliding_window": null, "tie_word_embeddings": true, "torch_dtype": "bfloat16", "use_sliding_window": false,
"vocab_size": 151936})";
const std::string mistral = R"({"architectures": ["MistralForCausalLM"], "hidden_act": "silu", "hidden_size": 4096,
"intermediate_size": 14336, "max_position_embeddings": 32768, "model_type": "mistral", "num_attention_heads": 32,
"num_hidden_layers": 32, "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "rope_theta": 10000.0,
"sliding_window": null, "tie_word_embeddings": false, "torch_dtype": "bfloat16", "vocab_size": 32000})";
const std::string gpt2 = R"({"activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1,
"bos_token_id": 50256, "embd_pdrop": 0.1, "eos_token_id": 50256, "initializer_range": 0.02,
"layer_norm_epsilon": 1e-05, "model_type": "gpt2", "n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12,
"n_positions": 1024, "resid_pdrop": 0.1, "summary_activation": null, "summary_first_dropout": 0.1,
"task_specific_params": {"text-generation": {"do_sample": true, "max_length": 50}}, "vocab_size": 50257})";

CaseImport import(const std::string& config)
{
    return importHuggingFace(config, defaultImportSettings());
}
/// The case that a config gives; it keeps the laws.
Candidate imported(const std::string& config)
{
    const CaseImport made = import(config);
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    ReadCandidate read = readOneWhole(made.caseJson);
    EXPECT_TRUE(read.candidate) << made.caseJson;
    return *read.candidate;
}
ModelSpec modelOf(const std::string& config)
{
    return imported(config).training.model();
}

TEST(HuggingFaceImport, ReadsLlama)
{
    const ModelSpec model = modelOf(llama3);
    EXPECT_EQ(model.name, "llama-3-8b") << "the bundled model of these dimensions";
    EXPECT_EQ(bundledModelLike(model), "llama-3-8b");
}

TEST(HuggingFaceImport, AccountsForEveryField)
{
    const CaseImport made = import(llama3);
    const auto document = JsonDocument::parse(llama3);
    for (const JsonValue::Member member : document->root().members())
        EXPECT_EQ(rowsOf(made, member.name).size(), 1U) << member.name;
    EXPECT_THAT(rowsOf(made, "hidden_size"), ElementsAre("read: model.hidden_size"));
    EXPECT_THAT(rowsOf(made, "rope_theta"), ElementsAre(StartsWith("ignored: ")));
    EXPECT_THAT(rowsOf(made, "model.attention_head_size"), ElementsAre(StartsWith("assumed: 128: ")));
    EXPECT_THAT(rowsOf(made, "mapping.tensor.degree"), ElementsAre("assumed: 1: the default"));
    EXPECT_THAT(rowsOf(made, "framework"), ElementsAre("assumed: megatron-0.14-te-2.11: the default"));
}

TEST(HuggingFaceImport, KnowsWhatATypeImplies)
{
    EXPECT_EQ(bundledModelLike(modelOf(qwen2)), "qwen2.5-7b");
    EXPECT_THAT(modelOf(qwen2).bias, ElementsAre(BiasedLayer::Qkv));

    const ModelSpec four = modelOf(qwen3);
    EXPECT_TRUE(four.queryKeyNorm);
    EXPECT_TRUE(four.tiedEmbeddings);
    EXPECT_EQ(four.attentionHeadSize, 128) << "not 2560 / 32";
    EXPECT_EQ(modelOf(withChange(qwen3, R"("head_dim": 128)", R"("head_dim": null)")).attentionHeadSize, 128);

    const Candidate small = imported(gpt2);
    const ModelSpec& model = small.training.model();
    EXPECT_EQ(model.feedforwardSize, 3072);
    EXPECT_EQ(model.position, PositionEncoding::Learned);
    EXPECT_EQ(model.maximumPositions, 1024);
    EXPECT_EQ(model.bias.size(), 4U);
    EXPECT_TRUE(model.tiedEmbeddings);
    EXPECT_TRUE(small.training.workload().hiddenDropout);
    EXPECT_EQ(small.training.workload().sequenceLength, 1024) << "no more than there are positions";
}

TEST(HuggingFaceImport, ReadsOptionalFields)
{
    EXPECT_EQ(modelOf(withChange(llama3, R"("num_key_value_heads": 8,)", "")).keyValueHeads, 32);
    EXPECT_EQ(
        modelOf(withChange(llama3, R"("num_key_value_heads": 8,)", R"("num_key_value_heads": null,)")).keyValueHeads,
        32);
    EXPECT_THAT(modelOf(withChange(llama3, R"("attention_bias": false)", R"("attention_bias": true)")).bias,
                ElementsAre(BiasedLayer::Qkv, BiasedLayer::Proj));
    EXPECT_THAT(modelOf(withChange(llama3, R"("mlp_bias": false)", R"("mlp_bias": true)")).bias,
                ElementsAre(BiasedLayer::Fc1, BiasedLayer::Fc2));
    EXPECT_EQ(modelOf(withChange(llama3, R"("vocab_size")", R"("head_dim": 64, "vocab_size")")).attentionHeadSize, 64);
    EXPECT_TRUE(imported(withChange(llama3, R"("attention_dropout": 0.0)", R"("attention_dropout": 0.1)"))
                    .training.workload()
                    .attentionDropout);
    EXPECT_FALSE(modelOf(withChange(llama3, R"("tie_word_embeddings": false,)", "")).tiedEmbeddings);
    EXPECT_THAT(rowsOf(import(withChange(llama3, "bfloat16", "float16")), "workload.datatype"),
                ElementsAre(StartsWith("assumed: bfloat16")));
    EXPECT_EQ(modelOf(withChange(llama3, R"("model_type": "llama",)", "")).name, "llama-3-8b");
}

TEST(HuggingFaceImport, ReadsTheDecoderOfAMultimodalModel)
{
    const std::string whole = R"({"architectures": ["LlavaForConditionalGeneration"], "model_type": "llava",
        "image_token_index": 128256, "tie_word_embeddings": true, "vision_config": {"hidden_size": 1024},
        "text_config": )"
        + withChange(llama3, R"("tie_word_embeddings": false,)", "") + "}";
    const CaseImport made = import(whole);
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    EXPECT_THAT(rowsOf(made, "text_config.hidden_size"), ElementsAre("read: model.hidden_size"));
    EXPECT_THAT(rowsOf(made, "vision_config"), ElementsAre(HasSubstr("vision tower")));
    EXPECT_TRUE(modelOf(whole).tiedEmbeddings) << "said outside";
    EXPECT_THAT(
        refusalsOf(import(withChange(whole, R"("num_hidden_layers")", R"("num_experts": 8, "num_hidden_layers")"))),
        ElementsAre("import.hf.experts text_config.num_experts"));
}

TEST(HuggingFaceImport, RefusesSlidingWindowsInUseAlone)
{
    EXPECT_EQ(bundledModelLike(modelOf(mistral)), "mistral-7b");
    const std::string refusal = "import.hf.sliding_window sliding_window";
    EXPECT_THAT(refusalsOf(import(withChange(mistral, R"("sliding_window": null)", R"("sliding_window": 4096)"))),
                ElementsAre(refusal));
    EXPECT_THAT(refusalsOf(import(withChange(mistral, R"("sliding_window": null,)", ""))), ElementsAre(refusal))
        << "its default is a window";
    EXPECT_THAT(
        refusalsOf(import(withChange(qwen2, R"("use_sliding_window": false)", R"("use_sliding_window": true)"))),
        ElementsAre(refusal));
    EXPECT_THAT(rowsOf(import(qwen2), "sliding_window"), ElementsAre("ignored: use_sliding_window is not set"));
}

TEST(HuggingFaceImport, RefusesByNameWhatIsNotDense)
{
    const auto refusal = [](const std::string& field) {
        const CaseImport made = import(withChange(llama3, R"("use_cache": true)", field));
        EXPECT_THAT(made.caseJson, IsEmpty()) << field;
        return refusalsOf(made);
    };
    EXPECT_THAT(refusal(R"("num_local_experts": 8)"), ElementsAre("import.hf.experts num_local_experts"));
    EXPECT_THAT(refusal(R"("n_routed_experts": 256)"), ElementsAre("import.hf.experts n_routed_experts"));
    EXPECT_THAT(refusal(R"("num_experts": 128)"), ElementsAre("import.hf.experts num_experts"));
    EXPECT_THAT(refusal(R"("q_lora_rank": 1536)"), ElementsAre("import.hf.latent_attention q_lora_rank"));
    EXPECT_THAT(refusal(R"("kv_lora_rank": 512)"), ElementsAre("import.hf.latent_attention kv_lora_rank"));
    EXPECT_THAT(refusal(R"("num_nextn_predict_layers": 1)"),
                ElementsAre("import.hf.multi_token_prediction num_nextn_predict_layers"));
    EXPECT_THAT(refusal(R"("layer_types": ["full_attention", "sliding_attention"])"),
                ElementsAre("import.hf.layer_types layer_types"));
    EXPECT_THAT(refusal(R"("hybrid_override_pattern": "M-M*")"),
                ElementsAre("import.hf.layer_types hybrid_override_pattern"));
    EXPECT_THAT(refusal(R"("partial_rotary_factor": 0.5)"), ElementsAre("import.hf.position partial_rotary_factor"));
    EXPECT_THAT(refusal(R"("is_encoder_decoder": true)"), ElementsAre("import.hf.encoder is_encoder_decoder"));
    EXPECT_THAT(refusal(R"("quantization_config": {"quant_method": "fp8"})"),
                ElementsAre("import.hf.quantization quantization_config"));
    EXPECT_THAT(refusal(R"("some_new_idea": 3)"), ElementsAre("import.hf.unknown_field some_new_idea"));
    EXPECT_THAT(refusal(R"("layer_norm_eps": 1e-5)"), ElementsAre("import.hf.conflict layer_norm_eps"));
    EXPECT_THAT(refusal(R"("n_embd": 4095)"), ElementsAre("import.hf.conflict n_embd"));
}

TEST(HuggingFaceImport, TakesUnusedFeaturesAsUnused)
{
    for (const std::string field :
         {R"("num_local_experts": null)", R"("num_experts": 0)", R"("q_lora_rank": null)",
          R"("layer_types": ["full_attention", "full_attention"])", R"("partial_rotary_factor": 1.0)",
          R"("is_encoder_decoder": false)", R"("cross_attention_layers": [])", R"("n_embd": 4096)"}) {
        const CaseImport made = import(withChange(llama3, R"("use_cache": true)", field));
        EXPECT_THAT(refusalsOf(made), IsEmpty()) << field;
    }
}

TEST(HuggingFaceImport, RefusesTypesAndActivationsItDoesNotKnow)
{
    const CaseImport mixtral = import(withChange(withChange(mistral, "\"mistral\"", "\"mixtral\""), R"("vocab_size")",
                                                 R"("num_local_experts": 8, "vocab_size")"));
    EXPECT_THAT(refusalsOf(mixtral),
                ElementsAre("import.hf.model_type model_type", "import.hf.experts num_local_experts"));
    EXPECT_THAT(mixtral.diagnostics.front().legal, Contains("llama"));
    EXPECT_THAT(refusalsOf(import(withChange(llama3, "\"silu\"", "\"gelu_pytorch_tanh\""))),
                ElementsAre("import.hf.activation hidden_act"));
    EXPECT_THAT(refusalsOf(import(withChange(llama3, "\"bfloat16\"", "\"float8_e4m3fn\""))),
                ElementsAre("import.hf.datatype torch_dtype"));
}

TEST(HuggingFaceImport, TellsUnusableFields)
{
    EXPECT_THAT(refusalsOf(import(withChange(llama3, R"("hidden_size": 4096,)", ""))),
                ElementsAre("file.missing_field hidden_size"));
    EXPECT_THAT(refusalsOf(import(withChange(llama3, R"("hidden_size": 4096)", R"("hidden_size": "4096")"))),
                ElementsAre("file.type hidden_size"));
    EXPECT_THAT(refusalsOf(import(withChange(llama3, R"("hidden_size": 4096)", R"("hidden_size": 4097)"))),
                ElementsAre("import.hf.head_size head_dim"));
    EXPECT_THAT(refusalsOf(import("[1]")), ElementsAre("file.type "));
    EXPECT_THAT(refusalsOf(import("{")), ElementsAre("file.syntax "));
}

TEST(HuggingFaceImport, TakesTheRestFromTheSettings)
{
    ImportSettings settings = defaultImportSettings();
    settings.name = "mine";
    settings.sequenceLength = 8192;
    settings.globalBatchSize = 64;
    settings.tensorDegree = 8;
    settings.pipelineDegree = 4;
    settings.dataDegree = 2;
    const CaseImport made = importHuggingFace(llama3, settings);
    const ReadCandidate read = readOneWhole(made.caseJson);
    ASSERT_TRUE(read.candidate);
    EXPECT_EQ(read.candidate->name, "mine");
    EXPECT_EQ(read.candidate->training.shape().worldSize, 64);
    EXPECT_EQ(kindOf(read.candidate->training.mapping().pipeline.schedule), ScheduleKind::OneForwardOneBackward);
    EXPECT_THAT(rowsOf(made, "mapping.tensor.degree"), ElementsAre(HasSubstr("as asked")));

    const ImportSettings again = importSettingsFrom(*read.candidate, "the template");
    const ReadCandidate other = readOneWhole(importHuggingFace(llama3, again).caseJson);
    ASSERT_TRUE(other.candidate);
    EXPECT_EQ(other.candidate->training.mapping(), read.candidate->training.mapping());
    EXPECT_EQ(other.candidate->training.workload(), read.candidate->training.workload());
}

TEST(HuggingFaceImport, KeepsTheLayoutOfTheBaseForAsManyBlocksAndChunksAlone)
{
    ImportSettings settings = defaultImportSettings();
    settings.baseReason = "the template";
    settings.base.mapping.pipeline = {4, OneForwardOneBackward{}, std::vector<std::int64_t>{9, 9, 9, 5}};
    const auto layoutOf = [](const CaseImport& made) {
        const ReadCandidate read = readOneWhole(made.caseJson);
        EXPECT_TRUE(read.candidate) << made.caseJson;
        return read.candidate ? read.candidate->training.mapping().pipeline.layout : std::nullopt;
    };
    EXPECT_EQ(layoutOf(importHuggingFace(llama3, settings)), settings.base.mapping.pipeline.layout);

    const CaseImport other = importHuggingFace(qwen3, settings);
    EXPECT_EQ(layoutOf(other), std::nullopt);
    EXPECT_THAT(rowsOf(other, "mapping.pipeline.layout"),
                ElementsAre("assumed: none: the layout of the template has 32 blocks in 4 chunks, not 36 in 4"));

    settings.pipelineDegree = 8;
    const CaseImport asked = importHuggingFace(llama3, settings);
    EXPECT_EQ(layoutOf(asked), std::nullopt);
    EXPECT_THAT(rowsOf(asked, "mapping.pipeline.layout"), ElementsAre(HasSubstr("in 4 chunks, not 32 in 8")));
}

} // namespace
} // namespace planscope::whole
