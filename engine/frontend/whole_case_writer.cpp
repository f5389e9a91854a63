#include "frontend/whole_spec_writers.h"

#include "frontend/case_writer.h"
#include "frontend/framework_reader.h"
#include "frontend/system_writer.h"
#include "frontend/whole_case_reader.h"

namespace planscope::whole {

void writeModel(FieldWriter& to, const ModelSpec& model)
{
    to.text("name", model.name);
    to.integer("hidden_size", model.hiddenSize);
    to.integer("feedforward_size", model.feedforwardSize);
    to.integer("attention_heads", model.attentionHeads);
    to.integer("key_value_heads", model.keyValueHeads);
    to.integer("attention_head_size", model.attentionHeadSize);
    to.integer("block_count", model.blockCount);
    to.integer("vocabulary_size", model.vocabularySize);
    to.text("feedforward", nameOf(model.feedforward));
    to.text("normalization", nameOf(model.normalization));
    to.text("position", nameOf(model.position));
    to.integer("maximum_positions", model.maximumPositions);
    to.array("bias", [&] {
        for (const BiasedLayer layer : model.bias)
            to.textElement(nameOf(layer));
    });
    to.boolean("tied_embeddings", model.tiedEmbeddings);
    to.boolean("query_key_norm", model.queryKeyNorm);
}

void writeWorkload(FieldWriter& to, const WorkloadSpec& workload, WorkloadForm form)
{
    to.integer("sequence_length", workload.sequenceLength);
    to.integer("global_batch_size", workload.globalBatchSize);
    if (form == WorkloadForm::OfCase)
        to.integer("microbatch_size", workload.microbatchSize);
    to.text("datatype", nameOf(workload.datatype));
    to.boolean("hidden_dropout", workload.hiddenDropout);
    to.boolean("attention_dropout", workload.attentionDropout);
}

namespace {

void writePipeline(FieldWriter& to, const PipelineParallel& pipeline)
{
    to.integer("degree", pipeline.degree);
    to.object("schedule", [&] {
        to.text("kind", nameOf(kindOf(pipeline.schedule)));
        if (const auto* interleaved = std::get_if<Interleaved>(&pipeline.schedule)) {
            to.integer("virtual_stages", interleaved->virtualStages);
            if (interleaved->group)
                to.integer("group", *interleaved->group);
        }
    });
    if (pipeline.layout)
        to.array("layout", [&] {
            for (const std::int64_t blocks : *pipeline.layout)
                to.integerElement(blocks);
        });
}

} // namespace

void writeMapping(FieldWriter& to, const MappingSpec& mapping)
{
    to.object("tensor", [&] {
        to.integer("degree", mapping.tensor.degree);
        to.boolean("sequence_parallel", mapping.tensor.sequenceParallel);
    });
    to.object("context", [&] {
        to.integer("degree", mapping.context.degree);
        to.text("exchange", nameOf(mapping.context.exchange));
    });
    to.object("pipeline", [&] { writePipeline(to, mapping.pipeline); });
    to.object("data", [&] {
        to.integer("degree", mapping.data.degree);
        to.boolean("optimizer_sharding", mapping.data.optimizerSharding);
    });
    to.text("recompute", nameOf(mapping.recompute));
    to.text("attention", nameOf(mapping.attention));
    to.text("loss", nameOf(mapping.loss));
    to.text("gradient_datatype", nameOf(mapping.gradientDatatype));
    to.object("vocabulary", [&] {
        to.integer("extra_tokens", mapping.vocabulary.extraTokens);
        to.integer("multiple", mapping.vocabulary.multiple);
    });
}

void writeFrameworkField(FieldWriter& to, const FrameworkProfile& framework)
{
    const auto bundled = bundledFramework(framework.name);
    if (bundled && *bundled == framework) {
        to.text("framework", framework.name);
        return;
    }
    to.object("framework", [&] {
        to.text("schema", frameworkSchema);
        to.text("name", framework.name);
        to.integer("gemm_workspace_bytes", framework.gemmWorkspaceBytes);
        to.integer("blas_workspace_bytes", framework.blasWorkspaceBytes);
        to.boolean("dummy_weight_gradients", framework.dummyWeightGradients);
        to.boolean("head_gather_buffer", framework.headGatherBuffer);
        to.boolean("loss_mask", framework.lossMask);
        to.boolean("round_logits", framework.roundLogits);
    });
}

CaseStatement statementOf(const Candidate& candidate)
{
    const Training& training = candidate.training;
    return {candidate.name,   training.model(), training.workload(), training.mapping(),
            candidate.system, candidate.tiers,  candidate.framework};
}

std::string writeCase(const Candidate& candidate)
{
    return writeCase(statementOf(candidate));
}

std::string writeCase(const CaseStatement& statement)
{
    return writtenDocument([&](FieldWriter& to) {
        to.text("schema", caseSchema);
        to.text("name", statement.name);
        to.object("model", [&] { writeModel(to, statement.model); });
        to.object("workload", [&] { writeWorkload(to, statement.workload, WorkloadForm::OfCase); });
        to.object("mapping", [&] { writeMapping(to, statement.mapping); });
        writeSystemField(to, *statement.system);
        writeNetworkTiers(to, statement.tiers);
        writeFrameworkField(to, *statement.framework);
    });
}

} // namespace planscope::whole
