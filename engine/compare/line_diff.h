#pragma once

#include "compare/compared_fact.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace planscope {

/// A run of lines that are the same, removed (in A alone) or added (in B alone).
struct LineRun {
    Change change = Change::Same; ///< never Changed
    std::size_t beginA = 0;       ///< first line of the run in A, from 0; where it would stand when added
    std::size_t beginB = 0;
    std::size_t count = 0;

    friend bool operator==(const LineRun&, const LineRun&) = default;
};

/// The text's lines without their breaks; views into it. "a\n" is one line, "" none.
std::vector<std::string_view> linesOf(std::string_view text);

/// A shortest edit from A's lines to B's, in order; where lines are replaced, the removed ones come first.
/// Myers, Algorithmica 1 (1986) 251–266, in linear space: O((N + M)·D) time for D edits.
std::vector<LineRun> diffLines(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b);

} // namespace planscope
