#include "study/whole_result.h"

#include "derivation/whole/algebra/whole_work.h"
#include "derivation/whole/checks/independent_checks.h"
#include "derivation/whole/model/build_model_ir.h"
#include "derivation/whole/passes/distribute_pass.h"
#include "derivation/whole/passes/plan_pass.h"

#include <cassert>

namespace planscope::whole {

const PortablePlanIR& Derivation::plan() const
{
    assert(complete());
    return snapshot(IrKind::PortablePlan)->as<PortablePlanIR>(); // the history keeps it alive
}

Result<DerivationPtr> derive(const Training& training, const DeriveOptions& options)
{
    // Integers that leave 64 bits refuse a case before anything is published.
    if (const auto work = deriveWholeWork(inputsOf(training)); !work)
        return refuse(work.error());
    static const DistributePass distribute;
    static const PlanPass plan;
    std::vector<std::shared_ptr<const CheckpointObserver>> observers{independentChecks(training)};
    observers.insert(observers.end(), options.extraObservers.begin(), options.extraObservers.end());
    PassManager manager{synthesisSessionFor(training), std::move(observers)};
    Diagnostics faults = runPasses(manager, buildModelIr(training.model()), {&distribute, &plan}, options.stopAfter);
    return std::make_shared<const Derivation>(
        Derivation{{manager.session(), manager.history(), std::move(faults)}, training});
}

CandidateResultPtr evaluate(std::string name, DerivationPtr derivation, std::shared_ptr<const SystemProfile> system,
                            const NetworkTierBinding& tiers, std::shared_ptr<const FrameworkProfile> framework)
{
    assert(derivation->complete() || !derivation->diagnostics.empty());
    CandidateResult result;
    result.name = std::move(name);
    if (derivation->complete()) {
        auto estimated = estimate(derivation->plan(), *system, tiers, *framework);
        if (!estimated) {
            result.diagnostics = std::move(estimated.error());
            return std::make_shared<const CandidateResult>(std::move(result));
        }
        result.diagnostics = estimated->diagnostics;
        result.estimate = std::move(*estimated);
    }
    result.status = derivation->complete() ? ResultStatus::Ok : ResultStatus::Rejected;
    result.diagnostics.insert(result.diagnostics.begin(), derivation->diagnostics.begin(),
                              derivation->diagnostics.end());
    result.evidence = evidenceRevision(*system, *framework);
    result.tiers = tiers;
    result.derivation = std::move(derivation);
    result.system = std::move(system);
    result.framework = std::move(framework);
    return std::make_shared<const CandidateResult>(std::move(result));
}

CandidateResultPtr evaluate(const Candidate& candidate, const DeriveOptions& options)
{
    DeriveOptions whole = options;
    whole.stopAfter = IrKind::PortablePlan;
    auto derivation = derive(candidate.training, whole);
    if (derivation)
        return evaluate(candidate.name, std::move(*derivation), candidate.system, candidate.tiers,
                        candidate.framework);
    CandidateResult refused;
    refused.name = candidate.name;
    refused.diagnostics = std::move(derivation.error());
    return std::make_shared<const CandidateResult>(std::move(refused));
}

} // namespace planscope::whole
