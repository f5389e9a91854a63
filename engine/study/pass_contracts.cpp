#include "study/pass_contracts.h"

#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/whole/passes/distribute_pass.h"
#include "derivation/whole/passes/plan_pass.h"

namespace planscope {

const PassContract* contractFor(const IrSchema& output)
{
    static const DistributeTransformerTrainingPass distribute;
    static const PlanTransformerTrainingPass plan;
    static const whole::DistributePass distributeWhole;
    static const whole::PlanPass planWhole;
    for (const Pass* const pass : std::initializer_list<const Pass*>{&distribute, &plan, &distributeWhole, &planWhole})
        if (pass->contract().outputSchema == output)
            return &pass->contract();
    return nullptr;
}

} // namespace planscope
