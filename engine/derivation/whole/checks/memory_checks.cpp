#include "derivation/whole/checks/model_checks.h"

#include <array>
#include <string>

namespace planscope::whole {
namespace {

/// Bytes on one rank.
ExactCount savedOf(const DistributedTaskIR& tasks, Unit unit, bool rebuilt)
{
    ExactCount sum = 0;
    for (const DistributedValue& value : tasks.values) {
        const auto* const saved = std::get_if<SavedContent>(&value.content);
        if (saved != nullptr && unitOf(saved->tensor) == unit && saved->rebuilt == rebuilt)
            sum += ExactCount{value.elements.value()} * bytesOf(value.elementType);
    }
    return sum;
}

void checkSavedBytes(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    const MappingSpec& mapping = forms.training().mapping();
    const ExactCount ranks = ExactCount{mapping.tensor.degree} * mapping.context.degree;
    {
        Check check{outcomes, "check.saved_bytes", "bytes kept of one microbatch over all tensor and context ranks"};
        ExactCount expected = 0;
        ExactCount actual = 0;
        for (const Unit unit : {Unit::Embedding, Unit::Block, Unit::Head}) {
            const std::int64_t times = unit == Unit::Block ? forms.training().model().blockCount : 1;
            const ExactCount sum = savedOf(tasks, unit, false) * ranks;
            check.equal(forms.savedBytes(unit), sum, [unit] { return std::string{nameOf(unit)}; });
            expected += forms.savedBytes(unit) * times;
            actual += sum * times;
        }
        check.total(expected, actual);
    }
    if (mapping.recompute == RecomputeKind::Full) {
        Check check{outcomes, "check.saved_bytes", "bytes of a block that is computed again"};
        check.total(forms.blockSavedBytes(), savedOf(tasks, Unit::Block, true) * ranks);
    }
    Check check{outcomes, "check.saved_bytes", "bytes kept by the chunks of all stages"};
    ExactCount kept = 0;
    for (const StageFacts& stage : tasks.stages)
        for (const Bytes bytes : stage.savedPerMicrobatch)
            kept += bytes.value();
    check.total(savedOf(tasks, Unit::Embedding, false) + savedOf(tasks, Unit::Head, false)
                    + savedOf(tasks, Unit::Block, false) * forms.training().model().blockCount,
                kept);
}

/// Where the case is one that the paper has a formula for.
void checkPublishedFormulas(const DistributedTaskIR& tasks, const ModelClosedForms& forms,
                            std::vector<CheckOutcome>& outcomes)
{
    const auto published = forms.korthikantiBytes();
    if (!published)
        return;
    Check check{outcomes, "check.published_formulas",
                "bytes kept by a block on one rank, by arXiv 2205.05198, Table 2, and fp32 statistics"};
    check.total(*published + forms.statisticsBytes(), savedOf(tasks, Unit::Block, false));
}

void checkOptimizerBytes(const DistributedTaskIR& tasks, const ModelClosedForms& forms,
                         std::vector<CheckOutcome>& outcomes)
{
    const MappingSpec& mapping = forms.training().mapping();
    const ExactCount shards = mapping.data.optimizerSharding ? forms.replicas() : 1;
    Check check{outcomes, "check.optimizer_bytes", "weights, gradients and optimizer of all stages"};
    ExactCount expected = 0;
    ExactCount actual = 0;
    for (std::size_t k = 0; k < tasks.stages.size(); ++k) {
        const StageFacts& stage = tasks.stages[k];
        // 2 + γ + 12/shards bytes a parameter, the last rounded up to whole parameters.
        const ExactCount N = stage.parameters.value();
        const ExactCount wanted = N * (2 + forms.gradientBytes()) + dividedUp(N, shards) * 12;
        const ExactCount held = ExactCount{stage.weights.value()} + stage.gradients.value() + stage.optimizer.value();
        check.equal(wanted, held, [k] { return "stages[" + std::to_string(k) + "]"; });
        expected += wanted;
        actual += held;
    }
    check.total(expected, actual);
}

void checkMoments(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    {
        Check check{outcomes, "check.moments", "bytes of one moment each, all moments of a backward"};
        ExactCount expected = 0;
        ExactCount actual = 0;
        for (std::size_t k = 0; k < countOf<Moment>(); ++k) {
            const auto moment = static_cast<Moment>(k);
            ExactCount sum = 0;
            for (const MomentTerm& term : tasks.transients)
                if (term.moment == moment)
                    sum += term.bytes.value();
            check.equal(forms.transientBytes(moment), sum, [moment] { return std::string{nameOf(moment)}; });
            expected += forms.transientBytes(moment);
            actual += sum;
        }
        check.total(expected, actual);
    }
    Check check{outcomes, "check.sizes", "bytes of the hidden state on one rank"};
    check.equal(forms.hiddenShardBytes(), tasks.sizes.hiddenShard.value(), [] { return "hidden shard"; });
    check.equal(forms.logitsBytes(), tasks.sizes.logits.value(), [] { return "logits"; });
    check.equal(forms.ropeTableBytes(), tasks.sizes.ropeTable.value(), [] { return "rope table"; });
    check.equal(forms.hiddenBytes(), ExactCount{tasks.sizes.tokens} * forms.training().model().hiddenSize * 2,
                [] { return "tokens"; });
    check.total(forms.hiddenBytes(), tasks.sizes.hidden.value());
}

} // namespace

void checkMemory(const DistributedTaskIR& tasks, const ModelClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    checkSavedBytes(tasks, forms, outcomes);
    checkPublishedFormulas(tasks, forms, outcomes);
    checkOptimizerBytes(tasks, forms, outcomes);
    checkMoments(tasks, forms, outcomes);
}

} // namespace planscope::whole
