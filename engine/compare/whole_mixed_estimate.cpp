#include "compare/whole_mixed_estimate.h"

#include "compare/tier_operands.h"
#include "derivation/whole/algebra/whole_work.h"
#include "derivation/whole/model/build_model_ir.h"
#include "derivation/whole/passes/distribute_pass.h"
#include "derivation/whole/passes/plan_pass.h"
#include "evaluation/whole/stage_peak.h"
#include "evaluation/whole/step_time.h"
#include "spec/whole/laws.h"

#include <cassert>
#include <cmath>

namespace planscope::whole {
namespace {

using F = CauseField;

FieldSet operandsOf(Law law)
{
    switch (law) {
    case Law::WorldSize: return {F::TensorDegree, F::ContextDegree, F::PipelineDegree, F::DataDegree};
    case Law::ScheduleKind: return {F::PipelineDegree, F::Schedule};
    case Law::VirtualStages: return {F::Model, F::PipelineDegree, F::Schedule, F::Layout};
    case Law::DataDividesBatch: return {F::Workload, F::DataDegree};
    case Law::MicrobatchDividesLocalBatch: return {F::Workload, F::MicrobatchSize, F::DataDegree};
    case Law::KeyValueHeadsDivideHeads: return {F::Model};
    case Law::TensorDividesHeads:
    case Law::TensorKeyValueHeads:
    case Law::TensorDividesFeedforward: return {F::Model, F::TensorDegree};
    case Law::TensorDividesSequence: return {F::Workload, F::TensorDegree, F::SequenceParallel, F::ContextDegree};
    case Law::TensorDividesVocabulary: return {F::Model, F::TensorDegree, F::Vocabulary};
    case Law::ContextDividesSequence: return {F::Workload, F::ContextDegree};
    case Law::ContextDividesHeads: return {F::Model, F::TensorDegree, F::ContextDegree, F::ContextExchange};
    case Law::UnfusedContext: return {F::ContextDegree, F::Attention};
    case Law::SequenceExceedsPositions: return {F::Model, F::Workload};
    case Law::Layout: return {F::Model, F::PipelineDegree, F::Schedule, F::Layout};
    case Law::PipelineDividesBlocks: return {F::Model, F::PipelineDegree, F::Layout};
    case Law::Group: return {F::Workload, F::MicrobatchSize, F::PipelineDegree, F::Schedule, F::DataDegree};
    }
    return {};
}

/// Everything that a plan follows from.
FieldSet operandsOfWork()
{
    return {F::Model,
            F::Workload,
            F::MicrobatchSize,
            F::TensorDegree,
            F::SequenceParallel,
            F::ContextDegree,
            F::ContextExchange,
            F::PipelineDegree,
            F::Schedule,
            F::Layout,
            F::DataDegree,
            F::OptimizerSharding,
            F::Recompute,
            F::Attention,
            F::Loss,
            F::GradientDatatype,
            F::Vocabulary};
}

/// Of what keeps a training from being made, or its work from being counted.
FieldSet operandsOf(const Diagnostic& fault)
{
    if (const auto law = enumFromName<Law>(fault.code))
        return operandsOf(*law);
    if (fault.code == "limit.pipeline_chunks")
        return {F::PipelineDegree, F::Schedule};
    if (fault.code == "limit.program_passes")
        return {F::Workload, F::MicrobatchSize, F::PipelineDegree, F::Schedule, F::DataDegree};
    if (fault.path == "shape.world_size")
        return operandsOf(Law::WorldSize);
    if (fault.path == "shape.padded_vocabulary")
        return {F::Model, F::TensorDegree, F::Vocabulary};
    return operandsOfWork();
}

MixedFault faultOf(Diagnostics faults)
{
    Diagnostic& first = faults.front();
    const FieldSet operands = operandsOf(first);
    return {std::move(first), operands};
}

GroupDegrees groupDegreesOf(const MappingSpec& mapping)
{
    return {mapping.tensor.degree, mapping.pipeline.degree, mapping.data.degree * mapping.context.degree};
}

Diagnostic notFinite(EstimateMode mode)
{
    return {Severity::Error,
            Origin::Evaluation,
            "time.not_finite",
            "time." + std::string{nameOf(mode)} + ".total",
            "the system's figures are so large or so small that this is no finite number",
            {},
            {}};
}

} // namespace

MixedEstimate::MixedEstimate(StatedCase a, StatedCase b)
    : m_a(std::move(a))
    , m_b(std::move(b))
    , m_changed(changedFields(m_a, m_b))
    , m_models{buildModelIr(m_a.model), buildModelIr(m_b.model)}
{
}

std::optional<MixedFault> MixedEstimate::mix(FieldSet fromB)
{
    m_plan.reset();
    m_mix = mixed(m_a, m_b, fromB);
    auto training = Training::create(m_mix.model, m_mix.workload, m_mix.mapping);
    if (!training)
        return faultOf(std::move(training.error()));
    auto work = deriveWholeWork(inputsOf(*training));
    if (!work)
        return faultOf(std::move(work.error()));
    const ModelIR& model = m_models[fromB.contains(F::Model) ? 1 : 0];
    const Bindings bindings = bindingsOf(*training);
    const Digest& parent = model.specDigest; // of the ids, which nothing here reads
    const DistributedTaskIR tasks = distributedTasksFor(*work, model, parent, bindings.workload, bindings.strategy);
    m_plan = portablePlanFor(tasks, parent, bindings.strategy);
    return std::nullopt;
}

const SystemModel& MixedEstimate::system() const
{
    auto& model = m_systems[m_mix.system == m_a.system ? 0 : 1];
    if (!model)
        model.emplace(*m_mix.system, m_mix.workload.datatype);
    return *model;
}

tl::expected<std::array<StepTime, countOf<EstimateMode>()>, MixedFault> MixedEstimate::steps() const
{
    assert(m_mix.mapping.context.degree == 1);
    const GroupDegrees degrees = groupDegreesOf(m_mix.mapping);
    if (!tiersHold(degrees, system(), m_mix.tiers)) {
        Diagnostics faults = networkTierFaults(degrees, system(), m_mix.tiers);
        const FieldSet operands = tierOperands(faults.front(), degrees, system(), m_mix.tiers);
        return tl::unexpected(MixedFault{std::move(faults.front()), operands});
    }
    std::array<StepTime, countOf<EstimateMode>()> times = stepTimes(plan(), system(), m_mix.tiers);
    for (std::size_t mode = 0; mode < times.size(); ++mode)
        if (!std::isfinite(times[mode].total))
            return tl::unexpected(MixedFault{notFinite(static_cast<EstimateMode>(mode)), FieldSet::all()});
    return times;
}

tl::expected<std::vector<StagePeak>, MixedFault> MixedEstimate::peaks() const
{
    std::vector<StagePeak> peaks;
    for (std::int64_t stage = 0; stage < plan().program.rule.stages; ++stage) {
        auto peak = stagePeak(plan(), stage, *m_mix.framework);
        if (!peak)
            return tl::unexpected(
                MixedFault{std::move(peak.error().front()), operandsOfWork() | FieldSet{F::Framework}});
        peaks.push_back(*peak);
    }
    return peaks;
}

} // namespace planscope::whole
