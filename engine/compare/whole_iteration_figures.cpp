#include "compare/whole_iteration_figures.h"

namespace planscope::whole {

Number runsOf(const PortablePlanIR& plan, Unit unit, std::size_t stage)
{
    const ProgramRule& rule = plan.program.rule;
    const auto stages = static_cast<std::size_t>(rule.stages);
    const Number microbatches = Number::integer(rule.microbatches);
    if (unit == Unit::Embedding)
        return stage == 0 ? microbatches : Number{};
    if (unit == Unit::Head)
        return stage + 1 == stages ? microbatches : Number{};
    Number blocks;
    for (std::size_t chunk = stage; chunk < plan.program.shape.chunks.size(); chunk += stages)
        blocks = blocks + Number::integer(plan.program.shape.chunks[chunk]);
    return microbatches * blocks;
}

StepOperations stepOperations(const PortablePlanIR& plan, std::size_t stage)
{
    StepOperations operations;
    for (std::size_t unit = 0; unit < countOf<Unit>(); ++unit) {
        const Number runs = runsOf(plan, static_cast<Unit>(unit), stage);
        const TaskRange range = tasksOf(plan, static_cast<Unit>(unit));
        for (std::size_t k = range.first; k < range.first + range.count; ++k) {
            Number& sum = operations.phases[static_cast<std::size_t>(plan.tasks[k].invocation.phase)];
            sum = sum + runs * Number::integer(plan.tasks[k].facts.operations.value());
        }
    }
    operations.optimizer = Number::integer(plan.stages[stage].optimizer.operations.value());
    operations.total = operations.optimizer;
    for (const Number& phase : operations.phases)
        operations.total = operations.total + phase;
    return operations;
}

std::size_t busiestStage(const PortablePlanIR& plan)
{
    std::size_t busiest = 0;
    double most = -1;
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        const double operations = stepOperations(plan, stage).total.toDouble();
        if (operations > most) {
            most = operations;
            busiest = stage;
        }
    }
    return busiest;
}

} // namespace planscope::whole
