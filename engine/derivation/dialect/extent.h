#pragma once

#include "base/canonical_encoding.h"

#include <cstdint>
#include <string>
#include <variant>

namespace planscope {

/// An extent known when the model is stated.
struct KnownExtent {
    static constexpr std::string_view alternativeName = "known";
    std::int64_t elements = 0;
    friend bool operator==(const KnownExtent&, const KnownExtent&) = default;
};
/// An extent that a workload binds later: "batch".
struct SymbolicExtent {
    static constexpr std::string_view alternativeName = "symbolic";
    std::string symbol;
    friend bool operator==(const SymbolicExtent&, const SymbolicExtent&) = default;
};
using Extent = std::variant<KnownExtent, SymbolicExtent>;

template <class Io, Described<KnownExtent> Self>
void describe(Io& io, Self& extent)
{
    io.field("elements", extent.elements);
}
template <class Io, Described<SymbolicExtent> Self>
void describe(Io& io, Self& extent)
{
    io.field("symbol", extent.symbol);
}
} // namespace planscope
