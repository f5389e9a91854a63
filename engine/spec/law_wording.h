#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The turns of phrase that the laws' messages share.
namespace planscope {

/// "a, b, c".
std::string joined(const std::vector<std::string>& parts);

/// How a message about a number ends: with the legal values nearest to the one given. Requires: ascending digits.
std::string wayOut(std::string_view field, const std::vector<std::string>& legal, std::int64_t given);

} // namespace planscope
