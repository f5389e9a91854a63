#include "evaluation/whole/stage_peak.h"

#include "evaluation/whole/peak_algebra.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>

namespace planscope::whole {
namespace {

bool hasHead(const PortablePlanIR& plan, std::int64_t stage)
{
    return stage == plan.program.rule.stages - 1;
}

bool hasBlocks(const PortablePlanIR& plan, std::int64_t stage)
{
    for (std::int64_t chunk = stage; chunk <= lastChunk(plan); chunk += plan.program.rule.stages)
        if (blocksOf(plan, chunk) > 0)
            return true;
    return false;
}

/// The largest of a walk, the first of equal ones; nothing of a walk without moments.
std::optional<JudgedMoment> largestOf(const std::vector<JudgedMoment>& walk)
{
    const auto largest = std::max_element(
        walk.begin(), walk.end(), [](const JudgedMoment& a, const JudgedMoment& b) { return a.bytes < b.bytes; });
    return largest == walk.end() ? std::nullopt : std::optional{*largest};
}

/// A candidate for the peak: what changes from step to step.
struct Situation {
    Moment moment = Moment::ForwardEnd;
    ProgramStep step;
    WideInteger others = 0;   ///< saved by the other live chunk-microbatches
    WideInteger own = 0;      ///< this one, with its transients
    WideInteger previous = 0; ///< the input gradient of the backward before

    WideInteger bytes() const { return others + own + previous; }
    /// Of equal ones the moment that comes first in a walk, a forward's end before all.
    bool exceeds(const Situation& other) const
    {
        return bytes() != other.bytes() ? bytes() > other.bytes() : moment < other.moment;
    }
};

/// Executes the program of a stage.
Situation largestSituation(const PortablePlanIR& plan, std::int64_t stage)
{
    const ProgramRule& rule = plan.program.rule;
    const auto p = rule.stages;
    std::vector<WideInteger> saved;
    std::vector<std::optional<JudgedMoment>> backward;
    for (std::int64_t chunk = stage; chunk <= lastChunk(plan); chunk += p) {
        saved.push_back(savedOf(plan, chunk).value());
        backward.push_back(largestOf(backwardWalk(plan, chunk)));
    }
    const bool keepsPrevious = stage > 0 && rule.kind == ScheduleKind::OneForwardOneBackward;

    Situation largest, now;
    bool isFirst = true;
    WideInteger live = 0;
    for (std::int64_t position = 0; position < rule.steps(); ++position) {
        now.step = rule.step(stage, position);
        const auto local = static_cast<std::size_t>(now.step.chunk / p);
        const bool isForward = now.step.direction == Direction::Forward;
        now.others = isForward ? live : live - saved[local];
        if (isForward || backward[local]) {
            now.moment = isForward ? Moment::ForwardEnd : backward[local]->moment;
            now.own = isForward ? saved[local] : backward[local]->bytes;
            if (isFirst || now.exceeds(largest))
                largest = now;
            isFirst = false;
        }
        live = isForward ? live + saved[local] : now.others;
        if (!isForward && keepsPrevious)
            now.previous = plan.sizes.hiddenShard.value();
    }
    assert(live == 0 && "each forward has its backward");
    return largest;
}

Diagnostic overflow(std::int64_t stage, WideInteger bytes)
{
    std::string digits = decimalDigits(bytes);
    return {Severity::Error,
            Origin::Evaluation,
            "integer.overflow",
            "stages[" + std::to_string(stage) + "].peak.bytes",
            "stage " + std::to_string(stage) + " would hold " + digits
                + " bytes, more than 2^63 − 1 = 9223372036854775807",
            std::move(digits),
            {}};
}

/// The bytes of a plan's tensors, as walkBackward() asks for them.
class KeptBytes {
public:
    explicit KeptBytes(const PortablePlanIR& plan)
        : m_plan(plan)
    {
        for (const SavedBuffer& buffer : plan.saved) {
            m_ofTensor[static_cast<std::size_t>(buffer.tensor)] = buffer.bytes.value();
            if (buffer.rebuilt)
                m_rebuilt += buffer.bytes.value();
            if (unitOf(buffer.tensor) == Unit::Embedding)
                m_embedding += buffer.bytes.value();
        }
    }

    WideInteger saved(std::int64_t chunk) const { return savedOf(m_plan, chunk).value(); }
    WideInteger tensor(SavedTensor tensor) const { return m_ofTensor[static_cast<std::size_t>(tensor)]; }
    WideInteger rebuilt() const { return m_rebuilt; }
    WideInteger embedding() const { return m_embedding; }
    WideInteger transient(const PlanMoment& moment) const { return moment.transient.value(); }

private:
    const PortablePlanIR& m_plan;
    std::array<WideInteger, countOf<SavedTensor>()> m_ofTensor{};
    WideInteger m_rebuilt = 0, m_embedding = 0;
};

} // namespace

std::vector<PlanParameter> dummyWeightGradients(const PortablePlanIR& plan, std::int64_t stage)
{
    const bool blocks = hasBlocks(plan, stage), head = hasHead(plan, stage);
    std::set<LinearShape> shapes;
    std::vector<PlanParameter> first;
    for (const PlanParameter& parameter : plan.parameterTensors) {
        const Unit unit = unitOf(ownerOf(parameter.tensor));
        if (parameter.linear && ((unit == Unit::Block && blocks) || (unit == Unit::Head && head))
            && shapes.insert(*parameter.linear).second)
            first.push_back(parameter);
    }
    return first;
}

FrameworkBytes frameworkBytes(const PortablePlanIR& plan, std::int64_t stage, const FrameworkProfile& framework)
{
    const bool head = hasHead(plan, stage);
    FrameworkBytes bytes;
    bytes.gemmWorkspace = framework.gemmWorkspaceBytes;
    if (framework.dummyWeightGradients)
        for (const PlanParameter& parameter : dummyWeightGradients(plan, stage))
            bytes.dummyWeightGradients += static_cast<WideInteger>(parameter.linear->outputs)
                * parameter.linear->inputs * bytesPerElement(plan.program.datatype);
    if (!head)
        return bytes;
    bytes.blasWorkspace = framework.blasWorkspaceBytes;
    if (framework.headGatherBuffer && plan.program.sequenceParallel)
        bytes.gatherBuffer = plan.sizes.hidden.value();
    if (framework.lossMask)
        bytes.lossMask = static_cast<WideInteger>(plan.sizes.tokens) * bytesOf(ElementType::Float32);
    return bytes;
}

std::vector<JudgedMoment> backwardWalk(const PortablePlanIR& plan, std::int64_t chunk)
{
    KeptBytes bytes{plan};
    std::vector<JudgedMoment> walk;
    walkBackward(plan, chunk, bytes, [&walk](const PlanMoment& moment, WideInteger kept, WideInteger transient) {
        walk.push_back({moment.moment, kept + transient});
    });
    return walk;
}

WideInteger allocatedBytes(WideInteger bytes)
{
    return allocated<WideInteger>(bytes, [](std::int64_t value) { return WideInteger{value}; });
}

Result<StagePeak> stagePeak(const PortablePlanIR& plan, std::int64_t stage, const FrameworkProfile& framework)
{
    const PlanStage& held = plan.stages[static_cast<std::size_t>(stage)];
    const FrameworkBytes software = frameworkBytes(plan, stage, framework);
    const Situation situation = largestSituation(plan, stage);
    const WideInteger logits = plan.sizes.logits.value();
    const bool rounds = framework.roundLogits && situation.moment == Moment::HeadBackward;

    const std::array<WideInteger, countOf<PeakPart>()> parts{held.bytesOf(PersistentKind::Weights).value(),
                                                             held.bytesOf(PersistentKind::Gradients).value(),
                                                             held.bytesOf(PersistentKind::Optimizer).value(),
                                                             held.bytesOf(PersistentKind::RopeTable).value(),
                                                             software.gemmWorkspace,
                                                             software.blasWorkspace,
                                                             software.dummyWeightGradients,
                                                             software.gatherBuffer,
                                                             software.lossMask,
                                                             situation.previous,
                                                             rounds ? allocatedBytes(logits) - logits : 0,
                                                             situation.others,
                                                             situation.own};
    WideInteger sum = 0;
    for (const WideInteger part : parts)
        sum += part;
    if (sum > std::numeric_limits<std::int64_t>::max())
        return refuse(overflow(stage, sum));
    StagePeak peak;
    peak.bytes = Bytes{static_cast<std::int64_t>(sum)};
    peak.moment = situation.moment;
    peak.step = situation.step;
    for (std::size_t k = 0; k < parts.size(); ++k)
        peak.parts[k] = Bytes{static_cast<std::int64_t>(parts[k])};
    return peak;
}

std::size_t fullestStage(const std::vector<StagePeak>& peaks)
{
    const auto fullest = std::max_element(peaks.begin(), peaks.end(),
                                          [](const StagePeak& a, const StagePeak& b) { return a.bytes < b.bytes; });
    return static_cast<std::size_t>(fullest - peaks.begin());
}

} // namespace planscope::whole
