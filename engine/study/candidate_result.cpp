#include "study/candidate_result.h"

#include "derivation/checks/independent_checks.h"
#include "derivation/model/build_transformer_model_ir.h"
#include "derivation/passes/distribute_transformer_training_pass.h"
#include "derivation/passes/plan_transformer_training_pass.h"
#include "derivation/transformer/block_work.h"

#include <cassert>

namespace planscope {
namespace {

/// Integers that leave 64 bits refuse a case before anything is derived: the block's, then the first stage's.
Diagnostics findOverflow(const TransformerTraining& training, const SynthesisSession& session)
{
    const auto work = deriveBlockWork(blockParametersOf(training));
    if (!work)
        return work.error();
    const PlanProgram program = planProgramFor(training.model().hiddenSize, training.model().sequenceLength,
                                               session.workload(), session.strategy());
    const auto memory = iterationMemory(program, work->blockMemory);
    return memory ? Diagnostics{} : memory.error();
}

} // namespace

const PortablePlanIR& Derivation::plan() const
{
    assert(complete());
    return snapshot(IrKind::PortablePlan)->as<PortablePlanIR>(); // the history keeps it alive
}

Result<DerivationPtr> derive(const TransformerTraining& training, const DeriveOptions& options)
{
    SynthesisSession session = synthesisSessionFor(training);
    if (Diagnostics overflow = findOverflow(training, session); !overflow.empty())
        return refuse(std::move(overflow));

    std::vector<std::shared_ptr<const CheckpointObserver>> observers{independentChecks(training)};
    observers.insert(observers.end(), options.extraObservers.begin(), options.extraObservers.end());
    PassManager manager{std::move(session), std::move(observers)};
    static const DistributeTransformerTrainingPass distribute;
    static const PlanTransformerTrainingPass plan;
    Diagnostics faults =
        runPasses(manager, buildTransformerModelIr(training.model()), {&distribute, &plan}, options.stopAfter);
    return std::make_shared<const Derivation>(
        Derivation{{manager.session(), manager.history(), std::move(faults)}, training});
}

CandidateResultPtr evaluate(std::string name, DerivationPtr derivation, std::shared_ptr<const SystemProfile> system,
                            const NetworkTierBinding& tiers)
{
    assert(derivation->complete() || !derivation->diagnostics.empty());
    CandidateResult result;
    result.name = std::move(name);
    result.status = derivation->complete() ? ResultStatus::Ok : ResultStatus::Rejected;
    result.diagnostics = derivation->diagnostics;
    result.evidence = evidenceRevision(*system);
    result.tiers = tiers;
    if (derivation->complete()) {
        auto estimated = estimate(derivation->plan(), *system, tiers);
        assert(estimated && "derive() refuses what overflows");
        append(result.diagnostics, estimated->diagnostics);
        result.estimate = std::move(*estimated);
    }
    result.derivation = std::move(derivation);
    result.system = std::move(system);
    return std::make_shared<const CandidateResult>(std::move(result));
}

CandidateResultPtr evaluate(const Candidate& candidate, const DeriveOptions& options)
{
    DeriveOptions whole = options;
    whole.stopAfter = IrKind::PortablePlan;
    auto derivation = derive(candidate.training, whole);
    if (derivation)
        return evaluate(candidate.name, std::move(*derivation), candidate.system, candidate.tiers);
    CandidateResult refused;
    refused.name = candidate.name;
    refused.diagnostics = std::move(derivation.error());
    return std::make_shared<const CandidateResult>(std::move(refused));
}

} // namespace planscope
