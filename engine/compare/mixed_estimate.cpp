#include "compare/mixed_estimate.h"

#include "compare/tier_operands.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/session/synthesis_session.h"
#include "evaluation/estimate/network_tier_laws.h"
#include "spec/laws.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

PlanProgram programOf(const TransformerTraining& training)
{
    return planProgramFor(training.model().hiddenSize, training.model().sequenceLength, bindWorkload(training),
                          bindStrategy(training));
}

FieldSet operandsOf(Law law)
{
    using F = CauseField;
    switch (law) {
    case Law::WorldSize: return {F::TensorDegree, F::PipelineDegree, F::DataDegree};
    case Law::TensorDividesHidden:
    case Law::TensorDividesFeedforward:
    case Law::TensorDividesHeads: return {F::Model, F::TensorDegree};
    case Law::TensorDividesSequence: return {F::Model, F::TensorDegree, F::TensorCommunication};
    case Law::ScheduleKind: return {F::PipelineDegree, F::Schedule};
    case Law::PipelineDividesBlocks: return {F::Model, F::PipelineDegree};
    case Law::VirtualStages: return {F::Model, F::PipelineDegree, F::Schedule};
    case Law::DataDividesBatch: return {F::Workload, F::DataDegree};
    case Law::MicrobatchDividesLocalBatch: return {F::Workload, F::MicrobatchSize, F::DataDegree};
    case Law::OptimizerSharding: return {F::DataDegree, F::OptimizerSharding};
    case Law::RedoCommunication: return {F::TensorCommunication, F::AllGatherRedo};
    case Law::RedoFullRecompute: return {F::Recompute, F::AllGatherRedo};
    }
    return {};
}

/// What the work of a block, and where it is the first stage's memory that overflows, the number of blocks depend on.
FieldSet operandsOfOverflow(std::string_view path)
{
    using F = CauseField;
    if (path == "shape.world_size")
        return operandsOf(Law::WorldSize);
    const FieldSet block{
        F::Model,      F::Workload,          F::MicrobatchSize, F::TensorDegree,    F::TensorCommunication,
        F::DataDegree, F::OptimizerSharding, F::Recompute,      F::FusedActivation, F::AllGatherRedo};
    return path.starts_with("memory.") ? block | FieldSet{F::PipelineDegree, F::Schedule} : block;
}

} // namespace

MixedEstimate::MixedEstimate(StatedCase a, StatedCase b)
    : m_a(std::move(a))
    , m_b(std::move(b))
    , m_changed(changedFields(m_a, m_b))
{
}

const SystemModel& MixedEstimate::systemOf(const StatedCase& mix) const
{
    auto& model = m_systems[mix.system == m_a.system ? 0 : 1][static_cast<std::size_t>(mix.workload.datatype)];
    if (!model)
        model.emplace(*mix.system, mix.workload.datatype);
    return *model;
}

const MixedFigures& MixedEstimate::figures(FieldSet fromB)
{
    m_mix = mixed(m_a, m_b, fromB);
    m_figures.workLegal = false;
    m_figures.timeLegal = false;
    if (!brokenLaws(lawOperands(m_mix.model, m_mix.workload, m_mix.mapping)).empty())
        return m_figures; // cheaper than what create() would say
    const auto training = TransformerTraining::create(m_mix.model, m_mix.workload, m_mix.mapping);
    if (!training || !computeBlockWork(blockParametersOf(*training), m_buffer))
        return m_figures;
    const PlanProgram program = programOf(*training);
    m_figures.shape = training->shape();
    m_figures.estimate =
        estimateFigures({&program, &m_buffer.blockMemory, m_buffer.invocations()}, system(), m_mix.tiers);
    m_figures.workLegal = m_figures.estimate.memory.has_value();
    m_figures.timeLegal = m_figures.workLegal && m_figures.estimate.tiersHold && m_figures.estimate.finite;
    return m_figures;
}

MixedFault MixedEstimate::fault(FieldSet fromB) const
{
    const StatedCase mix = mixed(m_a, m_b, fromB);
    const auto ofWork = [](Diagnostics faults) {
        Diagnostic& first = faults.front();
        const auto law = enumFromName<Law>(first.code);
        const FieldSet operands = law ? operandsOf(*law) : operandsOfOverflow(first.path);
        return MixedFault{std::move(first), operands};
    };
    const auto training = TransformerTraining::create(mix.model, mix.workload, mix.mapping);
    if (!training)
        return ofWork(training.error());
    const auto work = deriveBlockWork(blockParametersOf(*training));
    if (!work)
        return ofWork(work.error());
    const PlanProgram program = programOf(*training);
    const SystemModel& model = systemOf(mix);
    auto whole = planscope::estimate(EstimateInput{&program, &work->blockMemory, work->invocations}, model, mix.tiers);
    if (!whole)
        return ofWork(std::move(whole.error()));
    assert(!whole->modes && "the caller has found a fault");
    Diagnostic& first = *std::find_if(whole->diagnostics.begin(), whole->diagnostics.end(),
                                      [](const Diagnostic& found) { return found.severity == Severity::Error; });
    const FieldSet operands = tierOperands(first, groupDegreesOf(program), model, mix.tiers);
    return {std::move(first), operands};
}

} // namespace planscope
