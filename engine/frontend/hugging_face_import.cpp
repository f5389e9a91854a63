#include "frontend/hugging_face_import.h"

#include "base/checked_integer.h"
#include "frontend/base_layout.h"
#include "frontend/hugging_face_fields.h"

#include <algorithm>
#include <utility>

namespace planscope::whole {
namespace {

using Given = HuggingFaceFields::Given;

/// What a model_type says without a field.
struct Family {
    std::string_view type;
    Normalization normalization;
    Feedforward feedforward;
    PositionEncoding position;
    std::string_view activation;
    bool tied;             ///< where tie_word_embeddings is absent
    std::string_view bias; ///< "fields": attention_bias and mlp_bias say; "qkv", "all": fixed
    bool queryKeyNorm;
    std::int64_t headSize;   ///< where head_dim is absent; 0: hidden_size / num_attention_heads
    bool dropout;            ///< where its probabilities are absent
    bool windowByDefault;    ///< where sliding_window is absent
    bool windowNeedsConsent; ///< a window counts only with use_sliding_window
};

constexpr auto rms = Normalization::RmsNorm;
constexpr auto layer = Normalization::LayerNorm;
constexpr auto gated = Feedforward::Gated;
constexpr auto plain = Feedforward::Plain;
constexpr auto rotary = PositionEncoding::Rotary;
constexpr auto learned = PositionEncoding::Learned;

constexpr Family families[] = {
    {"llama", rms, gated, rotary, "silu", false, "fields", false, 0, false, false, false},
    {"mistral", rms, gated, rotary, "silu", false, "fields", false, 0, false, true, false},
    {"qwen2", rms, gated, rotary, "silu", false, "qkv", false, 0, false, false, true},
    {"qwen3", rms, gated, rotary, "silu", false, "fields", true, 128, false, false, true},
    {"gpt2", layer, plain, learned, "gelu_new", true, "all", false, 0, true, false, false},
};
/// Names of the decoders inside multimodal models.
constexpr std::pair<std::string_view, std::string_view> otherTypes[] = {
    {"mllama_text_model", "llama"}, {"qwen2_vl", "qwen2"},        {"qwen2_vl_text", "qwen2"},
    {"qwen2_5_vl", "qwen2"},        {"qwen2_5_vl_text", "qwen2"}, {"qwen3_vl_text", "qwen3"},
};

const Family* familyOf(std::string_view type)
{
    for (const auto& [other, same] : otherTypes)
        if (type == other)
            type = same;
    const auto family = std::find_if(std::begin(families), std::end(families),
                                     [type](const Family& known) { return known.type == type; });
    return family == std::end(families) ? nullptr : &*family;
}

std::vector<std::string> familyNames()
{
    std::vector<std::string> names;
    for (const Family& family : families)
        names.emplace_back(family.type);
    return names;
}

std::string_view trueOrFalse(bool value)
{
    return value ? "true" : "false";
}

/// Reads one decoder.
class Reader {
public:
    Reader(StatementAccount& account, HuggingFaceFields& fields, HuggingFaceFields* around,
           const ImportSettings& settings)
        : m_account(account)
        , m_fields(fields)
        , m_around(around)
        , m_settings(settings)
        , m_case(settings.base)
    {
        m_case.model = {};
    }

    CaseStatement read()
    {
        readFamily();
        readSizes();
        readHeads();
        readNormalization();
        readActivation();
        readBias();
        readPositions();
        readTying();
        readWindow();
        readLayerTypes();
        readRopeParameters();
        readDropouts();
        readDatatype();
        const auto path = m_fields.take({"_name_or_path"});
        if (path)
            m_fields.ignore(*path, "where the checkpoint came from");
        m_fields.rest();
        if (m_around)
            m_around->restOutside();
        if (!m_account.refused())
            nameModel(path);
        return m_case;
    }

private:
    ModelSpec& model() { return m_case.model; }
    std::string reason(std::string_view what) const
    {
        return "the file does not say" + (what.empty() ? std::string{} : "; " + std::string{what});
    }
    std::string ofFamily() const { return reason("so it is with " + std::string{m_family->type}); }

    void readFamily()
    {
        const auto given = m_fields.take({"model_type"});
        const auto type = m_fields.string(given);
        if (type) {
            m_type = *type;
            if (const Family* family = familyOf(*type)) {
                m_family = family;
                m_account.note(ImportOutcome::Read, given->path, *type, "the form of the model's blocks");
                return;
            }
            m_fields.refuse("model_type", *given,
                            "models of this type are not known to be dense decoders of a derived form", familyNames());
        }
        m_family =
            &families[m_fields.has("n_embd") || m_fields.has("layer_norm_epsilon") ? std::size(families) - 1 : 0];
        if (!given)
            m_account.note(ImportOutcome::Assumed, m_fields.pathOf("model_type"), {},
                           std::string{m_family->type} + ": " + reason("the names of its fields are of that form"));
    }

    void readSizes()
    {
        model().hiddenSize = m_fields.mandatory({"hidden_size", "n_embd"}, "model.hidden_size").value_or(0);
        model().blockCount = m_fields.mandatory({"num_hidden_layers", "n_layer"}, "model.block_count").value_or(0);
        model().vocabularySize = m_fields.mandatory({"vocab_size"}, "model.vocabulary_size").value_or(0);
        constexpr std::string_view destination = "model.feedforward_size";
        if (m_family->bias != "all") {
            model().feedforwardSize = m_fields.mandatory({"intermediate_size", "n_inner"}, destination).value_or(0);
        } else if (const auto size = m_fields.integer({"n_inner", "intermediate_size"}, destination)) {
            model().feedforwardSize = *size;
        } else {
            const CheckedInteger four = CheckedInteger{4} * CheckedInteger{model().hiddenSize};
            model().feedforwardSize = four.overflowed() ? 0 : four.value();
            m_account.assume(destination, std::to_string(model().feedforwardSize), reason("4 × n_embd"));
        }
    }

    void readHeads()
    {
        model().attentionHeads =
            m_fields.mandatory({"num_attention_heads", "n_head"}, "model.attention_heads").value_or(0);
        if (const auto heads = m_fields.integer({"num_key_value_heads"}, "model.key_value_heads")) {
            model().keyValueHeads = *heads;
        } else {
            model().keyValueHeads = model().attentionHeads;
            m_account.assume("model.key_value_heads", std::to_string(model().keyValueHeads),
                             reason("as many as query heads"));
        }
        constexpr std::string_view destination = "model.attention_head_size";
        if (const auto size = m_fields.integer({"head_dim"}, destination)) {
            model().attentionHeadSize = *size;
        } else if (m_family->headSize > 0) {
            model().attentionHeadSize = m_family->headSize;
            m_account.assume(destination, std::to_string(m_family->headSize), ofFamily());
        } else if (model().hiddenSize > 0 && model().attentionHeads > 0) {
            if (model().hiddenSize % model().attentionHeads != 0)
                m_account.refuse("import.hf.head_size", m_fields.pathOf("head_dim"),
                                 "is absent, and " + std::to_string(model().attentionHeads) + " heads do not divide "
                                     + std::to_string(model().hiddenSize) + " elements",
                                 {});
            model().attentionHeadSize = model().hiddenSize / model().attentionHeads;
            m_account.assume(destination, std::to_string(model().attentionHeadSize),
                             reason("hidden_size / num_attention_heads"));
        }
    }

    void readNormalization()
    {
        const auto rmsGiven = m_fields.take({"rms_norm_eps"});
        const auto layerGiven = m_fields.take({"layer_norm_eps", "layer_norm_epsilon"});
        constexpr std::string_view destination = "model.normalization";
        if (rmsGiven && layerGiven)
            m_fields.refuse("conflict", *layerGiven, "both RMSNorm's and LayerNorm's constant are given");
        model().normalization = rmsGiven ? rms : layerGiven ? layer : m_family->normalization;
        const std::string_view name = nameOf(model().normalization);
        if (const auto& given = rmsGiven ? rmsGiven : layerGiven)
            m_account.read(given->path, given->value.brief(), destination, name);
        else
            m_account.assume(destination, name, ofFamily());
    }

    void readActivation()
    {
        const auto given = m_fields.take({"hidden_act", "activation_function", "hidden_activation"});
        const auto word = m_fields.string(given);
        model().feedforward = m_family->feedforward;
        const std::string_view name = nameOf(m_family->feedforward);
        if (!word) {
            m_account.assume("model.feedforward", name, ofFamily());
            return;
        }
        const bool silu = *word == "silu" || *word == "swish";
        const bool gelu = *word == "gelu" || *word == "gelu_new" || *word == "gelu_fast"
            || *word == "gelu_pytorch_tanh";
        if (silu == (m_family->feedforward == gated) && (silu || gelu))
            m_account.read(given->path, *word, "model.feedforward", name);
        else
            m_fields.refuse("activation", *given,
                            m_family->feedforward == gated ? "of gated MLPs only SwiGLU is derived"
                                                           : "of plain MLPs only GELU is derived",
                            m_family->feedforward == gated
                                ? std::vector<std::string>{"silu", "swish"}
                                : std::vector<std::string>{"gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh"});
    }

    void readBias()
    {
        const auto attention = m_fields.take({"attention_bias"});
        const auto mlp = m_fields.take({"mlp_bias"});
        constexpr std::string_view destination = "model.bias";
        if (m_family->bias != "fields") {
            for (const auto& given : {attention, mlp})
                if (given)
                    m_fields.ignore(*given, "fixed for this type of model");
            const bool all = m_family->bias == "all";
            model().bias = all ? std::vector{BiasedLayer::Qkv, BiasedLayer::Proj, BiasedLayer::Fc1, BiasedLayer::Fc2}
                               : std::vector{BiasedLayer::Qkv};
            m_account.assume(destination, all ? "every linear layer" : "q, k, v", ofFamily());
            return;
        }
        if (m_fields.boolean(attention).value_or(false))
            model().bias = {BiasedLayer::Qkv, BiasedLayer::Proj};
        if (m_fields.boolean(mlp).value_or(false))
            model().bias.insert(model().bias.end(), {BiasedLayer::Fc1, BiasedLayer::Fc2});
        if (attention)
            m_account.read(attention->path, attention->value.brief(), destination, "of qkv and proj");
        if (mlp)
            m_account.read(mlp->path, mlp->value.brief(), destination, "of fc1 and fc2");
        if (!attention && !mlp)
            m_account.assume(destination, "none", ofFamily());
    }

    void readPositions()
    {
        const auto given = m_fields.take({"max_position_embeddings", "n_positions", "n_ctx"});
        std::int64_t most = 0;
        if (given) {
            if (const auto value = given->value.integer())
                most = *value;
            else
                m_account.faults().wrongType(given->path, integerExpected, given->value);
        }
        model().position = m_family->position;
        m_account.assume("model.position", nameOf(m_family->position), ofFamily());
        if (m_family->position == learned) {
            model().maximumPositions = most;
            if (given)
                m_account.read(given->path, given->value.brief(), "model.maximum_positions");
            else
                m_account.faults().missingField(m_fields.pathOf("n_positions"));
        } else {
            m_account.assume("model.maximum_positions", "0", "rotary positions keep no table");
            if (given)
                m_account.note(ImportOutcome::Read, given->path, given->value.brief(),
                               "the longest sequence that is assumed");
        }
        limitSequence(most);
    }

    /// `most`: positions of the model; 0 when they are not known.
    void limitSequence(std::int64_t most)
    {
        std::int64_t& length = m_case.workload.sequenceLength;
        if (m_settings.sequenceLength || most < 1 || length <= most)
            return;
        length = most;
        m_account.assume("workload.sequence_length", std::to_string(length),
                         "the model has no more positions; " + m_settings.baseReason + " is "
                             + std::to_string(m_settings.base.workload.sequenceLength));
    }

    void readTying()
    {
        auto given = m_fields.take({"tie_word_embeddings"});
        if (m_around) {
            const auto outer = m_around->take({"tie_word_embeddings"});
            if (given && outer)
                m_around->ignore(*outer, given->path + " counts");
            else if (outer)
                given = outer;
        }
        constexpr std::string_view destination = "model.tied_embeddings";
        const auto tied = m_fields.boolean(given);
        model().tiedEmbeddings = tied.value_or(m_family->tied);
        if (tied)
            m_account.read(given->path, given->value.brief(), destination);
        else
            m_account.assume(destination, trueOrFalse(m_family->tied), ofFamily());
        model().queryKeyNorm = m_family->queryKeyNorm;
        m_account.assume("model.query_key_norm", trueOrFalse(m_family->queryKeyNorm), ofFamily());
    }

    void readWindow()
    {
        const bool stated = m_fields.has("sliding_window");
        const auto window = m_fields.take({"sliding_window"});
        const auto consent = m_fields.take({"use_sliding_window"});
        const bool uses = m_fields.boolean(consent).value_or(!m_family->windowNeedsConsent);
        constexpr std::string_view message =
            "attention within a sliding window is not derived; where no sequence is longer, null says the same";
        if (window && uses)
            m_fields.refuse("sliding_window", *window, std::string{message}, {"null"});
        else if (!stated && m_family->windowByDefault && uses)
            m_account.refuse("import.hf.sliding_window", m_fields.pathOf("sliding_window"),
                             "is absent, which means 4096 with " + std::string{m_family->type} + "; "
                                 + std::string{message},
                             {}, {"null"});
        else if (window)
            m_fields.ignore(*window, "use_sliding_window is not set");
        if (consent)
            m_fields.ignore(*consent, window && uses ? "see sliding_window" : "no window is in use");
    }

    void readLayerTypes()
    {
        const auto types = m_fields.take({"layer_types"});
        if (!types)
            return;
        if (!types->value.isArray()) {
            m_account.faults().wrongType(types->path, "an array", types->value);
            return;
        }
        for (const JsonValue type : types->value.elements())
            if (type.text() != "full_attention") {
                m_fields.refuse("layer_types", *types,
                                "blocks of type " + type.brief(40) + " are not derived, full_attention alone");
                return;
            }
        m_fields.ignore(*types, "every block has full attention");
    }

    void readRopeParameters()
    {
        const auto rope = m_fields.take({"rope_parameters"});
        if (!rope)
            return;
        const auto part = rope->value.find("partial_rotary_factor");
        if (part && part->number() != 1.0)
            m_fields.refuse("position", *rope, "a rotation of a part of each head is not derived");
        else
            m_fields.ignore(*rope, "changes the angles of the rotation, not the work");
    }

    void readDropouts()
    {
        const std::initializer_list<std::initializer_list<std::string_view>> hidden{
            {"resid_pdrop", "hidden_dropout", "resid_dropout"}, {"embd_pdrop", "embd_dropout", "embedding_dropout"}};
        std::optional<bool> drops;
        for (const auto& names : hidden) {
            const auto given = m_fields.take(names);
            const auto probability = m_fields.number(given);
            if (!probability)
                continue;
            if (drops && *drops != (*probability > 0))
                m_fields.refuse("dropout", *given,
                                "dropout after the blocks' layers and after the embedding go together");
            drops = *probability > 0;
            m_account.read(given->path, given->value.brief(), "workload.hidden_dropout", trueOrFalse(*drops));
        }
        m_case.workload.hiddenDropout = drops.value_or(m_family->dropout);
        if (!drops)
            m_account.assume("workload.hidden_dropout", trueOrFalse(m_family->dropout), ofFamily());

        const auto given = m_fields.take({"attention_dropout", "attn_pdrop"});
        const auto probability = m_fields.number(given);
        m_case.workload.attentionDropout = probability ? *probability > 0 : m_family->dropout;
        const std::string_view value = trueOrFalse(m_case.workload.attentionDropout);
        if (probability)
            m_account.read(given->path, given->value.brief(), "workload.attention_dropout", value);
        else
            m_account.assume("workload.attention_dropout", value, ofFamily());
    }

    void readDatatype()
    {
        auto given = m_fields.take({"torch_dtype", "dtype"});
        if (m_around) {
            const auto outer = m_around->take({"torch_dtype", "dtype"});
            if (given && outer)
                m_around->ignore(*outer, given->path + " counts");
            else if (outer)
                given = outer;
        }
        const auto word = m_fields.string(given);
        constexpr std::string_view destination = "workload.datatype";
        if (!word)
            return m_account.assume(destination, "bfloat16", reason("nothing else is derived"));
        if (*word == "bfloat16")
            return m_account.read(given->path, *word, destination);
        if (*word == "float16" || *word == "float32" || *word == "auto") {
            m_fields.ignore(*given, "how the checkpoint stores its weights");
            return m_account.assume(destination, "bfloat16", "training is derived in no other type");
        }
        m_fields.refuse("datatype", *given, "weights of this type are not derived", {"bfloat16", "float16", "float32"});
    }

    void nameModel(const std::optional<Given>& path)
    {
        const std::string_view bundled = bundledModelLike(model());
        if (!bundled.empty()) {
            model().name = bundled;
            return m_account.assume("model.name", bundled, "the bundled model of these dimensions");
        }
        std::string name = path && path->value.isString() ? std::string{path->value.text()} : std::string{};
        while (name.ends_with('/'))
            name.pop_back();
        name = name.substr(name.rfind('/') + 1); // npos + 1 == 0
        model().name = !name.empty() ? excerpt(name) : !m_type.empty() ? excerpt(m_type) : "hugging-face";
        m_account.assume("model.name", model().name, reason({}));
    }

    StatementAccount& m_account;
    HuggingFaceFields& m_fields;
    HuggingFaceFields* m_around;
    const ImportSettings& m_settings;
    CaseStatement m_case;
    const Family* m_family = &families[0];
    std::string m_type;
};

/// What the call says beside the file.
void applyAsked(StatementAccount& account, const ImportSettings& settings, CaseStatement& to)
{
    const auto apply = [&account](const std::optional<std::int64_t>& asked, std::int64_t& field,
                                  std::string_view destination) {
        if (!asked)
            return false;
        field = *asked;
        account.read(std::string{destination}, std::to_string(*asked), destination, "as asked beside the file");
        return true;
    };
    apply(settings.sequenceLength, to.workload.sequenceLength, "workload.sequence_length");
    apply(settings.globalBatchSize, to.workload.globalBatchSize, "workload.global_batch_size");
    apply(settings.microbatchSize, to.workload.microbatchSize, "workload.microbatch_size");
    apply(settings.tensorDegree, to.mapping.tensor.degree, "mapping.tensor.degree");
    apply(settings.dataDegree, to.mapping.data.degree, "mapping.data.degree");
    if (apply(settings.pipelineDegree, to.mapping.pipeline.degree, "mapping.pipeline.degree"))
        to.mapping.pipeline.schedule = plainSchedule(*settings.pipelineDegree);
}

} // namespace

CaseImport importHuggingFace(std::string_view config, const ImportSettings& settings)
{
    StatementAccount account;
    const auto document = JsonDocument::parse(config);
    if (!document) {
        account.faults().add(document.error());
        return std::move(account).take();
    }
    if (!document->root().isObject()) {
        account.faults().wrongType({}, "an object", document->root());
        return std::move(account).take();
    }
    HuggingFaceFields outer{account, document->root(), {}};
    const auto text = outer.take({"text_config"});
    std::optional<HuggingFaceFields> inner;
    if (text && text->value.isObject())
        inner.emplace(account, text->value, text->path);
    else if (text)
        account.faults().wrongType(text->path, "an object", text->value);
    Reader reader{account, inner ? *inner : outer, inner ? &outer : nullptr, settings};
    CaseStatement statement = reader.read();
    applyAsked(account, settings, statement);
    dropForeignLayout(account, settings.baseReason, statement);
    statement.name = settings.name.empty() ? statement.model.name : settings.name;
    return std::move(account).finish(statement, settings.baseReason);
}

} // namespace planscope::whole
