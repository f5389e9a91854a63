#include "evaluation/whole/peak_explanation.h"

#include "base/symbolic_arithmetic.h"
#include "evaluation/whole/peak_algebra.h"
#include "evaluation/whole/stage_peak.h"

#include <cmath>
#include <map>

namespace planscope::whole {
namespace {

using Arithmetic = SymbolicArithmetic<std::int64_t>;

constexpr std::string_view frameworkSource = "stated by the framework profile";
constexpr std::string_view heldSource = "held from the first step to the last";
constexpr std::string_view capacitySource = "stated by the system profile";
constexpr std::string_view scheduleSource =
    "Megatron-LM core_r0.14.0, schedules.py: the input gradient of a backward lives until the next one returns";
constexpr std::string_view allocatorSource =
    "PyTorch's caching allocator: sizes of 512 bytes, from 10 MiB segments of 2 MiB unless more than 1 MiB would be "
    "left";
constexpr std::string_view dummySource =
    "Transformer Engine, get_dummy_wgrad: a buffer for each distinct shape of a linear weight, kept for ever";

std::string stageSubject(std::size_t stage, std::string_view what)
{
    return "stages." + std::to_string(stage) + '.' + std::string{what};
}
std::string partSubject(std::size_t stage, PeakPart part)
{
    return stageSubject(stage, "peak.parts." + std::string{nameOf(part)});
}

/// What walkBackward() asks for, as symbols.
class KeptSymbols {
public:
    KeptSymbols(Arithmetic& arithmetic, const PortablePlanIR& plan) : m_arithmetic(arithmetic), m_plan(plan) {}

    Expression saved(std::int64_t chunk) const
    {
        const std::string number = std::to_string(chunk);
        return m_arithmetic.explained("S" + number, "kept of a microbatch in chunk " + number + ", bytes",
                                      savedOf(m_plan, chunk).value(),
                                      stageSubject(static_cast<std::size_t>(chunk % m_plan.program.rule.stages),
                                                   "saved_per_microbatch." + number));
    }
    Expression tensor(SavedTensor tensor) const
    {
        for (const SavedBuffer& buffer : m_plan.saved)
            if (buffer.tensor == tensor)
                return symbol(buffer);
        return {};
    }
    Expression rebuilt() const
    {
        return sumOf([](const SavedBuffer& buffer) { return buffer.rebuilt; });
    }
    Expression embedding() const
    {
        return sumOf([](const SavedBuffer& buffer) { return unitOf(buffer.tensor) == Unit::Embedding; });
    }
    Expression transient(const PlanMoment& moment) const
    {
        Expression sum;
        for (const TransientBuffer& buffer : m_plan.transients)
            if (buffer.moment == moment.moment)
                sum = sum
                    + m_arithmetic.explained(nameOf(buffer.term), "while the moment lasts, bytes", buffer.bytes.value(),
                                             "transient." + buffer.name);
        return sum;
    }

private:
    template <class Counts>
    Expression sumOf(Counts&& counts) const
    {
        Expression sum;
        for (const SavedBuffer& buffer : m_plan.saved)
            if (counts(buffer))
                sum = sum + symbol(buffer);
        return sum;
    }
    Expression symbol(const SavedBuffer& buffer) const
    {
        const std::string name{nameOf(buffer.tensor)};
        return m_arithmetic.explained(name, "tensor kept of a microbatch, bytes", buffer.bytes.value(),
                                      "saved." + name);
    }

    Arithmetic& m_arithmetic;
    const PortablePlanIR& m_plan;
};

std::string_view sourceOf(PeakPart part)
{
    switch (part) {
    case PeakPart::Weights:
    case PeakPart::Gradients:
    case PeakPart::Optimizer:
    case PeakPart::RopeTable: return heldSource;
    case PeakPart::DummyWeightGradients: return dummySource;
    case PeakPart::GemmWorkspace:
    case PeakPart::BlasWorkspace:
    case PeakPart::GatherBuffer:
    case PeakPart::LossMask: return frameworkSource;
    case PeakPart::PreviousInputGradient: return scheduleSource;
    case PeakPart::AllocatorRounding: return allocatorSource;
    case PeakPart::SavedOtherMicrobatches:
    case PeakPart::ThisMicrobatchAndTransients: return {};
    }
    return {};
}

} // namespace

PeakExplanation::PeakExplanation(const PortablePlanIR& plan, const FrameworkProfile& framework,
                                 const SystemProfile& profile, const Estimate& estimate)
    : m_plan(plan), m_framework(framework), m_profile(profile), m_estimate(estimate)
{
}

/// "fc1.backward of microbatch 3 in chunk 7".
std::string PeakExplanation::situationOf(std::size_t stage) const
{
    const StagePeak& peak = m_estimate.peaks[stage];
    return std::string{nameOf(peak.moment)} + " of microbatch " + std::to_string(peak.step.microbatch) + " in chunk "
        + std::to_string(peak.step.chunk);
}

std::vector<Explanation> PeakExplanation::memory() const
{
    SymbolicArithmetic<double> reals;
    Arithmetic arithmetic;
    std::vector<Explanation> explanations;
    std::size_t largest = 0;
    while (m_estimate.peaks[largest].bytes != m_estimate.peak)
        ++largest;
    const std::string subject = stageSubject(largest, "peak.bytes");
    ExplanationBuilder<std::int64_t> peak{"memory.peak",
                                          "the largest of the stages' peaks: stage " + std::to_string(largest)};
    peak.add("bytes", "bytes", arithmetic.explained("peak", "of the stage, bytes", m_estimate.peak.value(), subject));
    explanations.push_back(std::move(peak).take());
    ExplanationBuilder<double> share{"memory.peak.share", "of what a rank has"};
    share.add("share_of_capacity", "",
              reals.explained("peak", "of the stage, bytes", static_cast<double>(m_estimate.peak.value()), subject)
                  / reals.explained("capacity", "memory of a rank, bytes", m_estimate.capacity, "memory.capacity"));
    explanations.push_back(std::move(share).take());
    ExplanationBuilder<double> capacity{"memory.capacity", capacitySource};
    capacity.add("bytes", "bytes",
                 std::isfinite(m_profile.capacityBytes())
                     ? reals.given("capacity_gib", "memory of a rank, GiB", m_profile.capacityGib)
                         * reals.literal(1073741824.0)
                     : reals.literal(m_estimate.capacity)); // no limit
    explanations.push_back(std::move(capacity).take());
    return explanations;
}

std::vector<Explanation> PeakExplanation::stage(std::size_t stage) const
{
    const StagePeak& peak = m_estimate.peaks[stage];
    Arithmetic arithmetic;
    std::vector<Explanation> parts;
    Expression sum;
    for (std::size_t k = 0; k < peak.parts.size(); ++k) {
        if (peak.parts[k] == Bytes{})
            continue;
        const auto what = static_cast<PeakPart>(k);
        const std::string subject = partSubject(stage, what);
        sum = sum
            + arithmetic.explained(nameOf(what), "part of the peak, bytes", peak.parts[k].value(), subject);
        const std::string_view source = sourceOf(what);
        ExplanationBuilder<std::int64_t> builder{subject,
                                                 source.empty() ? "at " + situationOf(stage) : std::string{source}};
        builder.add("bytes", "bytes", part(what, stage));
        parts.push_back(std::move(builder).take());
    }
    ExplanationBuilder<std::int64_t> total{
        stageSubject(stage, "peak.bytes"),
        "the most of all moments of the stage's program, executed: at " + situationOf(stage)};
    total.add("bytes", "bytes", sum);
    std::vector<Explanation> explanations{std::move(total).take()};
    std::move(parts.begin(), parts.end(), std::back_inserter(explanations));

    SymbolicArithmetic<double> reals;
    ExplanationBuilder<double> share{stageSubject(stage, "peak.share"), "of what a rank has"};
    share.add("share_of_capacity", "",
              reals.explained("peak", "of the stage, bytes", static_cast<double>(peak.bytes.value()),
                              stageSubject(stage, "peak.bytes"))
                  / reals.explained("capacity", "memory of a rank, bytes", m_estimate.capacity, "memory.capacity"));
    explanations.push_back(std::move(share).take());
    return explanations;
}

/// Requires: the part is not nothing.
Expression PeakExplanation::part(PeakPart part, std::size_t stage) const
{
    Arithmetic arithmetic;
    const auto number = [&arithmetic](std::int64_t value) { return arithmetic.literal(value); };
    const auto ofStage = [&](PersistentKind kind, const char* meaning) {
        return arithmetic.explained(nameOf(kind), meaning, m_plan.stages[stage].bytesOf(kind).value(),
                                    stageSubject(stage, nameOf(kind)));
    };
    const auto ofMicrobatch = [&](const char* name, const char* meaning, Bytes bytes) {
        return arithmetic.explained(name, meaning, bytes.value(), "microbatch");
    };
    switch (part) {
    case PeakPart::Weights: return ofStage(PersistentKind::Weights, "weights of a rank, bytes");
    case PeakPart::Gradients: return ofStage(PersistentKind::Gradients, "main gradients of a rank, bytes");
    case PeakPart::Optimizer: return ofStage(PersistentKind::Optimizer, "optimizer state of a rank, bytes");
    case PeakPart::RopeTable: return ofStage(PersistentKind::RopeTable, "table of rotary positions, bytes");
    case PeakPart::GemmWorkspace:
        return arithmetic.given("gemm_workspace_bytes", "on every rank", m_framework.gemmWorkspaceBytes);
    case PeakPart::BlasWorkspace:
        return arithmetic.given("blas_workspace_bytes", "on the ranks with the head", m_framework.blasWorkspaceBytes);
    case PeakPart::DummyWeightGradients: {
        Expression elements;
        for (const PlanParameter& parameter : dummyWeightGradients(m_plan, static_cast<std::int64_t>(stage))) {
            const std::string name{nameOf(parameter.tensor)};
            elements = elements
                + arithmetic.explained(name, "elements on a rank", parameter.elements.value(), "weights." + name);
        }
        return arithmetic.given("w", "bytes of an element", bytesPerElement(m_plan.program.datatype)) * elements;
    }
    case PeakPart::GatherBuffer: return ofMicrobatch("hidden", "full hidden state, bytes", m_plan.sizes.hidden);
    case PeakPart::LossMask:
        return number(bytesOf(ElementType::Float32))
            * arithmetic.explained("T", "tokens of a microbatch on this rank", m_plan.sizes.tokens, "microbatch");
    case PeakPart::PreviousInputGradient:
        return ofMicrobatch("hidden_shard", "this rank's hidden state, bytes", m_plan.sizes.hiddenShard);
    case PeakPart::AllocatorRounding: {
        const Expression logits = ofMicrobatch("logits", "logits of this rank, bytes", m_plan.sizes.logits);
        return allocated(logits, number) - logits;
    }
    case PeakPart::SavedOtherMicrobatches: return otherMicrobatches(stage);
    case PeakPart::ThisMicrobatchAndTransients: return thisMicrobatch(stage);
    }
    return {};
}

/// Counts what is alive in the stage's program when it comes to the peak's step.
Expression PeakExplanation::otherMicrobatches(std::size_t stage) const
{
    const ProgramRule& rule = m_plan.program.rule;
    const ProgramStep& peak = m_estimate.peaks[stage].step;
    std::map<std::int64_t, std::int64_t> alive; // by chunk
    for (std::int64_t position = 0, end = rule.position(peak); position < end; ++position) {
        const ProgramStep step = rule.step(static_cast<std::int64_t>(stage), position);
        alive[step.chunk] += step.direction == Direction::Forward ? 1 : -1;
    }
    if (peak.direction == Direction::Backward)
        --alive[peak.chunk];
    Arithmetic arithmetic;
    const KeptSymbols kept{arithmetic, m_plan};
    Expression sum;
    for (const auto& [chunk, count] : alive)
        sum = sum + arithmetic.literal(count) * kept.saved(chunk);
    return sum;
}

Expression PeakExplanation::thisMicrobatch(std::size_t stage) const
{
    const StagePeak& peak = m_estimate.peaks[stage];
    Arithmetic arithmetic;
    KeptSymbols symbols{arithmetic, m_plan};
    if (peak.moment == Moment::ForwardEnd)
        return symbols.saved(peak.step.chunk);
    Expression found;
    walkBackward(m_plan, peak.step.chunk, symbols,
                 [&](const PlanMoment& moment, const Expression& kept, const Expression& transient) {
                     if (moment.moment == peak.moment)
                         found = kept + transient;
                 });
    return found;
}

} // namespace planscope::whole
