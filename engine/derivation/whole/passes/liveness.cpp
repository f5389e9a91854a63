#include "derivation/whole/passes/liveness.h"

#include "derivation/whole/model/model_ir.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

bool isBackward(Phase phase)
{
    return phase == Phase::ActivationGradient || phase == Phase::WeightGradient;
}
bool isLocal(const DistributedTask& task)
{
    return task.invocation.engine != Engine::Collective;
}

} // namespace

Liveness::Liveness(const DistributedTaskIR& tasks)
    : m_tasks(tasks)
    , m_fused(tasks.mapping.attention == AttentionKernel::Fused)
{
    for (const MomentTerm& term : tasks.transients)
        if (m_moments.empty() || m_moments.back() != term.moment)
            m_moments.push_back(term.moment);
}

/// Tensors whose storage outlives their owner's backward: the attention output, which the fused kernel's backward reads
/// after the projection's, and the logits, whose place their gradient takes.
Row Liveness::lastReader(SavedTensor tensor) const
{
    if (tensor == SavedTensor::ProjInput && m_fused)
        return Row::CoreAttention;
    if (tensor == SavedTensor::LossLogits)
        return Row::Head;
    return ownerOf(tensor, m_fused);
}

Lifetime Liveness::of(const SavedContent& saved) const
{
    const Row owner = ownerOf(saved.tensor, m_fused);
    Lifetime life;
    life.deathRow = lastReader(saved.tensor);
    const Phase made = saved.rebuilt ? Phase::Recompute : Phase::Forward;
    for (const DistributedTask& task : m_tasks.tasks) {
        const Invocation& invocation = task.invocation;
        if (!isLocal(task))
            continue;
        if (invocation.row == owner && invocation.phase == made && life.birth == TaskId{})
            life.birth = task.id;
        const bool ends = saved.tensor == SavedTensor::BlockInput ? invocation.phase == Phase::Recompute
                                                                  : isBackward(invocation.phase);
        if (invocation.row == life.deathRow && ends)
            life.death = task.id;
    }
    switch (saved.tensor) {
    case SavedTensor::AttnNormInput: life.aliases = {"attn_residual.input"}; break;
    case SavedTensor::BlockInput: life.aliases = {"attn_norm.input", "attn_residual.input"}; break;
    case SavedTensor::MlpNormInput: life.aliases = {"mlp_residual.input"}; break;
    case SavedTensor::ProjInput:
        if (m_fused && m_tasks.mapping.context.degree == 1)
            life.aliases = {"core_attention.output"};
        break;
    case SavedTensor::SoftmaxOutput:
        if (!m_tasks.workload.attentionDropout)
            life.aliases = {"probability_value.input"};
        break;
    case SavedTensor::LossLogits: life.aliases = {"head.output_gradient"}; break;
    default: break;
    }
    return life;
}

/// Unfused attention is judged once, when its first row in the backward runs.
Row Liveness::rowOf(Moment moment) const
{
    switch (moment) {
    case Moment::ForwardEnd: break;
    case Moment::LossForward:
    case Moment::LossBackward: return Row::Loss;
    case Moment::HeadBackward: return Row::Head;
    case Moment::FinalNormBackward: return Row::FinalNorm;
    case Moment::Fc2Backward: return Row::Fc2;
    case Moment::ActivationBackward: return Row::Activation;
    case Moment::Fc1Backward: return Row::Fc1;
    case Moment::MlpNormBackward: return Row::MlpNorm;
    case Moment::ProjBackward: return Row::Proj;
    case Moment::CoreAttentionBackward: return m_fused ? Row::CoreAttention : Row::ProbabilityValue;
    case Moment::QkvBackward: return Row::Qkv;
    case Moment::EmbeddingBackward: return Row::EmbeddingWord;
    }
    assert(false && "the end of a forward is no moment of a backward");
    return Row::Loss;
}

Moment Liveness::releaseOf(const SavedContent& saved) const
{
    const Unit unit = unitOf(saved.tensor);
    const Row death = lastReader(saved.tensor);
    std::optional<Moment> release;
    for (const Moment moment : m_moments)
        if (unitOf(moment) == unit && (!release || rowOf(moment) >= death))
            release = moment;
    assert(release && "every unit has a moment");
    return *release;
}

std::vector<TaskId> Liveness::tasksAt(Moment moment) const
{
    std::vector<TaskId> at;
    for (const DistributedTask& task : m_tasks.tasks) {
        const Invocation& invocation = task.invocation;
        const bool phase = moment == Moment::LossForward ? invocation.phase == Phase::Forward
                                                         : isBackward(invocation.phase);
        const bool row = moment == Moment::CoreAttentionBackward
            ? operationNameOf(invocation.row) == nameOf(Row::CoreAttention)
            : invocation.row == rowOf(moment);
        if (phase && row)
            at.push_back(task.id);
    }
    return at;
}

} // namespace planscope::whole
