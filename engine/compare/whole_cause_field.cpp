#include "compare/whole_cause_field.h"

namespace planscope::whole {
namespace {

/// Calls take(field, its member of a mapping, how to read it of another) for each field.
template <class Mapping, class Take>
void visitMapping(Mapping& to, const Take& take)
{
    take(CauseField::TensorDegree, to.tensor.degree, [](const MappingSpec& from) { return from.tensor.degree; });
    take(CauseField::SequenceParallel, to.tensor.sequenceParallel,
         [](const MappingSpec& from) { return from.tensor.sequenceParallel; });
    take(CauseField::ContextDegree, to.context.degree, [](const MappingSpec& from) { return from.context.degree; });
    take(CauseField::ContextExchange, to.context.exchange,
         [](const MappingSpec& from) { return from.context.exchange; });
    take(CauseField::PipelineDegree, to.pipeline.degree, [](const MappingSpec& from) { return from.pipeline.degree; });
    take(CauseField::Schedule, to.pipeline.schedule, [](const MappingSpec& from) { return from.pipeline.schedule; });
    take(CauseField::Layout, to.pipeline.layout, [](const MappingSpec& from) { return from.pipeline.layout; });
    take(CauseField::DataDegree, to.data.degree, [](const MappingSpec& from) { return from.data.degree; });
    take(CauseField::OptimizerSharding, to.data.optimizerSharding,
         [](const MappingSpec& from) { return from.data.optimizerSharding; });
    take(CauseField::Recompute, to.recompute, [](const MappingSpec& from) { return from.recompute; });
    take(CauseField::Attention, to.attention, [](const MappingSpec& from) { return from.attention; });
    take(CauseField::Loss, to.loss, [](const MappingSpec& from) { return from.loss; });
    take(CauseField::GradientDatatype, to.gradientDatatype,
         [](const MappingSpec& from) { return from.gradientDatatype; });
    take(CauseField::Vocabulary, to.vocabulary, [](const MappingSpec& from) { return from.vocabulary; });
}

/// The workload but for the microbatch size.
WorkloadSpec restOf(WorkloadSpec workload)
{
    workload.microbatchSize = 0;
    return workload;
}

} // namespace

FieldSet changedFields(const StatedCase& a, const StatedCase& b)
{
    FieldSet changed;
    const auto look = [&changed](CauseField field, bool same) {
        if (!same)
            changed.insert(field);
    };
    look(CauseField::Model, a.model == b.model);
    look(CauseField::Workload, restOf(a.workload) == restOf(b.workload));
    look(CauseField::MicrobatchSize, a.workload.microbatchSize == b.workload.microbatchSize);
    visitMapping(a.mapping,
                 [&](CauseField field, const auto& ofA, const auto& get) { look(field, ofA == get(b.mapping)); });
    look(CauseField::System, a.system == b.system || *a.system == *b.system);
    look(CauseField::TensorTier, a.tiers.tensor == b.tiers.tensor);
    look(CauseField::PipelineTier, a.tiers.pipeline == b.tiers.pipeline);
    look(CauseField::DataTier, a.tiers.data == b.tiers.data);
    look(CauseField::Framework, a.framework == b.framework || *a.framework == *b.framework);
    return changed;
}

StatedCase mixed(const StatedCase& a, const StatedCase& b, FieldSet fromB)
{
    const auto source = [&](CauseField field) -> const StatedCase& { return fromB.contains(field) ? b : a; };
    StatedCase mix;
    mix.model = source(CauseField::Model).model;
    mix.workload = source(CauseField::Workload).workload;
    mix.workload.microbatchSize = source(CauseField::MicrobatchSize).workload.microbatchSize;
    visitMapping(mix.mapping,
                 [&](CauseField field, auto& member, const auto& get) { member = get(source(field).mapping); });
    mix.system = source(CauseField::System).system;
    mix.tiers = {source(CauseField::TensorTier).tiers.tensor, source(CauseField::PipelineTier).tiers.pipeline,
                 source(CauseField::DataTier).tiers.data};
    mix.framework = source(CauseField::Framework).framework;
    return mix;
}

} // namespace planscope::whole
