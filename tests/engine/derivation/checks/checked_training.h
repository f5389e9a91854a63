#pragma once

#include "derivation/checks/independent_checks.h"
#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/transformer/block_work.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace planscope {

using Outcomes = std::vector<CheckOutcome>;

inline std::set<std::string> failedCodes(const Outcomes& outcomes)
{
    std::set<std::string> codes;
    for (const CheckOutcome& outcome : outcomes)
        if (!outcome.passed)
            codes.insert(outcome.code);
    return codes;
}

/// One line a failed outcome; "" when all passed.
inline std::string failuresOf(const Outcomes& outcomes)
{
    std::string text;
    for (const CheckOutcome& outcome : outcomes)
        if (!outcome.passed)
            text += outcome.code + ", " + outcome.culprit + ": expected " + outcome.expected + ", got " + outcome.actual
                + "\n";
    return text;
}

/// Shows the independent checks of one training what a test makes of its work.
class CheckedTraining {
public:
    explicit CheckedTraining(const TransformerTraining& training)
        : m_training(training)
        , m_session(synthesisSessionFor(training))
        , m_model(std::make_shared<IrSnapshot>(AnyIr{buildTransformerModelIr(training.model())}))
        , m_checks(independentChecks(training))
    {
    }

    const TransformerTraining& training() const { return m_training; }
    BlockParameters parameters() const { return blockParametersOf(m_training); }
    BlockWork work() const { return deriveBlockWork(parameters()).value(); }

    DistributedTaskIR tasks(const BlockWork& work) const
    {
        return distributedTasksFor(work, m_model->as<ModelIR>(), m_model->digest(), m_session.strategy());
    }
    DistributedTaskIR tasks() const { return tasks(work()); }
    PortablePlanIR plan(const DistributedTaskIR& tasks, const BlockWork& work) const
    {
        return portablePlanFor(tasks, IrSnapshot{AnyIr{tasks}}.digest(), work.blockMemory, m_session.workload(),
                               m_session.strategy());
    }
    PortablePlanIR plan() const { return plan(tasks(), work()); }

    Outcomes observe(DistributedTaskIR output) const { return observe(m_model, freeze(std::move(output))); }
    Outcomes observe(DistributedTaskIR input, PortablePlanIR output) const
    {
        return observe(freeze(std::move(input)), freeze(std::move(output)));
    }

private:
    static SnapshotPtr freeze(AnyIr ir) { return std::make_shared<IrSnapshot>(std::move(ir)); }
    Outcomes observe(SnapshotPtr input, SnapshotPtr output) const
    {
        return m_checks->observe({std::move(input), std::move(output), &m_session, {}, {}});
    }

    TransformerTraining m_training;
    SynthesisSession m_session;
    SnapshotPtr m_model;
    std::shared_ptr<const CheckpointObserver> m_checks;
};

} // namespace planscope
