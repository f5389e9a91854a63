#include "frontend/megatron_model.h"

#include "base/checked_integer.h"

namespace planscope::whole {
namespace {

using Given = MegatronFields::Given;

/// 0 when it leaves 64 bits: no model is so large.
std::int64_t times(std::int64_t factor, std::int64_t size)
{
    const CheckedInteger result = CheckedInteger{factor} * CheckedInteger{size};
    return result.overflowed() ? 0 : result.value();
}

class ModelReader {
public:
    ModelReader(StatementAccount& account, MegatronFields& fields, std::int64_t sequenceLength)
        : m_account(account)
        , m_fields(fields)
        , m_sequenceLength(sequenceLength)
    {
    }

    ModelSpec read()
    {
        readSizes();
        readHeads();
        readForm();
        readBias();
        readPositions();
        return m_model;
    }

private:
    void readSizes()
    {
        m_model.blockCount = m_fields.mandatory("num-layers", "encoder-num-layers", "model.block_count").value_or(0);
        m_model.hiddenSize = m_fields.mandatory("hidden-size", {}, "model.hidden_size").value_or(0);
        const bool gated = m_fields.setting("swiglu", "model.feedforward", "gated", "plain");
        m_model.feedforward = gated ? Feedforward::Gated : Feedforward::Plain;
        readFusion("no-bias-swiglu-fusion", gated);
        readFusion("no-bias-gelu-fusion", !gated);
        constexpr std::string_view destination = "model.feedforward_size";
        if (const auto size = m_fields.integer("ffn-hidden-size", destination)) {
            m_model.feedforwardSize = *size;
            return;
        }
        m_model.feedforwardSize = gated ? times(8, m_model.hiddenSize) / 3 / 64 * 64 : times(4, m_model.hiddenSize);
        m_account.assume(destination, std::to_string(m_model.feedforwardSize),
                         gated ? "8/3 × hidden-size, down to a multiple of 64, as Megatron-core sets it"
                               : "4 × hidden-size, as Megatron-core sets it");
    }

    /// `counts`: whether the model has the activation that stays unfused.
    void readFusion(std::string_view name, bool counts)
    {
        const auto given = m_fields.take(name);
        if (given && counts && m_fields.flag(given))
            m_fields.refuse("fusion", *given, "what the unfused kernel keeps is not derived");
        else if (given)
            m_fields.ignore(*given, "not in use");
    }

    void readHeads()
    {
        m_model.attentionHeads = m_fields.mandatory("num-attention-heads", {}, "model.attention_heads").value_or(0);
        const auto grouped = m_fields.take("group-query-attention");
        const auto groups = m_fields.take("num-query-groups");
        constexpr std::string_view destination = "model.key_value_heads";
        if (m_fields.flag(grouped)) {
            const auto count = m_fields.integer(groups);
            m_model.keyValueHeads = count.value_or(1);
            m_account.note(ImportOutcome::Read, grouped->path, grouped->text, "--num-query-groups counts");
            if (count)
                m_account.read(groups->path, groups->text, destination);
            else
                m_account.assume(destination, "1", ofMegatron);
        } else {
            m_model.keyValueHeads = m_model.attentionHeads;
            m_account.assume(destination, std::to_string(m_model.keyValueHeads),
                             "as many as query heads without --group-query-attention");
            for (const auto& given : {grouped, groups})
                if (given)
                    m_fields.ignore(*given, "counts only with --group-query-attention");
        }
        constexpr std::string_view size = "model.attention_head_size";
        if (const auto channels = m_fields.integer("kv-channels", size)) {
            m_model.attentionHeadSize = *channels;
        } else if (m_model.attentionHeads > 0 && m_model.hiddenSize > 0) {
            if (m_model.hiddenSize % m_model.attentionHeads != 0)
                m_fields.refuseAbsent("head_size", "kv-channels",
                                      "is absent, and " + std::to_string(m_model.attentionHeads)
                                          + " heads do not divide " + std::to_string(m_model.hiddenSize) + " elements");
            m_model.attentionHeadSize = m_model.hiddenSize / m_model.attentionHeads;
            m_account.assume(size, std::to_string(m_model.attentionHeadSize), "hidden-size / num-attention-heads");
        }
    }

    void readForm()
    {
        const auto norm = m_fields.take("normalization");
        const auto word = m_fields.word(norm);
        constexpr std::string_view destination = "model.normalization";
        m_model.normalization = word == "RMSNorm" ? Normalization::RmsNorm : Normalization::LayerNorm;
        if (!norm)
            m_account.assume(destination, "layer_norm", ofMegatron);
        else if (word == "RMSNorm" || word == "LayerNorm")
            m_account.read(norm->path, norm->text, destination, nameOf(m_model.normalization));
        else if (word)
            m_fields.refuse("normalization", *norm, "is none of Megatron's norms", {"LayerNorm", "RMSNorm"});
        m_model.queryKeyNorm = m_fields.setting("qk-layernorm", "model.query_key_norm", "true", "false");
        m_model.tiedEmbeddings =
            !m_fields.setting("untie-embeddings-and-output-weights", "model.tied_embeddings", "false", "true");
    }

    void readBias()
    {
        constexpr std::string_view destination = "model.bias";
        const auto disabled = m_fields.take("disable-bias-linear");
        const auto enabled = m_fields.take("add-bias-linear"); // its name in YAML
        const auto ofQkv = m_fields.take("add-qkv-bias");
        const bool none = m_fields.flag(disabled) || (enabled && !m_fields.flag(enabled));
        const bool qkv = m_fields.flag(ofQkv);
        if (!none)
            m_model.bias = {BiasedLayer::Qkv, BiasedLayer::Proj, BiasedLayer::Fc1, BiasedLayer::Fc2};
        else if (qkv)
            m_model.bias = {BiasedLayer::Qkv};
        if (const auto& given = disabled ? disabled : enabled)
            m_account.read(given->path, given->text, destination, none ? "none of the linear layers" : "all of them");
        else
            m_account.assume(destination, "every linear layer", ofMegatron);
        if (ofQkv && none)
            m_account.read(ofQkv->path, ofQkv->text, destination, qkv ? "of qkv" : "none");
        else if (ofQkv)
            m_fields.ignore(*ofQkv, "every linear layer has one");
    }

    void readPositions()
    {
        const auto type = m_fields.take("position-embedding-type");
        const auto rotates = m_fields.take("use-rotary-position-embeddings");
        const auto word = m_fields.word(type);
        constexpr std::string_view destination = "model.position";
        m_model.position = PositionEncoding::Learned;
        if (m_fields.flag(rotates)) {
            m_model.position = PositionEncoding::Rotary;
            m_account.read(rotates->path, rotates->text, destination, "rotary");
            if (type)
                m_fields.ignore(*type, "--use-rotary-position-embeddings counts");
        } else if (word == "rope" || word == "none" || word == "learned_absolute") {
            m_model.position = word == "rope" ? PositionEncoding::Rotary
                : word == "none"              ? PositionEncoding::None
                                              : PositionEncoding::Learned;
            m_account.read(type->path, type->text, destination, nameOf(m_model.position));
        } else if (word) {
            m_fields.refuse("position", *type, "positions of this kind are not derived",
                            {"learned_absolute", "none", "rope"});
        } else if (!type) {
            m_account.assume(destination, "learned", ofMegatron);
        }
        const auto dropped = m_fields.take("no-position-embedding");
        if (dropped && m_model.position == PositionEncoding::Learned && m_fields.flag(dropped))
            m_fields.refuse("position", *dropped, "Megatron-core no longer takes it without rotary positions",
                            {"--position-embedding-type"});
        else if (dropped)
            m_fields.ignore(*dropped, "there is no table of positions");
        readMaximumPositions();
    }

    void readMaximumPositions()
    {
        if (m_model.position == PositionEncoding::Learned) {
            m_model.maximumPositions =
                m_fields.mandatory("max-position-embeddings", {}, "model.maximum_positions").value_or(0);
            return;
        }
        const auto most = m_fields.take("max-position-embeddings");
        const auto positions = m_fields.integer(most);
        m_account.assume("model.maximum_positions", "0", "no table of positions is learned");
        if (positions && *positions < m_sequenceLength)
            m_fields.refuse("positions", *most, "is less than --seq-length, which Megatron-core refuses");
        else if (most)
            m_account.note(ImportOutcome::Read, most->path, most->text, "not less than the sequence length");
    }

    StatementAccount& m_account;
    MegatronFields& m_fields;
    std::int64_t m_sequenceLength;
    ModelSpec m_model;
};

} // namespace

ModelSpec readMegatronModel(StatementAccount& account, MegatronFields& fields, std::int64_t sequenceLength)
{
    return ModelReader{account, fields, sequenceLength}.read();
}

} // namespace planscope::whole
