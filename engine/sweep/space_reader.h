#pragma once

#include "base/diagnostic.h"
#include "base/json_document.h"
#include "sweep/mapping_space.h"

#include <string_view>

namespace planscope::sweep {

inline constexpr std::string_view spaceSchema = "planscope.space/1";

/// Reads a planscope.space/1, which space_format.md describes. Everything wrong is told at once, in the order
/// of cases' diagnostics: file.*, spec.*, system.*; of a base case those of reading it, below "base"; and
///   space.empty      a list without values
///   space.repeated   a value that stands twice in a list
///   space.range      from > to, or a step below 1
///   space.objectives more than three
///   space.too_large  more of the best than mostBest
Result<MappingSpace> readSpace(std::string_view bytes);
Result<MappingSpace> readSpace(JsonValue value);

/// A space as an indented planscope.space/1, ending in a line break, complete without a base. Reading it gives an equal
/// space. The system is written by name when it is the bundled one of that name.
std::string writeSpace(const MappingSpace& space);

} // namespace planscope::sweep
