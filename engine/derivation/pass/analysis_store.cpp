#include "derivation/pass/analysis_store.h"

namespace planscope {

const AnalysisValue* AnalysisStore::find(const Key& key) const
{
    const auto found = m_values.find(key);
    return found == m_values.end() ? nullptr : &found->second;
}

} // namespace planscope
