#include "frontend/hugging_face_fields.h"

#include <algorithm>
#include <utility>

namespace planscope::whole {
namespace {

/// What a field means that no part of the reader asks for. A name may begin or end in * for any text.
struct Rule {
    std::string_view name;
    std::string_view code; ///< after "import.hf."; empty: ignored
    std::string_view reason;
    std::string_view harmless = {}; ///< a value at which it is not in use, beside null, false, 0 and []
};

constexpr std::string_view experts = "mixture-of-experts layers are not derived";
constexpr std::string_view latent = "multi-head latent attention is not derived";
constexpr std::string_view hybrid = "blocks that differ from layer to layer are not derived";
constexpr std::string_view stateSpace = "state-space and linear-attention layers are not derived";
constexpr std::string_view softcap = "capping of scores or logits is not derived";
constexpr std::string_view tokens = "a token's number, not a size";
constexpr std::string_view handling = "how the checkpoint is stored or loaded";
constexpr std::string_view generation = "of inference alone";
constexpr std::string_view angles = "changes the angles of the rotation, not the work";
constexpr std::string_view numerics = "a constant of the numerics, not of the work";

constexpr Rule rules[] = {
    {"num_local_experts", "experts", experts},
    {"num_experts", "experts", experts},
    {"n_routed_experts", "experts", experts},
    {"n_shared_experts", "experts", experts},
    {"num_shared_experts", "experts", experts},
    {"num_experts_per_tok", "experts", experts},
    {"num_experts_per_token", "experts", experts},
    {"moe_*", "experts", experts},
    {"expert_*", "experts", experts},
    {"router_*", "experts", experts},
    {"shared_expert_intermediate_size", "experts", experts},
    {"first_k_dense_replace", "experts", experts},
    {"decoder_sparse_step", "experts", experts},
    {"mlp_only_layers", "experts", experts},
    {"enable_moe_block", "experts", experts},
    {"interleave_moe_layer_step", "experts", experts},
    {"q_lora_rank", "latent_attention", latent},
    {"kv_lora_rank", "latent_attention", latent},
    {"qk_rope_head_dim", "latent_attention", latent},
    {"qk_nope_head_dim", "latent_attention", latent},
    {"v_head_dim", "latent_attention", latent},
    {"num_nextn_predict_layers", "multi_token_prediction", "multi-token prediction is not derived"},
    {"sliding_window_pattern", "layer_types", hybrid},
    {"_sliding_window_pattern", "layer_types", hybrid},
    {"layers_block_type", "layer_types", hybrid},
    {"block_types", "layer_types", hybrid},
    {"block_configs", "layer_types", hybrid},
    {"attention_types", "layer_types", hybrid},
    {"attn_layer_*", "layer_types", hybrid},
    {"full_attention_interval", "layer_types", hybrid},
    {"full_attn_idxs", "layer_types", hybrid},
    {"hybrid_*", "layer_types", hybrid},
    {"no_rope_layers", "layer_types", hybrid},
    {"no_rope_layer_interval", "layer_types", hybrid},
    {"cross_attention_*", "layer_types", "cross-attention layers are not derived"},
    {"add_cross_attention", "layer_types", "cross-attention layers are not derived"},
    {"num_kv_shared_layers", "layer_types", hybrid},
    {"hidden_size_per_layer_input", "layer_types", hybrid},
    {"attention_chunk_size", "sliding_window", "attention within chunks is not derived"},
    {"mamba_*", "state_space", stateSpace},
    {"ssm_*", "state_space", stateSpace},
    {"state_size", "state_space", stateSpace},
    {"linear_*", "state_space", stateSpace},
    {"lru_width", "state_space", stateSpace},
    {"is_encoder_decoder", "encoder", "encoders are not derived"},
    {"encoder_*", "encoder", "encoders are not derived"},
    {"pruned_heads", "layer_types", hybrid},
    {"use_parallel_residual", "parallel_residual", "attention beside the MLP is not derived"},
    {"parallel_attn", "parallel_residual", "attention beside the MLP is not derived"},
    {"multi_query", "attention", "state it as num_key_value_heads of 1"},
    {"alibi", "position", "ALiBi is not derived"},
    {"partial_rotary_factor", "position", "a rotation of a part of each head is not derived", "1"},
    {"rotary_pct", "position", "a rotation of a part of each head is not derived", "1"},
    {"rotary_dim", "position", "a rotation of a part of each head is not derived"},
    {"position_embedding_type", "position", "positions of that kind are not derived", "absolute"},
    {"attn_logit_softcapping", "softcapping", softcap},
    {"final_logit_softcapping", "softcapping", softcap},
    {"logit_softcapping", "softcapping", softcap},
    {"clip_qkv", "softcapping", softcap},
    {"use_qk_norm", "query_key_norm", "only Qwen3's norm of each query and key head is derived"},
    {"qk_norm", "query_key_norm", "only Qwen3's norm of each query and key head is derived"},
    {"qk_layernorm", "query_key_norm", "only Qwen3's norm of each query and key head is derived"},
    {"use_post_attention_layernorm", "norms", "further norms are not derived"},
    {"quantization_config", "quantization", "quantised weights are not derived"},
    {"compression_config", "quantization", "quantised weights are not derived"},

    {"*_token_id", {}, tokens},
    {"*_token_index", {}, tokens},
    {"*_token_ids", {}, tokens},
    {"decoder_start_token_id", {}, tokens},
    {"transformers_version", {}, handling},
    {"architectures", {}, "model_type says the same"},
    {"auto_map", {}, handling},
    {"tokenizer_class", {}, handling},
    {"torchscript", {}, handling},
    {"use_safetensors", {}, handling},
    {"use_bfloat16", {}, handling},
    {"tf_legacy_loss", {}, handling},
    {"chunk_size_feed_forward", {}, numerics},
    {"is_decoder", {}, "of models with an encoder alone"},
    {"tie_encoder_decoder", {}, "of models with an encoder alone"},
    {"_*", {}, handling},
    {"name_or_path", {}, handling},
    {"gradient_checkpointing", {}, "the mapping says what is computed again"},
    {"pretraining_tp", {}, "splits products of the same sizes; the mapping says how ranks share them"},
    {"initializer_range", {}, "how weights begin"},
    {"initializer_factor", {}, "how weights begin"},
    {"use_cache", {}, generation},
    {"cache_implementation", {}, generation},
    {"max_length", {}, generation},
    {"min_length", {}, generation},
    {"do_sample", {}, generation},
    {"temperature", {}, generation},
    {"top_k", {}, generation},
    {"top_p", {}, generation},
    {"repetition_penalty", {}, generation},
    {"suppress_tokens", {}, generation},
    {"task_specific_params", {}, generation},
    {"length_penalty", {}, generation},
    {"no_repeat_ngram_size", {}, generation},
    {"num_beams", {}, generation},
    {"num_beam_groups", {}, generation},
    {"num_return_sequences", {}, generation},
    {"diversity_penalty", {}, generation},
    {"early_stopping", {}, generation},
    {"bad_words_ids", {}, generation},
    {"remove_invalid_values", {}, generation},
    {"exponential_decay_length_penalty", {}, generation},
    {"begin_suppress_tokens", {}, generation},
    {"typical_p", {}, generation},
    {"prefix", {}, generation},
    {"generation_config", {}, generation},
    {"output_*", {}, "what is handed back beside the logits"},
    {"return_dict*", {}, "what is handed back beside the logits"},
    {"use_return_dict", {}, "what is handed back beside the logits"},
    {"id2label", {}, "of classifiers alone"},
    {"label2id", {}, "of classifiers alone"},
    {"num_labels", {}, "of classifiers alone"},
    {"problem_type", {}, "of classifiers alone"},
    {"finetuning_task", {}, "of classifiers alone"},
    {"summary_*", {}, "of classifiers alone"},
    {"classifier_dropout", {}, "of classifiers alone"},
    {"rope_theta", {}, angles},
    {"rope_scaling", {}, angles},
    {"rope_local_base_freq", {}, angles},
    {"rope_interleaved", {}, angles},
    {"use_mrope", {}, angles},
    {"mrope_section", {}, angles},
    {"original_max_position_embeddings", {}, angles},
    {"scale_attn_*", {}, numerics},
    {"reorder_and_upcast_attn", {}, numerics},
    {"attention_softmax_in_fp32", {}, numerics},
    {"max_window_layers", {}, "counts only while a sliding window is in use"},
    {"model_max_length", {}, "of the tokenizer"},
    {"attn_implementation", {}, "the mapping says which kernel attention has"},
    {"vision_config", {}, "the vision tower is not derived, the decoder alone"},
    {"vision_*", {}, "the vision tower is not derived, the decoder alone"},
    {"audio_config", {}, "the audio tower is not derived, the decoder alone"},
};

bool matches(std::string_view pattern, std::string_view name)
{
    if (pattern.ends_with('*'))
        return name.starts_with(pattern.substr(0, pattern.size() - 1));
    if (pattern.starts_with('*'))
        return name.ends_with(pattern.substr(1));
    return name == pattern;
}

/// Refusals come first in the table, so that a pattern that ignores cannot hide one.
const Rule* ruleFor(std::string_view name)
{
    const auto rule = std::find_if(std::begin(rules), std::end(rules),
                                   [name](const Rule& known) { return matches(known.name, name); });
    return rule == std::end(rules) ? nullptr : &*rule;
}

bool isUnused(JsonValue value, const Rule& rule)
{
    if (value.kind() == JsonKind::Null || value.text() == "false")
        return true;
    if ((value.isArray() || value.isObject()) && value.childCount() == 0)
        return true;
    if (!rule.harmless.empty() && value.text() == rule.harmless)
        return true;
    const auto number = value.number();
    return number && (*number == 0 || (rule.harmless == "1" && *number == 1));
}

} // namespace

HuggingFaceFields::HuggingFaceFields(StatementAccount& account, JsonValue object, std::string path)
    : m_account(account)
    , m_path(std::move(path))
{
    std::vector<NamedValue> members;
    for (const JsonValue::Member member : object.members())
        members.emplace_back(member.name, member.value);
    for (const NamedValue& member : distinct(account.faults(), m_path, std::move(members)))
        m_fields.push_back({member.first, member.second});
}

std::optional<HuggingFaceFields::Given> HuggingFaceFields::take(std::initializer_list<std::string_view> names)
{
    std::optional<Given> first;
    for (const std::string_view name : names) {
        const auto field =
            std::find_if(m_fields.begin(), m_fields.end(), [name](const Field& f) { return f.name == name; });
        if (field == m_fields.end())
            continue;
        const bool again = std::exchange(field->taken, true);
        const Given given{pathOf(name), field->value};
        if (field->value.kind() == JsonKind::Null) {
            if (!again)
                ignore(given, "null counts as absent");
        } else if (!first) {
            first = given;
        } else if (first->value.brief() != given.value.brief()) {
            refuse("conflict", given, "is another name for " + first->path + ", which says " + first->value.brief(60),
                   {first->value.brief()});
        } else {
            ignore(given, "says the same as " + first->path);
        }
    }
    return first;
}

bool HuggingFaceFields::has(std::string_view name) const
{
    return std::any_of(m_fields.begin(), m_fields.end(), [name](const Field& f) { return f.name == name; });
}

std::optional<std::int64_t> HuggingFaceFields::integer(std::initializer_list<std::string_view> names,
                                                       std::string_view destination)
{
    return integer(take(names), destination);
}

std::optional<std::int64_t> HuggingFaceFields::mandatory(std::initializer_list<std::string_view> names,
                                                         std::string_view destination)
{
    const auto given = take(names);
    if (!given)
        m_account.faults().missingField(pathOf(*names.begin()));
    return integer(given, destination);
}

std::optional<std::int64_t> HuggingFaceFields::integer(const std::optional<Given>& given, std::string_view destination)
{
    const auto value = given ? given->value.integer() : std::nullopt;
    if (value)
        m_account.read(given->path, given->value.brief(), destination);
    else if (given)
        m_account.faults().wrongType(given->path, integerExpected, given->value);
    return value;
}

std::optional<bool> HuggingFaceFields::boolean(const std::optional<Given>& given)
{
    if (!given)
        return std::nullopt;
    if (given->value.kind() == JsonKind::Boolean)
        return given->value.text() == "true";
    m_account.faults().wrongType(given->path, "true or false", given->value);
    return std::nullopt;
}

std::optional<double> HuggingFaceFields::number(const std::optional<Given>& given)
{
    const auto value = given ? given->value.number() : std::nullopt;
    if (given && !value)
        m_account.faults().wrongType(given->path, "a number that a double can hold", given->value);
    return value;
}

std::optional<std::string> HuggingFaceFields::string(const std::optional<Given>& given)
{
    if (!given)
        return std::nullopt;
    if (given->value.isString())
        return std::string{given->value.text()};
    m_account.faults().wrongType(given->path, "a string", given->value);
    return std::nullopt;
}

void HuggingFaceFields::ignore(const Given& given, std::string_view reason)
{
    m_account.note(ImportOutcome::Ignored, given.path, given.value.brief(), std::string{reason});
}

void HuggingFaceFields::refuse(std::string_view code, const Given& given, std::string message,
                               std::vector<std::string> legal)
{
    m_account.refuse("import.hf." + std::string{code}, given.path, std::move(message), given.value.brief(),
                     std::move(legal));
}

bool HuggingFaceFields::refuseByRule(const Field& field)
{
    const Rule* rule = ruleFor(field.name);
    if (!rule || rule->code.empty() || isUnused(field.value, *rule))
        return false;
    refuse(rule->code, {pathOf(field.name), field.value}, std::string{rule->reason});
    return true;
}

void HuggingFaceFields::rest()
{
    for (const Field& field : m_fields) {
        if (field.taken || refuseByRule(field))
            continue;
        const Given given{pathOf(field.name), field.value};
        const Rule* rule = ruleFor(field.name);
        if (!rule)
            refuse("unknown_field", given, "is not known, and a field that is not may change the architecture");
        else
            ignore(given, rule->code.empty() ? rule->reason : "not in use");
    }
}

void HuggingFaceFields::restOutside()
{
    for (const Field& field : m_fields)
        if (!field.taken && !refuseByRule(field)) {
            const Rule* rule = ruleFor(field.name);
            ignore({pathOf(field.name), field.value},
                   rule && rule->code.empty() ? rule->reason
                                              : "of the model around the decoder, which alone is derived");
        }
}

} // namespace planscope::whole
