#include "evaluation/whole/stage_peak.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <set>

namespace planscope::whole {
namespace {

std::int64_t lastChunk(const PortablePlanIR& plan)
{
    return static_cast<std::int64_t>(plan.program.shape.chunks.size()) - 1;
}

std::int64_t blocksOf(const PortablePlanIR& plan, std::int64_t chunk)
{
    return plan.program.shape.chunks[static_cast<std::size_t>(chunk)];
}

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

Bytes savedOf(const PortablePlanIR& plan, std::int64_t chunk)
{
    const std::int64_t p = plan.program.rule.stages;
    return plan.stages[static_cast<std::size_t>(chunk % p)].savedPerMicrobatch[static_cast<std::size_t>(chunk / p)];
}

/// Once each: a buffer of the shape is kept for ever.
WideInteger dummyWeightGradients(const PortablePlanIR& plan, std::int64_t stage)
{
    const bool blocks = hasBlocks(plan, stage), head = hasHead(plan, stage);
    std::set<LinearShape> shapes;
    for (const PlanParameter& parameter : plan.parameterTensors) {
        const Unit unit = unitOf(ownerOf(parameter.tensor));
        if (parameter.linear && ((unit == Unit::Block && blocks) || (unit == Unit::Head && head)))
            shapes.insert(*parameter.linear);
    }
    WideInteger bytes = 0;
    for (const LinearShape& shape : shapes)
        bytes += static_cast<WideInteger>(shape.outputs) * shape.inputs * bytesPerElement(plan.program.datatype);
    return bytes;
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

} // namespace

FrameworkBytes frameworkBytes(const PortablePlanIR& plan, std::int64_t stage, const FrameworkProfile& framework)
{
    const bool head = hasHead(plan, stage);
    FrameworkBytes bytes;
    bytes.gemmWorkspace = framework.gemmWorkspaceBytes;
    if (framework.dummyWeightGradients)
        bytes.dummyWeightGradients = dummyWeightGradients(plan, stage);
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
    std::array<WideInteger, countOf<SavedTensor>()> bytesOfTensor{};
    WideInteger embedding = 0, rebuilt = 0;
    for (const SavedBuffer& buffer : plan.saved) {
        bytesOfTensor[static_cast<std::size_t>(buffer.tensor)] = buffer.bytes.value();
        if (buffer.rebuilt)
            rebuilt += buffer.bytes.value();
        if (unitOf(buffer.tensor) == Unit::Embedding)
            embedding += buffer.bytes.value();
    }

    std::vector<JudgedMoment> walk;
    WideInteger kept = savedOf(plan, chunk).value();
    bool atBlock = false;
    for (const PlanMoment& moment : plan.moments) {
        if ((moment.unit == Unit::Head && chunk != lastChunk(plan))
            || (moment.unit == Unit::Block && blocksOf(plan, chunk) == 0)
            || (moment.unit == Unit::Embedding && chunk != 0))
            continue;
        if (moment.unit == Unit::Block && !atBlock) {
            atBlock = true;
            if (rebuilt > 0)
                kept += rebuilt - bytesOfTensor[static_cast<std::size_t>(SavedTensor::BlockInput)];
        } else if (moment.unit == Unit::Embedding) {
            kept = embedding;
        }
        walk.push_back({moment.moment, kept + moment.transient.value()});
        for (const SavedTensor released : moment.releases)
            kept -= bytesOfTensor[static_cast<std::size_t>(released)];
    }
    return walk;
}

WideInteger allocatedBytes(WideInteger bytes)
{
    constexpr WideInteger step = 512, mebibyte = 1 << 20, segment = 2 * mebibyte;
    const auto roundedUp = [](WideInteger size, WideInteger unit) { return (size + unit - 1) / unit * unit; };
    const WideInteger block = roundedUp(bytes, step);
    if (block < 10 * mebibyte)
        return block;
    const WideInteger whole = roundedUp(block, segment);
    return whole - block > mebibyte ? block : whole;
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

} // namespace planscope::whole
