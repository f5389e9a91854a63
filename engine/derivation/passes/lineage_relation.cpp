#include "derivation/passes/lineage_relation.h"

namespace planscope {

std::string Place::toString() const
{
    std::string text{list};
    if (index)
        text += "[" + std::to_string(*index) + "]";
    return text;
}

void LineageRelation::fault(std::string code, Place place, std::string message, std::string given)
{
    m_faults.push_back({Severity::Error, m_origin, std::move(code), place.toString(), std::move(message),
                        std::move(given), {}});
}

} // namespace planscope
