#include "frontend/calculon_import.h"

#include "base/checked_integer.h"
#include "base/json_writer.h"
#include "frontend/calculon_fields.h"
#include "frontend/calculon_system.h"
#include "frontend/presets.h"
#include "spec/transformer_model_spec.h"
#include "spec/transformer_training_mapping_spec.h"

#include <array>
#include <utility>

namespace planscope {
namespace {

struct CalculonExecution {
    std::int64_t tensorDegree = 0, pipelineDegree = 0, dataDegree = 0;
    std::int64_t tensorTier = 0, pipelineTier = 0, dataTier = 0;
    std::int64_t globalBatchSize = 0, microbatchSize = 0;
    std::string_view datatype, communication, recompute;
    PipelineSchedule schedule;
    bool optimizerSharding = false, fusedActivation = false, allGatherRedo = false;
};

constexpr std::string_view noOverlap = "communication that overlaps with computation is not derived";
constexpr std::string_view noOffload = "offloading to a second memory is not derived";

constexpr CalculonChoice datatypes[] = {
    {"float16", "float16", {}, {}},
    {"bfloat16", "bfloat16", {}, {}},
    {"float8", {}, "import.calculon.datatype", "training in float8 is not derived"},
    {"float32", {}, "import.calculon.datatype", "training in float32 is not derived"},
};
constexpr CalculonChoice attentions[] = {
    {"multihead", "multihead", {}, {}},
    {"multiquery", {}, "import.calculon.multiquery", "multi-query attention is not derived"},
};
constexpr CalculonChoice recomputes[] = {
    {"none", "none", {}, {}},
    {"attn_only", "attention", {}, {}},
    {"full", "full", {}, {}},
};
constexpr CalculonChoice communications[] = {
    {"ar", "all_reduce", {}, {}},
    {"rs_ag", "reduce_scatter_all_gather", {}, {}},
    {"p2p_rs_ag", {}, "import.calculon.p2p_rs_ag", "collectives made of point-to-point messages are not derived"},
};
constexpr CalculonChoice tensorOverlaps[] = {
    {"none", "none", {}, {}},
    {"ring", {}, "import.calculon.overlap", noOverlap},
    {"pipe", {}, "import.calculon.overlap", noOverlap},
};
constexpr CalculonChoice dataOverlaps[] = {
    {"false", "false", {}, {}},
    {"true", {}, "import.calculon.overlap", noOverlap},
};
constexpr CalculonChoice offloads[] = {
    {"false", "false", {}, {}},
    {"true", {}, "import.calculon.offload", noOffload},
};
constexpr CalculonChoice trainings[] = {
    {"true", "true", {}, {}},
    {"false", {}, "import.calculon.inference", "inference is not derived, training alone"},
};

PipelineSchedule scheduleOf(std::int64_t pipelineDegree, std::int64_t interleaving)
{
    if (interleaving != 1)
        return InterleavedOneForwardOneBackward{interleaving};
    if (pipelineDegree == 1)
        return SingleStage{};
    return OneForwardOneBackward{};
}

/// num_procs says nothing of its own, but it may contradict.
void compareRanks(ImportAccount& account, std::string path, std::int64_t stated, std::array<std::int64_t, 3> degrees)
{
    const CheckedInteger product = CheckedInteger{degrees[0]} * CheckedInteger{degrees[1]} * CheckedInteger{degrees[2]};
    if (!product.overflowed() && product.value() == stated)
        return;
    const std::vector<std::string> legal = product.overflowed() ? std::vector<std::string>{}
                                                                : std::vector{std::to_string(product.value())};
    account.refuse("import.calculon.num_procs", std::move(path),
                   std::to_string(stated) + " is not tensor_par × pipeline_par × data_par"
                       + (legal.empty() ? std::string{} : ", which is " + legal.front()),
                   std::to_string(stated), legal);
}

CalculonExecution readExecution(ImportAccount& account, JsonValue file)
{
    CalculonExecution read;
    CalculonFields fields{account,
                          file,
                          "execution",
                          {"num_procs",
                           "tensor_par",
                           "pipeline_par",
                           "data_par",
                           "tensor_par_net",
                           "pipeline_par_net",
                           "data_par_net",
                           "batch_size",
                           "microbatch_size",
                           "datatype",
                           "fused_activation",
                           "attention_type",
                           "activation_recompute",
                           "pipeline_interleaving",
                           "optimizer_sharding",
                           "tensor_par_comm_type",
                           "tensor_par_overlap",
                           "seq_par_ag_redo",
                           "data_par_overlap",
                           "weight_offload",
                           "activations_offload",
                           "optimizer_offload",
                           "training"}};
    const auto ranks = fields.integer("num_procs", "the product of the three degrees, checked");
    const auto tensor = fields.integer("tensor_par", "mapping.tensor.degree");
    const auto pipeline = fields.integer("pipeline_par", "mapping.pipeline.degree");
    const auto data = fields.integer("data_par", "mapping.data.degree");
    if (ranks && tensor && pipeline && data)
        compareRanks(account, fields.pathOf("num_procs"), *ranks, {*tensor, *pipeline, *data});
    read.tensorDegree = tensor.value_or(0);
    read.pipelineDegree = pipeline.value_or(0);
    read.dataDegree = data.value_or(0);
    read.tensorTier = fields.integer("tensor_par_net", "network_tiers.tensor").value_or(0);
    read.pipelineTier = fields.integer("pipeline_par_net", "network_tiers.pipeline").value_or(0);
    read.dataTier = fields.integer("data_par_net", "network_tiers.data").value_or(0);
    read.globalBatchSize = fields.integer("batch_size", "workload.global_batch_size").value_or(0);
    read.microbatchSize = fields.integer("microbatch_size", "workload.microbatch_size").value_or(0);
    read.datatype = fields.choice("datatype", datatypes, "workload.datatype");
    read.fusedActivation = fields.flag("fused_activation", "mapping.fused_activation");
    fields.choice("attention_type", attentions, "the only attention there is");
    read.recompute = fields.choice("activation_recompute", recomputes, "mapping.recompute");
    const std::int64_t interleaving = fields.integer("pipeline_interleaving", "mapping.pipeline.schedule").value_or(0);
    read.schedule = scheduleOf(read.pipelineDegree, interleaving);
    read.optimizerSharding = fields.flag("optimizer_sharding", "mapping.data.optimizer_sharding");
    read.communication = fields.choice("tensor_par_comm_type", communications, "mapping.tensor.communication");
    fields.choice("tensor_par_overlap", tensorOverlaps, "nothing overlaps");
    read.allGatherRedo = fields.flag("seq_par_ag_redo", "mapping.sequence_parallel_all_gather_redo");
    fields.flagChoice("data_par_overlap", dataOverlaps, "nothing overlaps");
    for (const std::string_view name : {"weight_offload", "activations_offload", "optimizer_offload"})
        fields.flagChoice(name, offloads, "nothing is offloaded");
    fields.flagChoice("training", trainings, "the only workload there is");
    return read;
}

TransformerModelSpec readModel(ImportAccount& account, JsonValue file)
{
    TransformerModelSpec model;
    CalculonFields fields{
        account, file, "model", {"hidden", "feedforward", "seq_size", "attn_heads", "attn_size", "num_blocks"}};
    model.hiddenSize = fields.integer("hidden", "model.hidden_size").value_or(0);
    model.feedforwardSize = fields.integer("feedforward", "model.feedforward_size").value_or(0);
    model.sequenceLength = fields.integer("seq_size", "model.sequence_length").value_or(0);
    model.attentionHeads = fields.integer("attn_heads", "model.attention_heads").value_or(0);
    model.attentionHeadSize = fields.integer("attn_size", "model.attention_head_size").value_or(0);
    model.blockCount = fields.integer("num_blocks", "model.block_count").value_or(0);
    return model;
}

/// The fields of a case's model, in the order of its files.
std::array<std::pair<std::string_view, std::int64_t>, 6> dimensionsOf(const TransformerModelSpec& model)
{
    return {{{"hidden_size", model.hiddenSize},
             {"feedforward_size", model.feedforwardSize},
             {"sequence_length", model.sequenceLength},
             {"attention_heads", model.attentionHeads},
             {"attention_head_size", model.attentionHeadSize},
             {"block_count", model.blockCount}}};
}

/// The name of the bundled model of these dimensions; empty when there is none.
std::string_view bundledModelLike(const TransformerModelSpec& model)
{
    for (const Preset& preset : presets(PresetKind::Models)) {
        const auto bundled = JsonDocument::parse(preset.json);
        bool same = bundled.has_value();
        for (const auto& [field, dimension] : dimensionsOf(model)) {
            const auto value = same ? bundled->root().find(field) : std::nullopt;
            same = value && value->integer() == dimension;
        }
        if (same)
            return preset.name;
    }
    return {};
}

void writeModel(JsonWriter& writer, const TransformerModelSpec& model)
{
    writer.beginObject();
    writer.key("name");
    writer.string(model.name);
    for (const auto& [field, dimension] : dimensionsOf(model)) {
        writer.key(field);
        writer.integer(dimension);
    }
    writer.endObject();
}

void writeWorkload(JsonWriter& writer, const CalculonExecution& execution)
{
    writer.beginObject();
    writer.key("global_batch_size");
    writer.integer(execution.globalBatchSize);
    writer.key("microbatch_size");
    writer.integer(execution.microbatchSize);
    writer.key("datatype");
    writer.string(execution.datatype);
    writer.endObject();
}

void writeMapping(JsonWriter& writer, const CalculonExecution& execution)
{
    writer.beginObject();
    writer.key("tensor");
    writer.beginObject();
    writer.key("degree");
    writer.integer(execution.tensorDegree);
    writer.key("communication");
    writer.string(execution.communication);
    writer.endObject();
    writer.key("pipeline");
    writer.beginObject();
    writer.key("degree");
    writer.integer(execution.pipelineDegree);
    writer.key("schedule");
    writer.beginObject();
    writer.key("kind");
    writer.string(nameOf(kindOf(execution.schedule)));
    if (const auto* interleaved = std::get_if<InterleavedOneForwardOneBackward>(&execution.schedule)) {
        writer.key("virtual_stages");
        writer.integer(interleaved->virtualStages);
    }
    writer.endObject();
    writer.endObject();
    writer.key("data");
    writer.beginObject();
    writer.key("degree");
    writer.integer(execution.dataDegree);
    writer.key("optimizer_sharding");
    writer.boolean(execution.optimizerSharding);
    writer.endObject();
    writer.key("recompute");
    writer.string(execution.recompute);
    writer.key("fused_activation");
    writer.boolean(execution.fusedActivation);
    writer.key("sequence_parallel_all_gather_redo");
    writer.boolean(execution.allGatherRedo);
    writer.endObject();
}

void writeTiers(JsonWriter& writer, const CalculonExecution& execution)
{
    writer.beginObject();
    writer.key("tensor");
    writer.integer(execution.tensorTier);
    writer.key("pipeline");
    writer.integer(execution.pipelineTier);
    writer.key("data");
    writer.integer(execution.dataTier);
    writer.endObject();
}

/// The files name neither models nor systems.
std::string modelName(ImportAccount& account, const TransformerModelSpec& model)
{
    const std::string_view bundled = bundledModelLike(model);
    std::string name{bundled.empty() ? "calculon" : bundled};
    account.note(ImportOutcome::Assumed, "model.name", {},
                 name + (bundled.empty() ? ": the file does not say" : ": the bundled model of these dimensions"));
    return name;
}

void writeSystem(JsonWriter& writer, ImportAccount& account, const CalculonSystem& system)
{
    if (const std::string_view bundled = bundledProfileLike(system); !bundled.empty()) {
        account.note(ImportOutcome::Assumed, "system.name", {},
                     std::string{bundled} + ": the bundled profile of these figures");
        return writer.string(bundled);
    }
    account.note(ImportOutcome::Assumed, "system.name", {}, "calculon: the file does not say");
    if (!system.networks.empty())
        account.note(ImportOutcome::Assumed, "system.networks.name", {}, "tier 0, tier 1, …: the file does not say");
    writeProfile(writer, system, "calculon");
}

std::string writeCase(ImportAccount& account, const TransformerModelSpec& model, const CalculonExecution& execution,
                      const CalculonSystem& system, std::string_view caseName)
{
    JsonWriter writer{JsonWriter::Layout::Indented};
    writer.beginObject();
    writer.key("schema");
    writer.string("planscope.case/1");
    writer.key("name");
    writer.string(caseName);
    writer.key("model");
    writeModel(writer, model);
    writer.key("workload");
    writeWorkload(writer, execution);
    writer.key("mapping");
    writeMapping(writer, execution);
    writer.key("system");
    writeSystem(writer, account, system);
    writer.key("network_tiers");
    writeTiers(writer, execution);
    writer.endObject();
    return writer.take() + "\n";
}

/// A file's document when it holds an object.
Result<JsonDocument> open(ImportAccount& account, std::string_view bytes, std::string path)
{
    auto document = JsonDocument::parse(bytes);
    if (!document) {
        for (const Diagnostic& fault : document.error())
            account.refuse(fault.code, path, fault.message, fault.given);
        return document;
    }
    if (!document->root().isObject()) {
        account.faults().wrongType(std::move(path), "an object", document->root());
        return refuse(Diagnostics{});
    }
    return document;
}

} // namespace

CalculonImport importCalculon(std::string_view model, std::string_view execution, std::string_view system,
                              std::string_view caseName)
{
    ImportAccount account;
    const auto modelFile = open(account, model, "model");
    TransformerModelSpec modelRead = modelFile ? readModel(account, modelFile->root()) : TransformerModelSpec{};
    const auto executionFile = open(account, execution, "execution");
    const CalculonExecution executionRead = executionFile ? readExecution(account, executionFile->root())
                                                          : CalculonExecution{};
    const auto systemFile = open(account, system, "system");
    const CalculonSystem systemRead = systemFile ? readCalculonSystem(account, systemFile->root()) : CalculonSystem{};

    std::string caseJson;
    if (!account.refused()) {
        modelRead.name = modelName(account, modelRead);
        caseJson = writeCase(account, modelRead, executionRead, systemRead, caseName);
    }
    CalculonImport imported = std::move(account).take();
    imported.caseJson = std::move(caseJson);
    return imported;
}

} // namespace planscope
