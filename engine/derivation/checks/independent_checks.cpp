#include "derivation/checks/independent_checks.h"

#include "derivation/checks/memory_checks.h"
#include "derivation/checks/plan_checks.h"
#include "derivation/checks/structure_checks.h"
#include "derivation/checks/work_checks.h"

namespace planscope {

namespace {

class IndependentChecks final : public CheckpointObserver {
public:
    explicit IndependentChecks(const TransformerTraining& training) : m_training(training), m_forms(training) {}

    std::string_view name() const override { return "independent checks"; }

    std::vector<CheckOutcome> observe(const PassCheckpoint& checkpoint) const override
    {
        std::vector<CheckOutcome> outcomes;
        outcomes.reserve(48);
        switch (checkpoint.output->kind()) {
        case IrKind::Model: break;
        case IrKind::Distributed: observeTasks(checkpoint.output->as<DistributedTaskIR>(), outcomes); break;
        case IrKind::PortablePlan: observePlan(*checkpoint.input, *checkpoint.output, outcomes); break;
        }
        return outcomes;
    }

private:
    void observeTasks(const DistributedTaskIR& tasks, std::vector<CheckOutcome>& outcomes) const
    {
        checkStructure(tasks, m_training, m_forms, outcomes);
        checkWorkSums(tasks, m_forms, outcomes);
        checkWorkRelations(tasks, m_forms, outcomes);
        checkCollectives(tasks, m_forms, outcomes);
        checkMemoryRows(tasks, m_forms, outcomes);
    }
    void observePlan(const IrSnapshot& input, const IrSnapshot& output, std::vector<CheckOutcome>& outcomes) const
    {
        const auto& tasks = input.as<DistributedTaskIR>();
        const auto& plan = output.as<PortablePlanIR>();
        checkConservation(tasks, plan, outcomes);
        checkBuffers(tasks, plan, m_forms, outcomes);
        checkPlanMemory(tasks, plan, m_forms, outcomes);
        checkProgram(plan, m_training, outcomes);
        checkTargetFields(output.bytes(), outcomes);
    }

    TransformerTraining m_training;
    BlockClosedForms m_forms;
};

} // namespace

std::shared_ptr<const CheckpointObserver> independentChecks(const TransformerTraining& training)
{
    return std::make_shared<IndependentChecks>(training);
}

} // namespace planscope
