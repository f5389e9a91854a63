#include "ui/models/derivation_cache.h"

#include <algorithm>

namespace planscope::ui {

bool sameTraining(const TransformerTraining& a, const TransformerTraining& b)
{
    return a.mapping() == b.mapping() && a.workload() == b.workload() && a.model() == b.model();
}

DerivationPtr DerivationCache::find(const TransformerTraining& training)
{
    const auto found = std::find_if(
        m_newestFirst.begin(), m_newestFirst.end(),
        [&training](const DerivationPtr& derivation) { return sameTraining(derivation->training, training); });
    if (found == m_newestFirst.end())
        return nullptr;
    m_newestFirst.splice(m_newestFirst.begin(), m_newestFirst, found);
    return m_newestFirst.front();
}

void DerivationCache::insert(DerivationPtr derivation)
{
    if (find(derivation->training))
        return;
    m_newestFirst.push_front(std::move(derivation));
    if (m_newestFirst.size() > mostKept)
        m_newestFirst.pop_back();
}

} // namespace planscope::ui
