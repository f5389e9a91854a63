#include "compare/cause_field.h"

#include <array>

namespace planscope {

std::string_view labelOf(CauseField field)
{
    static constexpr std::array<std::string_view, countOf<CauseField>()> labels{"Model",
                                                                                "Rest of the workload",
                                                                                "Microbatch size",
                                                                                "Tensor parallel",
                                                                                "Tensor communication",
                                                                                "Sequence parallel",
                                                                                "Context parallel",
                                                                                "Context exchange",
                                                                                "Pipeline parallel",
                                                                                "Pipeline schedule",
                                                                                "Layout",
                                                                                "Data parallel",
                                                                                "Optimizer sharding",
                                                                                "Recompute",
                                                                                "Fused activation",
                                                                                "All-gather redo",
                                                                                "Attention",
                                                                                "Loss",
                                                                                "Gradient datatype",
                                                                                "Vocabulary",
                                                                                "System",
                                                                                "Tensor tier",
                                                                                "Pipeline tier",
                                                                                "Data tier",
                                                                                "Framework"};
    return labels[static_cast<std::size_t>(field)];
}

std::vector<CauseField> FieldSet::fields() const
{
    std::vector<CauseField> all;
    for (std::size_t k = 0; k < countOf<CauseField>(); ++k)
        if (contains(static_cast<CauseField>(k)))
            all.push_back(static_cast<CauseField>(k));
    return all;
}

FieldSet changedFields(const StatedCase& a, const StatedCase& b)
{
    FieldSet changed;
    const auto look = [&changed](CauseField field, bool same) {
        if (!same)
            changed.insert(field);
    };
    look(CauseField::Model, a.model == b.model);
    look(CauseField::Workload,
         a.workload.globalBatchSize == b.workload.globalBatchSize && a.workload.datatype == b.workload.datatype);
    look(CauseField::MicrobatchSize, a.workload.microbatchSize == b.workload.microbatchSize);
    look(CauseField::TensorDegree, a.mapping.tensor.degree == b.mapping.tensor.degree);
    look(CauseField::TensorCommunication, a.mapping.tensor.communication == b.mapping.tensor.communication);
    look(CauseField::PipelineDegree, a.mapping.pipeline.degree == b.mapping.pipeline.degree);
    look(CauseField::Schedule, a.mapping.pipeline.schedule == b.mapping.pipeline.schedule);
    look(CauseField::DataDegree, a.mapping.data.degree == b.mapping.data.degree);
    look(CauseField::OptimizerSharding, a.mapping.data.optimizerSharding == b.mapping.data.optimizerSharding);
    look(CauseField::Recompute, a.mapping.recompute == b.mapping.recompute);
    look(CauseField::FusedActivation, a.mapping.fusedActivation == b.mapping.fusedActivation);
    look(CauseField::AllGatherRedo, a.mapping.sequenceParallelAllGatherRedo == b.mapping.sequenceParallelAllGatherRedo);
    look(CauseField::System, a.system == b.system || *a.system == *b.system);
    look(CauseField::TensorTier, a.tiers.tensor == b.tiers.tensor);
    look(CauseField::PipelineTier, a.tiers.pipeline == b.tiers.pipeline);
    look(CauseField::DataTier, a.tiers.data == b.tiers.data);
    return changed;
}

StatedCase mixed(const StatedCase& a, const StatedCase& b, FieldSet fromB)
{
    const auto source = [&](CauseField field) -> const StatedCase& { return fromB.contains(field) ? b : a; };
    StatedCase mix;
    mix.model = source(CauseField::Model).model;
    mix.workload = source(CauseField::Workload).workload;
    mix.workload.microbatchSize = source(CauseField::MicrobatchSize).workload.microbatchSize;
    mix.mapping.tensor.degree = source(CauseField::TensorDegree).mapping.tensor.degree;
    mix.mapping.tensor.communication = source(CauseField::TensorCommunication).mapping.tensor.communication;
    mix.mapping.pipeline.degree = source(CauseField::PipelineDegree).mapping.pipeline.degree;
    mix.mapping.pipeline.schedule = source(CauseField::Schedule).mapping.pipeline.schedule;
    mix.mapping.data.degree = source(CauseField::DataDegree).mapping.data.degree;
    mix.mapping.data.optimizerSharding = source(CauseField::OptimizerSharding).mapping.data.optimizerSharding;
    mix.mapping.recompute = source(CauseField::Recompute).mapping.recompute;
    mix.mapping.fusedActivation = source(CauseField::FusedActivation).mapping.fusedActivation;
    mix.mapping.sequenceParallelAllGatherRedo = source(CauseField::AllGatherRedo).mapping.sequenceParallelAllGatherRedo;
    mix.system = source(CauseField::System).system;
    mix.tiers = {source(CauseField::TensorTier).tiers.tensor, source(CauseField::PipelineTier).tiers.pipeline,
                 source(CauseField::DataTier).tiers.data};
    return mix;
}

} // namespace planscope
