#include "ui/models/derivation_cache.h"

#include <algorithm>

namespace planscope::ui {

std::optional<AnyDerivation> DerivationCache::find(const AnyTraining& training)
{
    const auto found
        = std::find_if(m_newestFirst.begin(), m_newestFirst.end(), [&training](const AnyDerivation& derivation) {
              return isDerivationOf(derivation, training);
          });
    if (found == m_newestFirst.end())
        return std::nullopt;
    m_newestFirst.splice(m_newestFirst.begin(), m_newestFirst, found);
    return m_newestFirst.front();
}

void DerivationCache::insert(AnyDerivation derivation)
{
    if (find(trainingOf(derivation)))
        return;
    m_newestFirst.push_front(std::move(derivation));
    if (m_newestFirst.size() > mostKept)
        m_newestFirst.pop_back();
}

} // namespace planscope::ui
