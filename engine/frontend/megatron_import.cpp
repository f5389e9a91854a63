#include "frontend/megatron_import.h"

#include "base/checked_integer.h"
#include "frontend/megatron_model.h"
#include "frontend/megatron_pipeline.h"

#include <utility>

namespace planscope::whole {
namespace {

using Given = MegatronFields::Given;

std::string_view trueOrFalse(bool value)
{
    return value ? "true" : "false";
}

/// Nothing when it leaves 64 bits.
std::optional<std::int64_t> product(std::initializer_list<std::int64_t> factors)
{
    CheckedInteger result{1};
    for (const std::int64_t factor : factors)
        result = result * CheckedInteger{factor};
    return result.overflowed() ? std::nullopt : std::optional{result.value()};
}

class Reader {
public:
    Reader(StatementAccount& account, const MegatronArguments& arguments, const ImportSettings& settings)
        : m_account(account)
        , m_arguments(arguments)
        , m_settings(settings)
        , m_fields(account, arguments, settings.dropOverlap)
        , m_case(settings.base)
    {
        m_case.workload = {};
        m_case.mapping = {};
    }

    CaseStatement read()
    {
        m_case.workload.sequenceLength =
            m_fields.mandatory("seq-length", "encoder-seq-length", "workload.sequence_length").value_or(0);
        m_case.model = readMegatronModel(m_account, m_fields, m_case.workload.sequenceLength);
        readDatatypes();
        readDropouts();
        readRanks();
        readBatch();
        readVocabulary();
        readRecompute();
        readAttention();
        readLoss();
        m_fields.rest();
        if (!m_account.refused())
            nameModel();
        return m_case;
    }

private:
    ModelSpec& model() { return m_case.model; }
    MappingSpec& mapping() { return m_case.mapping; }

    void readDatatypes()
    {
        const auto half = m_fields.take("fp16");
        const auto bfloat = m_fields.take("bf16");
        if (m_fields.flag(half))
            m_fields.refuse("datatype", *half, "training in bfloat16 alone is derived", {"--bf16"});
        else if (half)
            m_fields.ignore(*half, "not in use");
        if (m_fields.flag(bfloat))
            m_account.read(bfloat->path, bfloat->text, "workload.datatype", "bfloat16");
        else
            m_fields.refuseAbsent("datatype", "bf16",
                                  "is absent; Megatron-core then trains in float32, which is not derived", {"--bf16"});

        const auto accumulates = m_fields.take("accumulate-allreduce-grads-in-fp32");
        const auto reduces = m_fields.take("grad-reduce-in-bf16");
        const auto type = m_fields.take("main-grads-dtype");
        const auto word = m_fields.word(type);
        constexpr std::string_view destination = "mapping.gradient_datatype";
        if (word && word != "fp32" && word != "bf16")
            m_fields.refuse("gradient", *type, "main gradients of this type are not derived", {"bf16", "fp32"});
        const bool inFp32 = m_fields.flag(accumulates), inBf16 = m_fields.flag(reduces) || word == "bf16";
        if (inFp32 && word == "bf16")
            m_fields.refuse("conflict", *type, "stands beside --accumulate-allreduce-grads-in-fp32");
        mapping().gradientDatatype = inBf16 ? GradientDatatype::BFloat16 : GradientDatatype::Float32;
        const std::string_view name = nameOf(mapping().gradientDatatype);
        for (const auto& given : {accumulates, reduces, type})
            if (given)
                m_account.read(given->path, given->text, destination, name);
        if (!accumulates && !reduces && !type)
            m_account.assume(destination, name, "Megatron-core's default with bf16");
    }

    bool readDropout(std::string_view name, std::string_view destination)
    {
        const auto given = m_fields.take(name);
        const auto probability = m_fields.number(given);
        if (probability)
            m_account.read(given->path, given->text, destination, trueOrFalse(*probability > 0));
        else if (!given)
            m_account.assume(destination, "true", "0.1 is Megatron-core's default");
        return !probability || *probability > 0;
    }
    void readDropouts()
    {
        m_case.workload.hiddenDropout = readDropout("hidden-dropout", "workload.hidden_dropout");
        m_case.workload.attentionDropout = readDropout("attention-dropout", "workload.attention_dropout");
    }

    void readRanks()
    {
        TensorParallel& tensor = mapping().tensor;
        tensor.degree = m_fields.defaulted("tensor-model-parallel-size", "mapping.tensor.degree", 1);
        const auto sequence = m_fields.take("sequence-parallel");
        const bool asked = m_fields.flag(sequence);
        tensor.sequenceParallel = asked && tensor.degree > 1;
        constexpr std::string_view destination = "mapping.tensor.sequence_parallel";
        if (sequence)
            m_account.read(sequence->path, sequence->text, destination,
                           asked && tensor.degree == 1 ? "false: Megatron-core drops it on one tensor rank"
                                                       : trueOrFalse(asked));
        else
            m_account.assume(destination, "false", ofMegatron);
        readContext();
        mapping().pipeline = readMegatronPipeline(m_account, m_fields, model().blockCount);
        readDataDegree();
        mapping().data.optimizerSharding =
            m_fields.setting("use-distributed-optimizer", "mapping.data.optimizer_sharding", "true", "false");
    }

    void readContext()
    {
        ContextParallel& context = mapping().context;
        context.degree = m_fields.defaulted("context-parallel-size", "mapping.context.degree", 1);
        const auto type = m_fields.take("cp-comm-type");
        context.exchange = ContextExchange::Ring;
        constexpr std::string_view destination = "mapping.context.exchange";
        if (!type)
            return m_account.assume(destination, "ring", "p2p is Megatron-core's default");
        if (type->text == "a2a" || type->text == "p2p") {
            context.exchange = type->text == "a2a" ? ContextExchange::AllToAll : ContextExchange::Ring;
            m_account.read(type->path, type->text, destination, nameOf(context.exchange));
        } else if (context.degree == 1) {
            m_fields.ignore(*type, "counts only with more context ranks than one");
            m_account.assume(destination, "ring", "there is one context rank");
        } else {
            m_fields.refuse("context_exchange", *type, "of exchanges p2p and a2a are derived", {"a2a", "p2p"});
        }
    }

    /// The ranks that the call, the launcher or a variable names.
    std::optional<std::int64_t> ranks()
    {
        const auto perNode = m_fields.launched("nproc-per-node", "ranks of a node");
        const auto nodes = m_fields.launched("nnodes", "nodes");
        if (m_settings.ranks)
            return m_settings.ranks;
        if (perNode)
            return product({*perNode, nodes.value_or(1)});
        if (!m_arguments.worldSize)
            return std::nullopt;
        const ShellWord word{*m_arguments.worldSize, {}};
        const MegatronArgument variable{"WORLD_SIZE", {word}, 0};
        return m_fields.integer(Given{"WORLD_SIZE", word.text, &variable});
    }

    void readDataDegree()
    {
        constexpr std::string_view destination = "mapping.data.degree";
        const auto model = product({mapping().tensor.degree, mapping().context.degree, mapping().pipeline.degree});
        const auto all = ranks();
        if (!all) {
            mapping().data.degree = m_settings.dataDegree.value_or(m_settings.base.mapping.data.degree);
            return m_account.assume(destination, std::to_string(mapping().data.degree),
                                    "the text does not say on how many ranks it runs; " + m_settings.baseReason);
        }
        if (!model || *model < 1 || *all < 1 || *all % *model != 0)
            return m_fields.refuseAbsent("ranks", "tensor-model-parallel-size",
                                         std::to_string(*all)
                                             + " ranks are no multiple of the product of tensor, context and"
                                               " pipeline ranks"
                                             + (model ? ", which is " + std::to_string(*model) : std::string{}));
        mapping().data.degree = *all / *model;
        m_account.assume(destination, std::to_string(mapping().data.degree),
                         std::to_string(*all) + " ranks by the product of the other degrees");
    }

    void readBatch()
    {
        WorkloadSpec& workload = m_case.workload;
        workload.microbatchSize = m_fields.mandatory("micro-batch-size", {}, "workload.microbatch_size").value_or(0);
        constexpr std::string_view destination = "workload.global_batch_size";
        if (const auto size = m_fields.integer("global-batch-size", destination)) {
            workload.globalBatchSize = *size;
            return;
        }
        workload.globalBatchSize = product({workload.microbatchSize, mapping().data.degree}).value_or(0);
        m_account.assume(destination, std::to_string(workload.globalBatchSize),
                         "one microbatch on each data-parallel rank, as Megatron-core sets it");
    }

    void readVocabulary()
    {
        const auto size = m_fields.take("vocab-size");
        const auto padded = m_fields.take("padded-vocab-size");
        const auto multiple = m_fields.take("make-vocab-size-divisible-by");
        const auto rows = m_fields.integer(size), paddedRows = m_fields.integer(padded);
        constexpr std::string_view destination = "model.vocabulary_size";
        if (m_settings.vocabularySize) {
            model().vocabularySize = *m_settings.vocabularySize;
            m_account.read(std::string{destination}, std::to_string(*m_settings.vocabularySize), destination,
                           "as asked beside the text");
            if (size)
                m_fields.ignore(*size, "the size asked for beside the text counts");
        } else if (rows || paddedRows) {
            const Given& given = rows ? *size : *padded;
            model().vocabularySize = rows ? *rows : *paddedRows;
            m_account.read(given.path, given.text, destination);
        } else if (!size && !padded) {
            m_fields.refuseAbsent("vocabulary", "vocab-size",
                                  "is absent, and the tokenizer's files are not read; say it");
        }
        if (padded)
            padTo(*padded, paddedRows.value_or(0), multiple);
        else
            readPadding(multiple);
    }

    void padTo(const Given& padded, std::int64_t rows, const std::optional<Given>& multiple)
    {
        constexpr std::string_view destination = "mapping.vocabulary";
        if (rows < model().vocabularySize)
            return m_fields.refuse("vocabulary", padded, "is less than the vocabulary");
        mapping().vocabulary = {rows - model().vocabularySize, 0};
        m_account.read(padded.path, padded.text, destination, "padded to this and no further");
        if (multiple)
            m_fields.ignore(*multiple, padded.path + " counts");
        if (const auto type = m_fields.take("tokenizer-type"))
            m_fields.ignore(*type, padded.path + " counts");
    }

    void readPadding(const std::optional<Given>& multiple)
    {
        constexpr std::string_view destination = "mapping.vocabulary.multiple";
        VocabularyPadding& padding = mapping().vocabulary;
        padding.multiple = m_fields.integer(multiple).value_or(128);
        if (multiple)
            m_account.read(multiple->path, multiple->text, destination);
        else
            m_account.assume(destination, "128", ofMegatron);
        const auto type = m_fields.take("tokenizer-type");
        const bool isNull = !type || type->text == "NullTokenizer" || type->text == "NullMultimodalTokenizer";
        padding.extraTokens = isNull ? 1 : 0;
        constexpr std::string_view extra = "mapping.vocabulary.extra_tokens";
        if (type)
            m_account.read(type->path, type->text, extra,
                           isNull ? "1, the end of a document" : "0: its vocabulary is taken as it is");
        else
            m_account.assume(extra, "1",
                             "NullTokenizer, which alone takes its size from --vocab-size, adds the end of a document");
    }

    void readRecompute()
    {
        const auto granularity = m_fields.take("recompute-granularity");
        const auto activations = m_fields.take("recompute-activations");
        const auto method = m_fields.take("recompute-method");
        const auto layers = m_fields.take("recompute-num-layers");
        const auto modules = m_fields.take("recompute-modules");
        const bool selective = m_fields.flag(activations);
        const auto word = selective ? std::optional<std::string>{"selective"} : m_fields.word(granularity);
        constexpr std::string_view destination = "mapping.recompute";
        if (word && word != "full" && word != "selective")
            m_fields.refuse("recompute", *granularity, "is none of Megatron's", {"full", "selective"});
        mapping().recompute = word == "full" ? RecomputeKind::Full
            : word == "selective"            ? RecomputeKind::CoreAttention
                                             : RecomputeKind::None;
        const std::string_view name = nameOf(mapping().recompute);
        if (selective)
            m_account.read(activations->path, activations->text, destination, name);
        if (granularity)
            m_account.read(granularity->path, granularity->text, destination, name);
        if (!selective && !granularity)
            m_account.assume(destination, "none", ofMegatron);
        readFullRecompute(method, layers);
        if (modules && mapping().recompute != RecomputeKind::CoreAttention)
            m_fields.ignore(*modules, "counts only with selective recompute");
        else if (modules && modules->text != "core_attn")
            m_fields.refuse("recompute", *modules, "of modules core_attn alone is derived", {"core_attn"});
        else if (modules)
            m_account.note(ImportOutcome::Read, modules->path, modules->text, std::string{destination});
    }

    void readFullRecompute(const std::optional<Given>& method, const std::optional<Given>& layers)
    {
        if (mapping().recompute != RecomputeKind::Full) {
            for (const auto& given : {method, layers})
                if (given)
                    m_fields.ignore(*given, "counts only with full recompute");
            return;
        }
        if (!method)
            m_account.note(ImportOutcome::Assumed, "--recompute-method", {}, "uniform: every block is recomputed");
        else if (const auto word = m_fields.word(method); word == "uniform")
            m_account.note(ImportOutcome::Read, method->path, method->text, "mapping.recompute: every block");
        else if (word)
            m_fields.refuse("recompute", *method, "recompute of some blocks of a stage is not derived", {"uniform"});
        const auto count = m_fields.integer(layers);
        if (count && *count != 1)
            m_fields.refuse("recompute", *layers, "recompute in units of several blocks is not derived", {"1"});
        else if (count)
            m_account.note(ImportOutcome::Read, layers->path, layers->text, "mapping.recompute: block by block");
    }

    void readAttention()
    {
        const auto flash = m_fields.take("use-flash-attn");
        const auto backend = m_fields.take("attention-backend");
        const auto word = m_fields.word(backend);
        constexpr std::string_view destination = "mapping.attention";
        if (m_fields.flag(flash)) {
            m_account.read(flash->path, flash->text, destination, "fused");
            if (backend)
                m_fields.ignore(*backend, "--use-flash-attn counts");
        } else if (word == "unfused" || word == "local") {
            mapping().attention = AttentionKernel::Unfused;
            m_account.read(backend->path, backend->text, destination, "unfused");
        } else if (word == "auto" || word == "flash" || word == "fused") {
            m_account.read(backend->path, backend->text, destination, "fused");
        } else if (word) {
            m_fields.refuse("attention", *backend, "is none of Megatron's",
                            {"auto", "flash", "fused", "local", "unfused"});
        } else if (!backend) {
            m_account.assume(destination, "fused", "Transformer Engine takes a fused kernel where it can");
        }
        for (const std::string_view name : {"attention-softmax-in-fp32", "apply-query-key-layer-scaling"}) {
            const auto given = m_fields.take(name);
            if (given && mapping().attention == AttentionKernel::Unfused && m_fields.flag(given))
                m_fields.refuse("attention", *given, "unfused attention with a softmax in fp32 is not derived");
            else if (given)
                m_fields.ignore(*given, "inside the fused kernel");
        }
    }

    void readLoss()
    {
        const auto fuses = m_fields.take("cross-entropy-loss-fusion");
        const auto implementation = m_fields.take("cross-entropy-fusion-impl");
        const bool fused = m_fields.flag(fuses);
        const bool engine = fused && implementation && implementation->text == "te";
        constexpr std::string_view destination = "mapping.loss";
        mapping().loss = engine ? LossKernel::Fused : LossKernel::Float32;
        constexpr std::string_view native =
            "float32: the native fusion keeps the same tensors and sends the last two messages as one";
        if (fuses)
            m_account.read(fuses->path, fuses->text, destination, engine ? "fused" : fused ? native : "float32");
        else
            m_account.assume(destination, "float32", ofMegatron);
        if (implementation && !fused)
            m_fields.ignore(*implementation, "counts only with --cross-entropy-loss-fusion");
        else if (implementation && (implementation->text == "te" || implementation->text == "native"))
            m_account.read(implementation->path, implementation->text, destination, nameOf(mapping().loss));
        else if (implementation)
            m_fields.refuse("loss", *implementation, "is none of Megatron's", {"native", "te"});
    }

    void nameModel()
    {
        const std::string_view bundled = bundledModelLike(model());
        model().name = bundled.empty() ? "megatron" : std::string{bundled};
        m_account.assume("model.name", model().name,
                         bundled.empty() ? "the arguments do not say" : "the bundled model of these dimensions");
    }

    StatementAccount& m_account;
    const MegatronArguments& m_arguments;
    const ImportSettings& m_settings;
    MegatronFields m_fields;
    CaseStatement m_case;
};

} // namespace

CaseImport importMegatron(std::string_view text, const ImportSettings& settings)
{
    StatementAccount account;
    const auto arguments = readMegatronArguments(text, settings.variables);
    if (!arguments) {
        account.faults().add(arguments.error());
        return std::move(account).take();
    }
    CaseStatement statement = Reader{account, *arguments, settings}.read();
    statement.name = settings.name.empty() ? statement.model.name : settings.name;
    return std::move(account).finish(statement, settings.baseReason);
}

} // namespace planscope::whole
