#include "frontend/megatron_import.h"

#include "frontend/megatron_arguments.h"
#include "import_rows.h"
#include "read_text.h"

namespace planscope::whole {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::StartsWith;

const std::string llama3 = R"(torchrun --nproc_per_node 8 --nnodes 8 pretrain_gpt.py \
 --num-layers 80 --hidden-size 8192 --ffn-hidden-size 28672 --num-attention-heads 64 \
 --group-query-attention --num-query-groups 8 --seq-length 8192 --max-position-embeddings 8192 \
 --position-embedding-type rope --normalization RMSNorm --swiglu --disable-bias-linear \
 --untie-embeddings-and-output-weights --tokenizer-type NullTokenizer --vocab-size 128256 \
 --attention-dropout 0.0 --hidden-dropout 0.0 --bf16 --micro-batch-size 1 --global-batch-size 128 \
 --tensor-model-parallel-size 4 --sequence-parallel --pipeline-model-parallel-size 8 \
 --use-distributed-optimizer --use-flash-attn --cross-entropy-loss-fusion --cross-entropy-fusion-impl te
)";
/// 30 blocks on one rank a replica, with all defaults.
const std::string small = R"(a.py --num-layers 30 --hidden-size 1024 --num-attention-heads 16 --seq-length 1024
 --max-position-embeddings 1024 --micro-batch-size 2 --bf16 --vocab-size 50304 )";

std::string oneLine(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}
CaseImport import(const std::string& text)
{
    return importMegatron(text, defaultImportSettings());
}
CaseImport withArguments(const std::string& more)
{
    return import(oneLine(small) + more);
}
Candidate lawful(const CaseImport& made)
{
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    ReadCandidate read = readOneWhole(made.caseJson);
    EXPECT_TRUE(read.candidate) << made.caseJson;
    return *read.candidate;
}
MappingSpec mappingOf(const CaseImport& made)
{
    return lawful(made).training.mapping();
}
/// The mapping that the arguments give, lawful or not.
std::vector<std::int64_t> layoutOf(const std::string& more)
{
    const auto layout = mappingOf(withArguments(more)).pipeline.layout;
    return layout.value_or(std::vector<std::int64_t>{});
}
std::vector<std::string> refusal(const std::string& more)
{
    const CaseImport made = withArguments(more);
    EXPECT_THAT(made.caseJson, IsEmpty()) << more;
    return refusalsOf(made);
}

TEST(MegatronImport, ReadsATrainingOfLlama)
{
    const Candidate candidate = lawful(import(llama3));
    const Training& training = candidate.training;
    EXPECT_EQ(bundledModelLike(training.model()), "llama-3-70b");
    EXPECT_EQ(training.shape().worldSize, 64);
    EXPECT_EQ(training.mapping().data.degree, 2);
    EXPECT_TRUE(training.mapping().data.optimizerSharding);
    EXPECT_TRUE(training.mapping().tensor.sequenceParallel);
    EXPECT_EQ(kindOf(training.mapping().pipeline.schedule), ScheduleKind::OneForwardOneBackward);
    EXPECT_EQ(training.mapping().loss, LossKernel::Fused);
    EXPECT_EQ(training.shape().paddedVocabulary, 128512) << "NullTokenizer adds a token before padding";
    EXPECT_FALSE(training.workload().hiddenDropout);
}

TEST(MegatronImport, HasMegatronsDefaults)
{
    const CaseImport made = withArguments("");
    const Candidate candidate = lawful(made);
    const ModelSpec& model = candidate.training.model();
    EXPECT_EQ(model.feedforward, Feedforward::Plain);
    EXPECT_EQ(model.feedforwardSize, 4096);
    EXPECT_EQ(model.normalization, Normalization::LayerNorm);
    EXPECT_EQ(model.position, PositionEncoding::Learned);
    EXPECT_EQ(model.maximumPositions, 1024);
    EXPECT_EQ(model.bias.size(), 4U);
    EXPECT_TRUE(model.tiedEmbeddings);
    EXPECT_EQ(model.keyValueHeads, 16);
    EXPECT_TRUE(candidate.training.workload().hiddenDropout);
    EXPECT_TRUE(candidate.training.workload().attentionDropout);
    EXPECT_EQ(candidate.training.workload().globalBatchSize, 2) << "one microbatch on each replica";
    const MappingSpec& mapping = candidate.training.mapping();
    EXPECT_EQ(mapping.loss, LossKernel::Float32);
    EXPECT_EQ(mapping.gradientDatatype, GradientDatatype::Float32);
    EXPECT_EQ(mapping.context.exchange, ContextExchange::Ring);
    EXPECT_EQ(mapping.vocabulary, (VocabularyPadding{1, 128}));
    EXPECT_FALSE(mapping.data.optimizerSharding);
    EXPECT_THAT(rowsOf(made, "model.normalization"), ElementsAre("assumed: layer_norm: Megatron-core's default"));
    EXPECT_EQ(lawful(withArguments("--swiglu")).training.model().feedforwardSize, 2688) << "8/3 h down to 64s";
}

TEST(MegatronImport, ReadsTheModelsForm)
{
    EXPECT_EQ(lawful(withArguments("--group-query-attention")).training.model().keyValueHeads, 1);
    EXPECT_THAT(rowsOf(withArguments("--num-query-groups 4"), "--num-query-groups"),
                ElementsAre(StartsWith("ignored")));
    EXPECT_EQ(lawful(withArguments("--kv-channels 128")).training.model().attentionHeadSize, 128);
    EXPECT_THAT(lawful(withArguments("--disable-bias-linear --add-qkv-bias")).training.model().bias,
                ElementsAre(BiasedLayer::Qkv));
    EXPECT_TRUE(lawful(withArguments("--qk-layernorm")).training.model().queryKeyNorm);
    EXPECT_EQ(lawful(withArguments("--position-embedding-type none")).training.model().position,
              PositionEncoding::None);
    EXPECT_THAT(refusal("--position-embedding-type relative"),
                ElementsAre("import.megatron.position --position-embedding-type"));
    EXPECT_THAT(refusal("--no-position-embedding"), ElementsAre("import.megatron.position --no-position-embedding"));
    EXPECT_EQ(
        lawful(withArguments("--use-rotary-position-embeddings --no-position-embedding")).training.model().position,
        PositionEncoding::Rotary);
    EXPECT_THAT(refusal("--no-bias-gelu-fusion"), ElementsAre("import.megatron.fusion --no-bias-gelu-fusion"));
    EXPECT_THAT(refusalsOf(withArguments("--swiglu --no-bias-gelu-fusion")), IsEmpty());
    EXPECT_THAT(refusal("--normalization BatchNorm"), ElementsAre("import.megatron.normalization --normalization"));
}

TEST(MegatronImport, ReadsTheVocabulary)
{
    EXPECT_EQ(mappingOf(withArguments("--tokenizer-type GPT2BPETokenizer")).vocabulary, (VocabularyPadding{0, 128}));
    EXPECT_EQ(mappingOf(withArguments("--make-vocab-size-divisible-by 64")).vocabulary, (VocabularyPadding{1, 64}));
    const Training padded = lawful(withArguments("--padded-vocab-size 50432")).training;
    EXPECT_EQ(padded.shape().paddedVocabulary, 50432);
    EXPECT_EQ(padded.model().vocabularySize, 50304);

    const std::string without =
        withChange(oneLine(small), "--vocab-size 50304", "--tokenizer-type HuggingFaceTokenizer");
    EXPECT_THAT(refusalsOf(import(without)), ElementsAre("import.megatron.vocabulary --vocab-size"));
    ImportSettings settings = defaultImportSettings();
    settings.vocabularySize = 32000;
    EXPECT_EQ(lawful(importMegatron(without, settings)).training.model().vocabularySize, 32000);
}

TEST(MegatronImport, ReadsRanks)
{
    ImportSettings settings = defaultImportSettings();
    settings.ranks = 128;
    EXPECT_EQ(mappingOf(importMegatron(llama3, settings)).data.degree, 4) << "what is asked wins over the launcher";
    settings.ranks = 100;
    EXPECT_THAT(refusalsOf(importMegatron(llama3, settings)),
                ElementsAre("import.megatron.ranks --tensor-model-parallel-size"));
    EXPECT_EQ(mappingOf(import("WORLD_SIZE=4\n" + oneLine(small))).data.degree, 4);
    EXPECT_THAT(rowsOf(withArguments(""), "mapping.data.degree"), ElementsAre(HasSubstr("does not say")));
    EXPECT_FALSE(mappingOf(withArguments("--sequence-parallel")).tensor.sequenceParallel) << "dropped on one rank";
}

TEST(MegatronImport, CutsStagesAsMegatronDoes)
{
    const std::string four = "--pipeline-model-parallel-size 4 ";
    const ReadCandidate thirty = readOneWhole(withArguments(four).caseJson);
    ASSERT_FALSE(thirty.candidate) << "30 blocks on 4 stages";
    EXPECT_EQ(thirty.candidate.error().front().code, "mapping.pipeline.divides_blocks");

    EXPECT_THAT(layoutOf(four + "--pipeline-model-parallel-layout 'Et*8|t*8|t*7|t*7L'"), ElementsAre(8, 8, 7, 7));
    EXPECT_THAT(layoutOf(four + "--decoder-first-pipeline-num-layers 6"), ElementsAre(6, 8, 8, 8));
    EXPECT_THAT(layoutOf(four + "--decoder-last-pipeline-num-layers 3"), ElementsAre(9, 9, 9, 3));
    EXPECT_THAT(layoutOf(four + "--decoder-first-pipeline-num-layers 8 --decoder-last-pipeline-num-layers 6"),
                ElementsAre(8, 8, 8, 6));
    EXPECT_THAT(layoutOf(four + "--account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split"),
                ElementsAre(7, 8, 8, 7));
    EXPECT_THAT(refusal(four + "--decoder-first-pipeline-num-layers 7"),
                ElementsAre(HasSubstr("import.megatron.layout")));
    EXPECT_THAT(refusal(four + "--pipeline-model-parallel-layout 'Et*15|t*15L|'"),
                ElementsAre(HasSubstr("import.megatron.layout")));
    EXPECT_THAT(refusal(four + "--pipeline-model-parallel-layout 'Et*10|t*10|t*10L'"),
                ElementsAre(HasSubstr("import.megatron.layout")));
}

TEST(MegatronImport, ReadsVirtualStages)
{
    const std::string batch = "--global-batch-size 24 ";
    const auto interleaved = [&](const std::string& more) {
        const MappingSpec mapping = mappingOf(withArguments(batch + "--pipeline-model-parallel-size 3 " + more));
        const auto* schedule = std::get_if<Interleaved>(&mapping.pipeline.schedule);
        return schedule ? std::optional{*schedule} : std::nullopt;
    };
    EXPECT_THAT(interleaved("--num-layers-per-virtual-pipeline-stage 2"), Optional(Interleaved{5, {}}));
    EXPECT_THAT(interleaved("--num-virtual-stages-per-pipeline-rank 2"), Optional(Interleaved{2, {}}));
    EXPECT_THAT(
        interleaved("--num-virtual-stages-per-pipeline-rank 2 --microbatch-group-size-per-virtual-pipeline-stage 6"),
        Optional(Interleaved{2, 6}));
    EXPECT_THAT(interleaved("--pipeline-model-parallel-layout 'E(t*5|)*5t*5L'"), Optional(Interleaved{2, {}}));
    EXPECT_EQ(interleaved("--num-virtual-stages-per-pipeline-rank 1"), std::nullopt);
    EXPECT_THAT(layoutOf(batch
                         + "--pipeline-model-parallel-size 3 --num-virtual-stages-per-pipeline-rank 2 "
                           "--decoder-first-pipeline-num-layers 6"),
                ElementsAre(3, 6, 6, 3, 6, 6));
    EXPECT_THAT(refusal("--pipeline-model-parallel-size 3 --num-layers-per-virtual-pipeline-stage 3"),
                ElementsAre(HasSubstr("import.megatron.virtual_stages")));
    EXPECT_THAT(refusal("--num-layers-per-virtual-pipeline-stage 3 --num-virtual-stages-per-pipeline-rank 2"),
                ElementsAre(HasSubstr("import.megatron.conflict")));
}

TEST(MegatronImport, ReadsRecompute)
{
    const auto recompute = [](const std::string& more) { return mappingOf(withArguments(more)).recompute; };
    EXPECT_EQ(recompute(""), RecomputeKind::None);
    EXPECT_EQ(recompute("--recompute-activations"), RecomputeKind::CoreAttention);
    EXPECT_EQ(recompute("--recompute-granularity selective --recompute-modules core_attn"),
              RecomputeKind::CoreAttention);
    EXPECT_EQ(recompute("--recompute-granularity full --recompute-method uniform --recompute-num-layers 1"),
              RecomputeKind::Full);
    EXPECT_THAT(refusal("--recompute-granularity full --recompute-method block --recompute-num-layers 1"),
                ElementsAre("import.megatron.recompute --recompute-method"));
    EXPECT_THAT(refusal("--recompute-granularity full --recompute-method uniform --recompute-num-layers 2"),
                ElementsAre("import.megatron.recompute --recompute-num-layers"));
    EXPECT_THAT(refusal("--recompute-granularity selective --recompute-modules core_attn mlp"),
                ElementsAre("import.megatron.recompute --recompute-modules"));
}

TEST(MegatronImport, ReadsKernelsAndGradients)
{
    EXPECT_EQ(mappingOf(withArguments("--attention-backend unfused")).attention, AttentionKernel::Unfused);
    EXPECT_EQ(mappingOf(withArguments("--attention-backend flash")).attention, AttentionKernel::Fused);
    EXPECT_EQ(mappingOf(withArguments("--cross-entropy-loss-fusion")).loss, LossKernel::Float32) << "the native one";
    EXPECT_EQ(mappingOf(withArguments("--accumulate-allreduce-grads-in-fp32")).gradientDatatype,
              GradientDatatype::Float32);
    EXPECT_EQ(mappingOf(withArguments("--grad-reduce-in-bf16")).gradientDatatype, GradientDatatype::BFloat16);
    EXPECT_EQ(mappingOf(withArguments("--use-precision-aware-optimizer --main-grads-dtype bf16")).gradientDatatype,
              GradientDatatype::BFloat16);
    EXPECT_EQ(mappingOf(withArguments("--cp-comm-type a2a")).context.exchange, ContextExchange::AllToAll);
    EXPECT_THAT(refusal("--context-parallel-size 2 --cp-comm-type allgather"),
                ElementsAre("import.megatron.context_exchange --cp-comm-type"));
}

TEST(MegatronImport, RefusesByNameWhatIsNotDerived)
{
    const std::pair<const char*, const char*> refused[] = {
        {"--num-experts 8", "experts --num-experts"},
        {"--expert-model-parallel-size 8", "experts --expert-model-parallel-size"},
        {"--multi-latent-attention", "latent_attention --multi-latent-attention"},
        {"--mtp-num-layers 1", "multi_token_prediction --mtp-num-layers"},
        {"--fp8-format hybrid", "fp8 --fp8-format"},
        {"--use-megatron-fsdp", "fsdp --use-megatron-fsdp"},
        {"--optimizer-cpu-offload", "offload --optimizer-cpu-offload"},
        {"--cpu-offloading-num-layers 2", "offload --cpu-offloading-num-layers"},
        {"--optimizer sgd", "optimizer --optimizer"},
        {"--exp-avg-dtype bf16", "optimizer --exp-avg-dtype"},
        {"--window-size 4096,0", "window --window-size"},
        {"--overlap-grad-reduce", "overlap --overlap-grad-reduce"},
        {"--tp-comm-overlap", "overlap --tp-comm-overlap"},
        {"--no-rope-fusion", "fusion --no-rope-fusion"},
        {"--transformer-impl local", "transformer_impl --transformer-impl"},
        {"--fp16", "datatype --fp16"},
        {"--some-new-idea 3", "unknown_argument --some-new-idea"},
        {"--hidden-dropout $P", "variable --hidden-dropout"},
        {"--bf16 twice over", "syntax --bf16"},
    };
    for (const auto& [more, code] : refused)
        EXPECT_THAT(refusal(more), Contains(std::string{"import.megatron."} + code)) << more;
    EXPECT_THAT(refusalsOf(import(withChange(oneLine(small), "--bf16", ""))),
                ElementsAre("import.megatron.datatype --bf16"));
}

TEST(MegatronImport, TakesUnusedFeaturesAsUnused)
{
    const CaseImport made = withArguments("--expert-model-parallel-size 1 --optimizer adam --rotary-percent 1.0 "
                                          "--cpu-offloading-num-layers 0 --transformer-impl transformer_engine "
                                          "--exp-avg-dtype fp32 --lr 1e-4 --lr 2e-4 --save $DIR");
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    EXPECT_THAT(rowsOf(made, "--optimizer"), ElementsAre("ignored: not in use"));
    EXPECT_THAT(rowsOf(made, "--lr"),
                ElementsAre("ignored: given again later, which counts", HasSubstr("optimisation")));
}

TEST(MegatronImport, DropsOverlapWhenAsked)
{
    ImportSettings settings = defaultImportSettings();
    settings.dropOverlap = true;
    const CaseImport made = importMegatron(oneLine(small) + "--overlap-grad-reduce --overlap-param-gather", settings);
    EXPECT_THAT(refusalsOf(made), IsEmpty());
    EXPECT_THAT(rowsOf(made, "--overlap-grad-reduce"), ElementsAre(StartsWith("ignored: dropped as asked")));
}

TEST(MegatronImport, ReadsYaml)
{
    const CaseImport made = import("model:\n  num_layers: 32\n  hidden_size: 4096\n  ffn_hidden_size: 14336\n"
                                   "  num_attention_heads: 32\n  group_query_attention: true\n  num_query_groups: 8\n"
                                   "  normalization: RMSNorm\n  swiglu: true\n  add_bias_linear: false\n"
                                   "  untie_embeddings_and_output_weights: true\n  position_embedding_type: rope\n"
                                   "  vocab_size: 128256\ntraining:\n  seq_length: 8192\n  micro_batch_size: 1\n"
                                   "  bf16: true\n  fp16: false\n  overlap_grad_reduce: false\n  fp8_format: null\n");
    EXPECT_EQ(bundledModelLike(lawful(made).training.model()), "llama-3-8b");
    EXPECT_THAT(rowsOf(made, "--fp8-format"), ElementsAre("ignored: counts as absent"));
}

TEST(MegatronImport, AccountsForEveryArgument)
{
    const CaseImport made = import(llama3);
    const auto arguments = readMegatronArguments(llama3, {});
    ASSERT_TRUE(arguments);
    for (const MegatronArgument& argument : arguments->list)
        EXPECT_EQ(rowsOf(made, "--" + argument.name).size(), 1U) << argument.name;
}

} // namespace
} // namespace planscope::whole
