#include "derivation/whole/checks/independent_checks.h"

#include "derivation/checks/plan_checks.h"
#include "derivation/whole/checks/model_checks.h"

namespace planscope::whole {
namespace {

class IndependentChecks final : public CheckpointObserver {
public:
    explicit IndependentChecks(const Training& training)
        : m_forms(training)
    {
    }

    std::string_view name() const override { return "independent checks"; }

    std::vector<CheckOutcome> observe(const PassCheckpoint& checkpoint) const override
    {
        std::vector<CheckOutcome> outcomes;
        outcomes.reserve(16);
        switch (checkpoint.output->kind()) {
        case IrKind::Model: break;
        case IrKind::Distributed: {
            const auto& tasks = checkpoint.output->as<DistributedTaskIR>();
            checkWork(tasks, m_forms, outcomes);
            checkMemory(tasks, m_forms, outcomes);
            checkPrograms(tasks, m_forms, outcomes);
            break;
        }
        case IrKind::PortablePlan:
            checkPlan(checkpoint.input->as<DistributedTaskIR>(), checkpoint.output->as<PortablePlanIR>(), outcomes);
            checkTargetFields(checkpoint.output->bytes(), outcomes);
            break;
        }
        return outcomes;
    }

private:
    ModelClosedForms m_forms;
};

} // namespace

std::shared_ptr<const CheckpointObserver> independentChecks(const Training& training)
{
    return std::make_shared<IndependentChecks>(training);
}

} // namespace planscope::whole
