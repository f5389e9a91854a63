#include "derivation/distributed/boundary_value_rules.h"

#include "derivation/distributed/task_rules.h"

namespace planscope {
namespace {

constexpr std::size_t boundaryRank = 3; // [b, s, h]

std::string textOf(const std::vector<Elements>& shape)
{
    constexpr std::size_t longest = 8;
    std::string text = "[";
    for (std::size_t k = 0; k < shape.size() && k < longest; ++k)
        text += (k == 0 ? "" : ", ") + std::to_string(shape[k].value());
    return text + (shape.size() > longest ? ", …]" : "]");
}

void checkShape(Findings& found, const DistributedValue& value, std::int64_t microbatchSize, const EntityPlace& place)
{
    const auto& shape = value.shape;
    if (shape.size() != boundaryRank || shape[0].value() != microbatchSize || shape[1].value() < 1
        || shape[2].value() < 1)
        found.add("shape", place,
                  "the shape is " + textOf(value.shape) + " instead of [" + std::to_string(microbatchSize)
                      + ", sequence, hidden] with extents of at least 1",
                  textOf(value.shape));
}

void checkSharding(Findings& found, const DistributedValue& value, std::optional<std::int64_t> meshSize,
                   const EntityPlace& place)
{
    const std::size_t rank = value.shape.size();
    if (value.shardingRank < 0 || static_cast<std::size_t>(value.shardingRank) != rank)
        found.add("sharding_rank", place,
                  "the sharding speaks of rank " + std::to_string(value.shardingRank) + ", but the tensor has rank "
                      + std::to_string(rank),
                  std::to_string(value.shardingRank), {std::to_string(rank)});
    // One mesh axis, used once: whatever comes after the first entry uses it again.
    if (value.sharding.size() > 1)
        found.add("sharding_axis", place,
                  "the sharding uses " + std::to_string(value.sharding.size()) + " axes of a mesh that has 1",
                  std::to_string(value.sharding.size()), {"0", "1"});
    for (const AxisSharding& sharding : value.sharding) {
        if (sharding.meshAxis != LogicalMesh::tensorAxis)
            found.add("sharding_axis", place, "there is no mesh axis \"" + excerpt(sharding.meshAxis) + "\"",
                      excerpt(sharding.meshAxis), {std::string{LogicalMesh::tensorAxis}});
        if (sharding.tensorAxis < 0 || static_cast<std::size_t>(sharding.tensorAxis) >= rank) {
            found.add("sharding_axis", place,
                      "there is no tensor axis " + std::to_string(sharding.tensorAxis) + " in rank "
                          + std::to_string(rank),
                      std::to_string(sharding.tensorAxis));
            continue;
        }
        const std::int64_t extent = value.shape[static_cast<std::size_t>(sharding.tensorAxis)].value();
        if (meshSize && extent % *meshSize != 0)
            found.add("sharding_divides", place,
                      "the extent " + std::to_string(extent) + " of axis " + std::to_string(sharding.tensorAxis)
                          + " cannot be split into " + std::to_string(*meshSize) + " equal shards",
                      std::to_string(extent));
    }
}

} // namespace

void checkBoundaryValues(Findings& found, const DistributedTaskIR& ir, const EntityIndex<TaskKind>& tasks,
                         const EntityIndex<DistributedValueKind>& values, std::optional<std::int64_t> meshSize)
{
    checkIds(found, "values", ir.values, values, ir.sourceDigest,
             [](const DistributedValue& value) -> std::string_view { return value.name; });
    checkBoundaryPresence(found, ir.values, "values");
    const ForwardRun forward = forwardRunOf(ir.tasks);
    for (std::size_t k = 0; k < ir.values.size(); ++k) {
        const DistributedValue& value = ir.values[k];
        const EntityPlace place{"values", k, value.name};
        if (value.name.empty())
            found.add("named", place, "the value has no name");
        checkBoundary(found, value, tasks, forward, place);
        checkShape(found, value, ir.distribution.microbatchSize, place);
        checkSharding(found, value, meshSize, place);
        checkLineage(found, value.lineage, LineageKind::Translation, place);
    }
}

} // namespace planscope
