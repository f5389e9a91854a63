#pragma once

#include "base/canonical_encoding.h"
#include "base/enum_names.h"
#include "base/quantity.h"

#include <cstdint>
#include <string>
#include <vector>

namespace planscope {

/// A named axis of logical ranks.
struct MeshAxis {
    std::string name; ///< "tp"
    Ranks size;
    friend bool operator==(const MeshAxis&, const MeshAxis&) = default;
};
struct LogicalMesh {
    static constexpr std::string_view tensorAxis = "tp"; ///< the one axis of a block's mesh

    std::vector<MeshAxis> axes;
    friend bool operator==(const LogicalMesh&, const LogicalMesh&) = default;
};

enum class Reduction { Sum, Maximum };
template <>
struct EnumNames<Reduction> {
    static constexpr std::array<std::string_view, 2> names{"sum", "maximum"};
};

/// How one tensor axis lies on the mesh.
struct AxisSharding {
    std::int64_t tensorAxis = 0;
    std::string meshAxis;
    friend bool operator==(const AxisSharding&, const AxisSharding&) = default;
};

template <class Io, Described<MeshAxis> Self>
void describe(Io& io, Self& axis)
{
    io.field("name", axis.name);
    io.field("size", axis.size);
}
template <class Io, Described<LogicalMesh> Self>
void describe(Io& io, Self& mesh)
{
    io.field("axes", mesh.axes);
}
template <class Io, Described<AxisSharding> Self>
void describe(Io& io, Self& sharding)
{
    io.field("mesh_axis", sharding.meshAxis);
    io.field("tensor_axis", sharding.tensorAxis);
}

} // namespace planscope
