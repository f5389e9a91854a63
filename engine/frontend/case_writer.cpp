#include "frontend/case_writer.h"

#include "frontend/case_reader.h"
#include "base/field_writer.h"
#include "frontend/system_writer.h"

namespace planscope {
namespace {

void writeMapping(FieldWriter& to, const TransformerTrainingMappingSpec& mapping)
{
    to.object("tensor", [&] {
        to.integer("degree", mapping.tensor.degree);
        to.text("communication", nameOf(mapping.tensor.communication));
    });
    to.object("pipeline", [&] {
        to.integer("degree", mapping.pipeline.degree);
        to.object("schedule", [&] {
            const ScheduleKind kind = kindOf(mapping.pipeline.schedule);
            to.text("kind", nameOf(kind));
            if (kind == ScheduleKind::InterleavedOneForwardOneBackward)
                to.integer("virtual_stages", virtualStagesOf(mapping.pipeline.schedule));
        });
    });
    to.object("data", [&] {
        to.integer("degree", mapping.data.degree);
        to.boolean("optimizer_sharding", mapping.data.optimizerSharding);
    });
    to.text("recompute", nameOf(mapping.recompute));
    to.boolean("fused_activation", mapping.fusedActivation);
    to.boolean("sequence_parallel_all_gather_redo", mapping.sequenceParallelAllGatherRedo);
}

} // namespace

void writeModelField(FieldWriter& to, const TransformerModelSpec& model)
{
    to.object("model", [&] {
        to.text("name", model.name);
        to.integer("hidden_size", model.hiddenSize);
        to.integer("feedforward_size", model.feedforwardSize);
        to.integer("sequence_length", model.sequenceLength);
        to.integer("attention_heads", model.attentionHeads);
        to.integer("attention_head_size", model.attentionHeadSize);
        to.integer("block_count", model.blockCount);
    });
}

std::string writeCase(const Candidate& candidate)
{
    const TransformerTraining& training = candidate.training;
    return writtenDocument([&](FieldWriter& to) {
        to.text("schema", caseSchema);
        to.text("name", candidate.name);
        writeModelField(to, training.model());
        to.object("workload", [&] {
            to.integer("global_batch_size", training.workload().globalBatchSize);
            to.integer("microbatch_size", training.workload().microbatchSize);
            to.text("datatype", nameOf(training.workload().datatype));
        });
        to.object("mapping", [&] { writeMapping(to, training.mapping()); });
        writeSystemField(to, *candidate.system);
        writeNetworkTiers(to, candidate.tiers);
    });
}

} // namespace planscope
