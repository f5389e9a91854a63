#pragma once

#include "base/diagnostic.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// One expected fact of one invocation: ("mlp.expand.forward", "operations", 309237645312).
/// Facts: operations, read_bytes, write_bytes, message_bytes.
struct ReferenceFact {
    std::string invocation;
    std::string fact;
    std::int64_t expected = 0;
};

/// Reads planscope.reference/1; facts in file order of the invocations. Fails with file.* (a fact of another name is
/// an unknown field) and spec.unknown_value (schema). An invocation name is any string here: whether it exists is for
/// the observer to say.
Result<std::vector<ReferenceFact>> readReference(std::string_view bytes);

} // namespace planscope
