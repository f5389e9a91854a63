#pragma once

#include <string_view>

namespace planscope::whole {

/// What a Megatron argument means that the reader has no use for.
struct MegatronRule {
    std::string_view name;     ///< "num-experts"; * at the end stands for any text
    std::string_view code;     ///< after "import.megatron."; empty: ignored
    std::string_view reason;
    std::string_view harmless; ///< a value at which it is not in use, beside false, 0, null and none
};

inline constexpr std::string_view overlapCode = "overlap";

/// Null for an argument that is not known.
const MegatronRule* megatronRule(std::string_view name);

} // namespace planscope::whole
