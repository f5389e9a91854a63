#pragma once

#include <string_view>

namespace planscope {

/// Whether a name stands for a subject: it is the subject, or one above it ("mlp", "mlp.expand"), or "" for all.
inline bool standsFor(std::string_view name, std::string_view subject)
{
    return name.empty()
        || (subject.starts_with(name) && (subject.size() == name.size() || subject[name.size()] == '.'));
}

} // namespace planscope
