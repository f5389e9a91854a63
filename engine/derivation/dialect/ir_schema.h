#pragma once

#include "base/canonical_encoding.h"

#include <compare>
#include <cstdint>
#include <string>

namespace planscope {

enum class IrKind { Model, Distributed, PortablePlan };
template <>
struct EnumNames<IrKind> {
    static constexpr std::array<std::string_view, 3> names{"model", "distributed", "portable_plan"};
};

/// Name and version of an IR's form. A minor version adds meaning that older readers may ignore; a
/// major one does not.
struct IrSchema {
    std::string name;
    std::int64_t major = 0;
    std::int64_t minor = 0;

    friend bool operator==(const IrSchema&, const IrSchema&) = default;
};

template <class Io, Described<IrSchema> Self>
void describe(Io& io, Self& schema)
{
    io.field("major", schema.major);
    io.field("minor", schema.minor);
    io.field("name", schema.name);
}

} // namespace planscope
