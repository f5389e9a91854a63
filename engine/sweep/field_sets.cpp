#include "sweep/field_sets.h"

#include "spec/divisors.h"
#include "spec/laws.h"

namespace planscope::sweep {
namespace {

IntegerList tensorDegrees(const MappingSpace& space)
{
    LawOperands operands;
    operands.hiddenSize = space.model.hiddenSize;
    operands.feedforwardSize = space.model.feedforwardSize;
    operands.attentionHeads = space.model.attentionHeads;
    return legalTensorDegrees(operands);
}

IntegerList tiers(const MappingSpace& space)
{
    IntegerList all;
    for (std::size_t k = 0; k < space.system->networks.size(); ++k)
        all.push_back(static_cast<std::int64_t>(k));
    return all.empty() ? IntegerList{0} : all;
}

/// Factors nothing where a value is stated.
template <class Legal>
IntegerSet resolve(const IntegerChoice& choice, Legal legal)
{
    return std::holds_alternative<AllLegal>(choice) ? IntegerSet{choice, legal()} : IntegerSet{choice, {}};
}

} // namespace

FieldSets::FieldSets(const MappingSpace& space)
    : tensorDegree(resolve(space.tensorDegree, [&] { return tensorDegrees(space); }))
    , pipelineDegree(resolve(space.pipelineDegree, [&] { return divisorsOf(space.model.blockCount); }))
    , dataDegree(resolve(space.dataDegree, [&] { return divisorsOf(space.globalBatchSize); }))
    , microbatchSize(resolve(space.microbatchSize, [&] { return divisorsOf(space.globalBatchSize); }))
    , virtualStages(resolve(space.virtualStages, [&] { return divisorsOf(space.model.blockCount); }))
    , tensorTier(resolve(space.tensorTier, [&] { return tiers(space); }))
    , pipelineTier(resolve(space.pipelineTier, [&] { return tiers(space); }))
    , dataTier(resolve(space.dataTier, [&] { return tiers(space); }))
{
    if (space.worldSize && !std::holds_alternative<AllLegal>(*space.worldSize))
        worldSize.emplace(*space.worldSize, IntegerList{});
}

} // namespace planscope::sweep
