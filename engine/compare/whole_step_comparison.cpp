#include "compare/whole_step_comparison.h"

#include "evaluation/whole/step_time.h"

#include <array>
#include <map>

namespace planscope::whole {
namespace {

/// All that is told of a part of the step, its seconds by EstimateMode.
struct StepPart {
    std::optional<CollectiveKind> collective; ///< none: the optimizer
    WorkloadFacts facts;
    std::optional<std::array<double, countOf<EstimateMode>()>> seconds;

    friend bool operator==(const StepPart&, const StepPart&) = default;
};

constexpr std::size_t optimizerPlace = countOf<StepMessageKind>();

std::string nameOfPlace(std::size_t place)
{
    return "step."
        + std::string{place == optimizerPlace ? "optimizer" : nameOf(static_cast<StepMessageKind>(place))};
}

std::map<std::size_t, StepPart> stepOf(const CandidateResult& result)
{
    std::map<std::size_t, StepPart> parts; ///< by place
    if (!result.derivation || !result.derivation->complete())
        return parts;
    const auto* const modes = result.estimate && result.estimate->modes ? &*result.estimate->modes : nullptr;
    const std::size_t last =
        modes ? (*modes)[static_cast<std::size_t>(EstimateMode::SystemEvidence)].time.lastStage : 0;
    const auto secondsOf = [modes, last](double StageTime::* figure) {
        std::optional<std::array<double, countOf<EstimateMode>()>> seconds;
        if (modes)
            for (std::size_t mode = 0; mode < modes->size(); ++mode)
                (seconds ? *seconds : seconds.emplace())[mode] = (*modes)[mode].time.stages[last].*figure;
        return seconds;
    };
    const PlanStage& stage = result.derivation->plan().stages[last];
    for (const StepMessage& message : stage.step) {
        StepPart& part = parts[static_cast<std::size_t>(message.what)];
        part = {message.kind, {}, secondsOf(figureOf(message.what))};
        part.facts.message = message.bytes;
    }
    parts[optimizerPlace] = {std::nullopt, stage.optimizer, secondsOf(&StageTime::optimizer)};
    return parts;
}

} // namespace

std::vector<ComparedStepPart> compareSteps(const CandidateResult& a, const CandidateResult& b)
{
    const std::map<std::size_t, StepPart> ofA = stepOf(a);
    const std::map<std::size_t, StepPart> ofB = stepOf(b);
    std::vector<ComparedStepPart> compared;
    for (std::size_t place = 0; place <= optimizerPlace; ++place) {
        const auto inA = ofA.find(place);
        const auto inB = ofB.find(place);
        const bool hasA = inA != ofA.end();
        const bool hasB = inB != ofB.end();
        if (hasA || hasB)
            compared.push_back({nameOfPlace(place),
                                !hasA                          ? Change::Added
                                    : !hasB                    ? Change::Removed
                                    : inA->second == inB->second ? Change::Same
                                                               : Change::Changed});
    }
    return compared;
}

} // namespace planscope::whole
