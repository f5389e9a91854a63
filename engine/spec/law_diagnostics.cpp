#include "spec/law_wording.h"
#include "spec/laws.h"

namespace planscope {
namespace {

std::string number(std::int64_t value)
{
    return std::to_string(value);
}

struct Told {
    std::string given;
    std::string message;
};

Told tellTensor(const LawOperands& o, std::string_view whole, std::int64_t size, const std::vector<std::string>& legal)
{
    return {number(o.tensorDegree),
            "tensor degree " + number(o.tensorDegree) + " does not divide the " + std::string{whole} + " "
                + number(size) + wayOut("tensor degree", legal, o.tensorDegree)};
}

Told tellScheduleKind(const LawOperands& o, const std::vector<std::string>& legal)
{
    const std::string kind{nameOf(*o.scheduleKind)};
    const std::string reason = o.scheduleKind == ScheduleKind::ForwardOnly
        ? " has no backward pass, and this is training"
        : o.pipelineDegree == 1 ? " needs more than one stage, and the pipeline degree is 1"
                                : " has one stage, and the pipeline degree is " + number(o.pipelineDegree);
    return {kind, kind + reason + "; legal: " + joined(legal)};
}

Told tellVirtualStages(const LawOperands& o, const std::vector<std::string>& legal)
{
    const std::int64_t v = *o.virtualStages;
    const std::string reason = v == 1
        ? "1 virtual stage does not interleave: at least 2 are needed"
        : number(v) + " virtual stages do not divide the " + number(o.blockCount / o.pipelineDegree)
            + " blocks of a stage (" + number(o.blockCount) + " blocks on " + number(o.pipelineDegree) + " stages)";
    return {number(v), reason + wayOut("number of virtual stages", legal, v)};
}

Told tell(Law law, const LawOperands& o, const std::vector<std::string>& legal)
{
    switch (law) {
    case Law::WorldSize:
        return {number(o.worldSize),
                "world_size is stated as " + number(o.worldSize) + ", but tensor " + number(o.tensorDegree)
                    + " × pipeline " + number(o.pipelineDegree) + " × data " + number(o.dataDegree) + " is "
                    + joined(legal)};
    case Law::TensorDividesHidden: return tellTensor(o, "hidden size", o.hiddenSize, legal);
    case Law::TensorDividesFeedforward: return tellTensor(o, "feed-forward size", o.feedforwardSize, legal);
    case Law::TensorDividesHeads: return tellTensor(o, "number of attention heads", o.attentionHeads, legal);
    case Law::TensorDividesSequence:
        return tellTensor(o, "sequence length, which reduce_scatter_all_gather shards,", o.sequenceLength, legal);
    case Law::ScheduleKind: return tellScheduleKind(o, legal);
    case Law::PipelineDividesBlocks:
        return {number(o.pipelineDegree),
                "pipeline degree " + number(o.pipelineDegree) + " does not divide the " + number(o.blockCount)
                    + " blocks" + wayOut("pipeline degree", legal, o.pipelineDegree)};
    case Law::VirtualStages: return tellVirtualStages(o, legal);
    case Law::DataDividesBatch:
        return {number(o.dataDegree),
                "data degree " + number(o.dataDegree) + " does not divide the global batch of "
                    + number(o.globalBatchSize) + wayOut("data degree", legal, o.dataDegree)};
    case Law::MicrobatchDividesLocalBatch:
        return {number(o.microbatchSize),
                "microbatch size " + number(o.microbatchSize) + " does not divide the "
                    + number(o.globalBatchSize / o.dataDegree) + " sequences of a replica (global batch "
                    + number(o.globalBatchSize) + " on " + number(o.dataDegree) + ")"
                    + wayOut("microbatch size", legal, o.microbatchSize)};
    case Law::OptimizerSharding:
        return {"true", "the optimizer's state is sharded over replicas, but the data degree is 1; legal is false"};
    case Law::RedoCommunication:
        return {"true",
                "the redo gathers what reduce_scatter_all_gather sharded, but the tensor communication is "
                    + std::string{nameOf(*o.communication)} + "; legal is false"};
    case Law::RedoFullRecompute:
        return {"true", "full recompute gathers every input again by itself, so the redo has no part; legal is false"};
    }
    return {};
}

} // namespace

std::string_view pathOf(Law law)
{
    switch (law) {
    case Law::WorldSize: return "mapping.world_size";
    case Law::TensorDividesHidden:
    case Law::TensorDividesFeedforward:
    case Law::TensorDividesHeads:
    case Law::TensorDividesSequence: return "mapping.tensor.degree";
    case Law::ScheduleKind: return "mapping.pipeline.schedule.kind";
    case Law::PipelineDividesBlocks: return "mapping.pipeline.degree";
    case Law::VirtualStages: return "mapping.pipeline.schedule.virtual_stages";
    case Law::DataDividesBatch: return "mapping.data.degree";
    case Law::MicrobatchDividesLocalBatch: return "workload.microbatch_size";
    case Law::OptimizerSharding: return "mapping.data.optimizer_sharding";
    case Law::RedoCommunication:
    case Law::RedoFullRecompute: return "mapping.sequence_parallel_all_gather_redo";
    }
    return {};
}

Diagnostics describeBrokenLaws(const LawOperands& operands, LawSet broken)
{
    Diagnostics diagnostics;
    for (std::size_t k = 0; k < countOf<Law>(); ++k) {
        const auto law = static_cast<Law>(k);
        if (!broken.contains(law))
            continue;
        const std::string_view path = pathOf(law);
        // Laws on one field stand together and share their legal values, which cost a factorisation.
        std::vector<std::string> legal = !diagnostics.empty() && diagnostics.back().path == path
            ? diagnostics.back().legal
            : legalValues(law, operands);
        Told told = tell(law, operands, legal);
        diagnostics.push_back({Severity::Error, Origin::Import, std::string{nameOf(law)}, std::string{path},
                               std::move(told.message), std::move(told.given), std::move(legal)});
    }
    return diagnostics;
}

} // namespace planscope
