#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// The names least different from the wanted one by edit distance, at most `count`, nearest first and in the given
/// order where equally near. Names that share nothing worth guessing are left out. Case does not count (ASCII).
std::vector<std::string> nearestNames(std::string_view wanted, const std::vector<std::string>& names,
                                      std::size_t count);

/// "; nearest: a, b" to end a message with, or nothing.
std::string nearestHint(std::string_view wanted, const std::vector<std::string>& names, std::size_t count);

} // namespace planscope
