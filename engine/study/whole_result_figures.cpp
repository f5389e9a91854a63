#include "study/whole_result_figures.h"

namespace planscope::whole {

ProgramTotals programTotals(const PortablePlanIR& plan)
{
    ProgramTotals totals;
    for (std::size_t unit = 0; unit < totals.units.size(); ++unit)
        totals.units[unit].phases = totalsOf(plan, static_cast<Unit>(unit));
    return totals;
}

StaticBytes staticBytes(const PlanStage& stage)
{
    return {stage.bytesOf(PersistentKind::Weights), stage.bytesOf(PersistentKind::Gradients),
            stage.bytesOf(PersistentKind::Optimizer)};
}

NamedDigests digestsOf(const CandidateResult& result)
{
    NamedDigests digests = publishedDigests(result.derivation->history);
    digests.emplace_back("session", result.derivation->session.fingerprint);
    digests.emplace_back("evidence", result.evidence);
    return digests;
}

} // namespace planscope::whole
