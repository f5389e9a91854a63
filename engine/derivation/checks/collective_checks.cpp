#include "derivation/checks/work_checks.h"

#include <array>

namespace planscope {

namespace {

/// Where a half meets the group: before its sharded layers, or after them.
enum class Side { Input, Output };

Side sideOf(Layer layer)
{
    return layer == Layer::AttentionInputCollective || layer == Layer::MlpInputCollective ? Side::Input : Side::Output;
}

/// The kind of a half's exchange on one side in one phase; nothing where the halves do not exchange. The two sides
/// are conjugate: what gathers in forward scatters in backward, and what is an identity in one direction is an
/// all-reduce in the other (f and g of arXiv 1909.08053, g and its conjugate of arXiv 2205.05198).
std::optional<CollectiveKind> kindAt(const BlockClosedForms& forms, Side side, Phase phase)
{
    if (!forms.exchanges())
        return std::nullopt;
    const bool backward = phase == Phase::ActivationGradient;
    const bool gathers = (side == Side::Input) != backward;
    if (forms.sequenceSharded())
        return gathers ? CollectiveKind::AllGather : CollectiveKind::ReduceScatter;
    return gathers ? std::nullopt : std::optional{CollectiveKind::AllReduce};
}

/// How many exchanges the block has on one side in one phase.
std::int64_t countAt(const BlockClosedForms& forms, Side side, Phase phase)
{
    if (!kindAt(forms, side, phase))
        return 0;
    const Recommunication& again = forms.recommunication();
    switch (phase) {
    case Phase::Forward:
    case Phase::ActivationGradient: return 2;
    case Phase::Recommunication:
        return side == Side::Output ? 2 * again.outputs : again.attentionInput + again.mlpInput;
    case Phase::Recompute:
    case Phase::WeightGradient:
    case Phase::Optimizer: break;
    }
    return 0;
}

bool isAgain(const Recommunication& again, Layer layer)
{
    if (sideOf(layer) == Side::Output)
        return again.outputs;
    return layer == Layer::AttentionInputCollective ? again.attentionInput : again.mlpInput;
}

constexpr std::array sides{Side::Input, Side::Output};

void checkVolume(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    using ByKind = std::array<ExactCount, countOf<CollectiveKind>()>;
    std::array<ByKind, countOf<Phase>()> expected{};
    std::array<ByKind, countOf<Phase>()> actual{};
    ExactCount expectedTotal;
    for (std::size_t p = 0; p < countOf<Phase>(); ++p) {
        for (const Side side : sides) {
            const auto phase = static_cast<Phase>(p);
            if (const auto kind = kindAt(forms, side, phase)) {
                const ExactCount volume = countAt(forms, side, phase) * forms.message();
                expected[p][static_cast<std::size_t>(*kind)] += volume;
                expectedTotal += volume;
            }
        }
    }

    Check check{outcomes, "check.collective_volume", "message bytes of all exchanges"};
    ExactCount actualTotal;
    for (const DistributedTask& task : ir.tasks) {
        const auto culprit = [&task] { return task.name; };
        const ExactCount message = task.facts.message.value();
        actualTotal += message;
        const Collective* collective = std::get_if<Collective>(&task.body);
        check.equal(collective ? forms.message() : ExactCount{0}, message, culprit);
        if (!collective)
            continue;
        const auto kind = kindAt(forms, sideOf(task.layer), task.phase);
        check.holds(kind == collective->kind, kind ? nameOf(*kind) : "no exchange", nameOf(collective->kind), culprit);
        actual[static_cast<std::size_t>(task.phase)][static_cast<std::size_t>(collective->kind)] += message;
    }
    for (std::size_t p = 0; p < countOf<Phase>(); ++p)
        for (std::size_t k = 0; k < countOf<CollectiveKind>(); ++k)
            check.equal(expected[p][k], actual[p][k], [p, k] {
                return std::string{EnumNames<Phase>::names[p]} + " " + std::string{EnumNames<CollectiveKind>::names[k]};
            });
    check.total(expectedTotal, actualTotal);
}

void checkLocalPart(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    // Forward and backward each end both halves with one reduction.
    const ExactCount expected = forms.exchanges() ? 4 * forms.reductionOperations() : ExactCount{0};
    Check check{outcomes, "check.collective_reduction", "additions of all reductions"};
    ExactCount actual;
    for (const DistributedTask& task : ir.tasks) {
        const Collective* collective = std::get_if<Collective>(&task.body);
        if (!collective)
            continue;
        const auto culprit = [&task] { return task.name; };
        const bool again = task.phase == Phase::Recommunication;
        const ExactCount buffer = again ? ExactCount{0} : forms.message();
        const bool reduces = collective->kind != CollectiveKind::AllGather && !again;
        check.equal(reduces ? forms.reductionOperations() : ExactCount{0}, task.facts.operations.value(), culprit);
        check.equal(buffer, task.facts.read.value(), culprit);
        check.equal(buffer, task.facts.write.value(), culprit);
        actual += task.facts.operations.value();
    }
    check.total(expected, actual);
}

void checkRecommunication(const DistributedTaskIR& ir, const BlockClosedForms& forms,
                          std::vector<CheckOutcome>& outcomes)
{
    Check check{outcomes, "check.recommunication", "exchanges repeated before the backward pass"};
    std::int64_t repeated = 0;
    for (const DistributedTask& task : ir.tasks) {
        if (task.phase != Phase::Recommunication)
            continue;
        ++repeated;
        check.holds(primitiveOf(task.layer) == Primitive::Collective && isAgain(forms.recommunication(), task.layer),
                    "not repeated", "repeated", [&task] { return task.name; });
    }
    check.total(forms.recommunication().count(), repeated);
}

} // namespace

void checkCollectives(const DistributedTaskIR& ir, const BlockClosedForms& forms, std::vector<CheckOutcome>& outcomes)
{
    checkVolume(ir, forms, outcomes);
    checkLocalPart(ir, forms, outcomes);
    checkRecommunication(ir, forms, outcomes);
}

} // namespace planscope
