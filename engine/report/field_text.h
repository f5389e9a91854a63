#pragma once

#include "compare/comparison.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Fields of a comparison as people read them. Files have the exact values: difference_csv.h, difference_json.h.
namespace planscope {

/// A list's runs of equal items, one run an item: "1, 2, 2, 2, 1" is "1, 3×2, 1"; any other text is itself.
std::string runsText(std::string_view list);

/// The field's label; behind "Pipeline schedule: " where it is a part of the schedule, which is one cause.
std::string labelText(const ComparedField& field);

/// One side's value, a layout by runs. Of a field that the side leaves open what that comes to: the even layout, a
/// microbatch group of p; "–" of one that it does not have.
std::string valueText(const Comparison& comparison, const ComparedField& field, std::size_t side);

} // namespace planscope
