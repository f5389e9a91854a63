#pragma once

#include "compare/waterfall.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What waterfalls of both accountings are made of. For this folder's .cpp files alone.
namespace planscope {

/// A part of one side's quantity.
struct WaterfallPart {
    std::string name;
    std::optional<SemanticKey> key;
    Number value;
};
using WaterfallParts = std::vector<WaterfallPart>;

/// A component under its path, "time.forward".
WaterfallPart componentPart(std::string_view group, std::string_view name, Number value);

/// Requires: both sides' parts have the same names in the same order.
Waterfall waterfallOf(FactUnit unit, const Number& a, const Number& b, WaterfallParts partsA,
                      const WaterfallParts& partsB);

} // namespace planscope
