#include "study/any_result.h"

#include <cassert>
#include <utility>

namespace planscope {

const ResultHead* AnyResult::head() const
{
    if (m_block)
        return m_block.get();
    return m_whole.get();
}

const DerivedHistory* AnyResult::history() const
{
    if (m_block)
        return m_block->derivation.get();
    return m_whole ? m_whole->derivation.get() : nullptr;
}

bool AnyResult::hasTime() const
{
    if (m_block)
        return m_block->estimate && m_block->estimate->modes;
    return m_whole && m_whole->estimate && m_whole->estimate->modes;
}

Result<AnyDerivation> derive(const AnyTraining& training, const DeriveOptions& options)
{
    const auto either = [](auto derivation) -> Result<AnyDerivation> {
        if (!derivation)
            return refuse(std::move(derivation.error()));
        return AnyDerivation{std::move(*derivation)};
    };
    if (const auto* const block = std::get_if<TransformerTraining>(&training))
        return either(derive(*block, options));
    return either(whole::derive(std::get<whole::Training>(training), options));
}

AnyResult evaluate(const AnyCandidate& candidate, const AnyDerivation& derivation)
{
    assert(isDerivationOf(derivation, trainingOf(candidate)));
    if (const auto* const block = std::get_if<Candidate>(&candidate))
        return evaluate(block->name, std::get<DerivationPtr>(derivation), block->system, block->tiers);
    const auto& whole = std::get<whole::Candidate>(candidate);
    return whole::evaluate(whole.name, std::get<whole::DerivationPtr>(derivation), whole.system, whole.tiers,
                           whole.framework);
}

AnyTraining trainingOf(const AnyDerivation& derivation)
{
    return std::visit([](const auto& own) -> AnyTraining { return own->training; }, derivation);
}

bool isDerivationOf(const AnyDerivation& derivation, const AnyTraining& training)
{
    if (const auto* const block = std::get_if<DerivationPtr>(&derivation)) {
        const auto* const wanted = std::get_if<TransformerTraining>(&training);
        return wanted && (*block)->training == *wanted;
    }
    const auto* const wanted = std::get_if<whole::Training>(&training);
    return wanted && std::get<whole::DerivationPtr>(derivation)->training == *wanted;
}

bool isResultOf(const AnyResult& result, const AnyCandidate& candidate)
{
    const auto agrees = [](const auto& own, const auto& wanted) {
        return own.name == wanted.name && own.tiers == wanted.tiers && *own.system == *wanted.system
            && own.derivation->training == wanted.training;
    };
    if (const auto* const block = std::get_if<Candidate>(&candidate))
        return result.block() && agrees(*result.block(), *block);
    const auto& whole = std::get<whole::Candidate>(candidate);
    return result.whole() && *result.whole()->framework == *whole.framework && agrees(*result.whole(), whole);
}

} // namespace planscope
