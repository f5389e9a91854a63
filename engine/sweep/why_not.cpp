#include "sweep/why_not.h"

#include "base/exact_digits.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/session/synthesis_session.h"
#include "derivation/transformer/block_work.h"
#include "sweep/point_evaluator.h"

#include <algorithm>

namespace planscope::sweep {
namespace {

std::string written(double value)
{
    return exactDigits(value);
}

Diagnostic beyondBound(Filter filter, Objective objective, double value, double bound)
{
    const std::string_view limit = filter == Filter::AtMost ? "at_most" : "at_least";
    const std::string name{nameOf(objective)};
    return {Severity::Error,
            Origin::Evaluation,
            std::string{nameOf(filter)},
            "constraints." + std::string{limit} + "." + name,
            name + " is " + written(value) + ", and the space wants "
                + (filter == Filter::AtMost ? "at most " : "at least ") + written(bound),
            written(value),
            {}};
}

Diagnostics beyondBounds(const Constraints& constraints, const Figures& figures)
{
    Diagnostics faults;
    for (std::size_t k = 0; k < countOf<Objective>(); ++k) {
        const auto objective = static_cast<Objective>(k);
        const double value = valueOf(objective, figures);
        if (constraints.atMost[k] && value > *constraints.atMost[k])
            faults.push_back(beyondBound(Filter::AtMost, objective, value, *constraints.atMost[k]));
        if (constraints.atLeast[k] && value < *constraints.atLeast[k])
            faults.push_back(beyondBound(Filter::AtLeast, objective, value, *constraints.atLeast[k]));
    }
    return faults;
}

/// What the evaluation of a mapping has to say in words, beside the space's bounds.
Diagnostics evaluationFaults(const MappingSpace& space, const TransformerTraining& training,
                             const NetworkTierBinding& tiers)
{
    const auto work = deriveBlockWork(blockParametersOf(training));
    if (!work)
        return work.error();
    const PlanProgram program = planProgramFor(training.model().hiddenSize, training.model().sequenceLength,
                                               bindWorkload(training), bindStrategy(training));
    auto whole = estimate(EstimateInput{&program, &work->blockMemory, work->invocations}, *space.system, tiers);
    Diagnostics faults = whole ? std::move(whole->diagnostics) : std::move(whole.error());
    if (!space.constraints.withinCapacity)
        faults.erase(std::remove_if(faults.begin(), faults.end(),
                                    [](const Diagnostic& fault) { return fault.code == nameOf(Filter::OverCapacity); }),
                     faults.end());
    return faults;
}

} // namespace

WhyNot whyNot(const PointSpace& space, const Point& point, const ParetoFront& front)
{
    const MappingSpace& stated = space.statement();
    WhyNot why;
    why.index = space.indexOf(point);
    why.refusals = space.refusals(point);
    const auto training = TransformerTraining::create(
        stated.model, {stated.globalBatchSize, point.microbatchSize, stated.datatype}, point.mapping);
    if (!training) {
        for (const Diagnostic& fault : training.error())
            if (std::find(why.refusals.begin(), why.refusals.end(), fault) == why.refusals.end())
                why.refusals.push_back(fault);
        return why;
    }
    append(why.refusals, evaluationFaults(stated, *training, point.tiers));
    PointEvaluator evaluator{stated, std::make_shared<SystemModel>(*stated.system, stated.datatype)};
    const Evaluation evaluation = evaluator.evaluate(point);
    if (evaluation.filter && *evaluation.filter < Filter::OverCapacity)
        return why;
    why.figures = evaluation.figures;
    append(why.refusals, beyondBounds(stated.constraints, evaluation.figures));
    if (why.refusals.empty() && why.index)
        why.dominator = front.dominatorOf({*why.index, evaluation.figures});
    return why;
}

} // namespace planscope::sweep
