#include "study/result_figures.h"

#include <cassert>

namespace planscope {
namespace {

template <class Unit>
void accumulate(Quantity<Unit>& sum, Quantity<Unit> part)
{
    const auto next = checkedAdd(sum, part);
    assert(next && "a plan whose block sums leave 64 bits is never published");
    sum = *next;
}

BlockTotals blockTotals(const PortablePlanIR& plan)
{
    BlockTotals totals;
    for (const PlanTask& task : plan.tasks) {
        PhaseTotals& phase = totals[static_cast<std::size_t>(task.phase)];
        ++phase.invocations;
        accumulate(phase.facts.operations, task.facts.operations);
        accumulate(phase.facts.read, task.facts.read);
        accumulate(phase.facts.write, task.facts.write);
        accumulate(phase.facts.message, task.facts.message);
    }
    return totals;
}

} // namespace

ResultFigures figuresOf(const CandidateResult& result)
{
    ResultFigures figures;
    if (result.status == ResultStatus::Refused || !result.derivation)
        return figures;
    const Derivation& derivation = *result.derivation;
    figures.digests = publishedDigests(derivation.history);
    figures.digests.emplace_back("session", derivation.session.fingerprint);
    figures.digests.emplace_back("evidence", result.evidence);
    figures.checkpoints = derivation.history.checkpoints;
    figures.shape = derivation.training.shape();
    if (derivation.complete()) {
        figures.block = blockTotals(derivation.plan());
        figures.blockMemory = derivation.plan().blockMemory;
    }
    if (result.estimate) {
        figures.memory = MemoryFigures{result.estimate->memory, result.estimate->capacity};
        if (const auto& modes = result.estimate->modes) {
            figures.time.emplace();
            figures.utilisation.emplace();
            for (std::size_t mode = 0; mode < modes->size(); ++mode) {
                figures.time->modes[mode] = (*modes)[mode].iteration;
                figures.utilisation->modes[mode] = (*modes)[mode].utilisation;
            }
        }
    }
    return figures;
}

} // namespace planscope
