#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// The names least different from the wanted one by edit distance, at most `count`, nearest first and in the given
/// order where equally near. Of dotted names those come first whose last part is the wanted one's, or begins with it
/// ("mfu", "mfu_full"): who knows a figure's name may not know where it stands. Names that share nothing worth guessing
/// are left out. Case does not count for the distance (ASCII).
std::vector<std::string> nearestNames(std::string_view wanted, const std::vector<std::string>& names,
                                      std::size_t count);

/// "; nearest: a, b" to end a message with, or nothing.
std::string nearestHint(std::string_view wanted, const std::vector<std::string>& names, std::size_t count);

} // namespace planscope
