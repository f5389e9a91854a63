#pragma once

#include "base/canonical_encoding.h"

#include <string>
#include <vector>

namespace planscope {

/// How an entity came from its sources.
enum class LineageKind {
    Source,      ///< stated by a spec, which is the one source
    Expansion,   ///< one of several entities made from one source
    Clone,       ///< repeats another entity's work (recompute)
    Translation, ///< one to one from the source
};
template <>
struct EnumNames<LineageKind> {
    static constexpr std::array<std::string_view, 4> names{"source", "expansion", "clone", "translation"};
};

/// Where an entity comes from: every entity of every IR has one. SourceId names entities of the
/// parent IR.
template <class SourceId>
struct Lineage {
    LineageKind kind = LineageKind::Source;
    std::string transform;         ///< the builder or pass that made the entity
    std::vector<SourceId> sources; ///< never empty

    friend bool operator==(const Lineage&, const Lineage&) = default;
};

template <class Io, class Self>
    requires requires(Self& lineage) { lineage.transform; lineage.sources; }
void describe(Io& io, Self& lineage)
{
    io.field("kind", lineage.kind);
    io.field("sources", lineage.sources);
    io.field("transform", lineage.transform);
}

} // namespace planscope
