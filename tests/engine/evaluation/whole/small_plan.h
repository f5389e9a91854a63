#pragma once

#include "engine/evaluation/estimate/small_system.h"

#include "evaluation/whole/estimate.h"

namespace planscope::whole::test {

inline PlanTask task(Row row, Phase phase, Engine engine, std::int64_t operations)
{
    PlanTask made;
    made.invocation = {row, phase, engine, {}, {}, {}, {}};
    made.facts.operations = Operations{operations};
    return made;
}

inline SavedBuffer saved(SavedTensor tensor, std::int64_t bytes, bool rebuilt = false)
{
    SavedBuffer buffer;
    buffer.tensor = tensor;
    buffer.bytes = Bytes{bytes};
    buffer.rebuilt = rebuilt;
    return buffer;
}

/// A plan of round numbers: a block takes 1 s forward and 2 s backward at the peak of the small system and keeps 100
/// bytes; while fc2 runs backward there are 10 bytes more. The hidden state has 8 bytes. Weights, gradients, optimizer:
/// 1000, 2000, 3000 bytes. No messages but those between stages.
inline PortablePlanIR smallPlan(ProgramRule rule, std::vector<std::int64_t> chunks)
{
    PortablePlanIR plan;
    plan.program.tensorDegree = plan.program.contextDegree = plan.program.dataDegree = 1;
    plan.program.globalBatchSize = rule.microbatches;
    plan.program.sequenceLength = 16;
    plan.program.shape = {rule.stages, rule.microbatches, chunks, 32};
    plan.program.rule = rule;
    plan.sizes.tokens = 16;
    plan.sizes.hidden = plan.sizes.hiddenShard = Bytes{8};
    plan.tasks = {task(Row::Fc2, Phase::Forward, Engine::Matrix, 1000),
                  task(Row::Fc2, Phase::ActivationGradient, Engine::Matrix, 1500),
                  task(Row::Fc2, Phase::WeightGradient, Engine::Matrix, 500)};
    plan.saved = {saved(SavedTensor::Fc2Input, 100)};
    plan.moments = {{Moment::Fc2Backward, Unit::Block, Bytes{10}, {SavedTensor::Fc2Input}}};
    for (std::int64_t r = 0; r < rule.stages; ++r) {
        PlanStage stage;
        for (const auto& [kind, bytes] : {std::pair{PersistentKind::Weights, 1000}, {PersistentKind::Gradients, 2000},
                                          {PersistentKind::Optimizer, 3000}}) {
            PersistentBuffer buffer;
            buffer.kind = kind;
            buffer.bytes = Bytes{bytes};
            stage.persistent.push_back(buffer);
        }
        for (std::size_t j = static_cast<std::size_t>(r); j < chunks.size(); j += static_cast<std::size_t>(rule.stages))
            stage.savedPerMicrobatch.push_back(Bytes{100 * chunks[j]});
        stage.inFlight = rule.inFlight(r);
        plan.stages.push_back(std::move(stage));
    }
    return plan;
}

inline ProgramRule pipeline(std::int64_t stages, std::int64_t microbatches)
{
    return {stages > 1 ? ScheduleKind::OneForwardOneBackward : ScheduleKind::SingleStage, stages, 1, 1, microbatches};
}

inline SystemProfile system()
{
    return planscope::test::smallSystem();
}

inline Estimate estimated(const PortablePlanIR& plan, const FrameworkProfile& framework = {},
                          const NetworkTierBinding& tiers = {0, 1, 1})
{
    auto estimate = whole::estimate(plan, system(), tiers, framework);
    EXPECT_TRUE(estimate);
    return std::move(*estimate);
}

} // namespace planscope::whole::test
