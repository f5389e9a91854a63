#pragma once

#include <utility>
#include <variant>

namespace planscope {

/// Overload set for std::visit: names every alternative of a closed variant, and has no default.
template <class... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Match(Cases...) -> Match<Cases...>;

} // namespace planscope
