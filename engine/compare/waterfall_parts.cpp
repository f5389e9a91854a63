#include "compare/waterfall_parts.h"

#include <cassert>

namespace planscope {

WaterfallPart componentPart(std::string_view group, std::string_view name, Number value)
{
    std::string path = std::string{group} + "." + std::string{name};
    return {path, SemanticKey{SemanticKey::Kind::Component, path}, value};
}

Waterfall waterfallOf(FactUnit unit, const Number& a, const Number& b, WaterfallParts partsA,
                      const WaterfallParts& partsB)
{
    assert(partsA.size() == partsB.size());
    Waterfall fall{unit, a, b, {}};
    for (std::size_t k = 0; k < partsA.size(); ++k)
        fall.steps.push_back({std::move(partsA[k].name), std::move(partsA[k].key), partsA[k].value, partsB[k].value,
                              (partsB[k].value - partsA[k].value).toDouble()});
    return fall;
}

} // namespace planscope
