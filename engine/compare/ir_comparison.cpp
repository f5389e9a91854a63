#include "compare/ir_comparison.h"

#include "compare/ir_statements.h"

#include <array>
#include <map>

namespace planscope {
namespace {

std::vector<ComparedEdge> mergeEdges(const IrStatements& a, const IrStatements& b)
{
    std::map<std::pair<std::string, std::string>, std::array<bool, 2>> merged;
    for (const auto& edge : a.edges)
        merged[edge][0] = true;
    for (const auto& edge : b.edges)
        merged[edge][1] = true;
    std::vector<ComparedEdge> edges;
    edges.reserve(merged.size());
    for (const auto& entry : merged) {
        const bool inA = entry.second[0];
        const bool inB = entry.second[1];
        edges.push_back({entry.first.first, entry.first.second,
                         inA && inB ? Change::Same
                             : inA  ? Change::Removed
                                    : Change::Added});
    }
    return edges;
}

} // namespace

IrComparison compareIrs(IrKind kind, const IrSnapshot* a, const IrSnapshot* b)
{
    IrComparison comparison;
    comparison.kind = kind;
    IrStatements statedA, statedB;
    if (a) {
        comparison.digestA = a->digest();
        statedA = statementsOf(a->ir());
    }
    if (b) {
        comparison.digestB = b->digest();
        statedB = statementsOf(b->ir());
    }
    comparison.facts = mergeFacts(a ? &statedA.whole : nullptr, b ? &statedB.whole : nullptr);
    comparison.attributes = mergeAttributes(a ? &statedA.whole : nullptr, b ? &statedB.whole : nullptr);
    comparison.edges = mergeEdges(statedA, statedB);
    comparison.entities = mergeEntities(std::move(statedA.entities), std::move(statedB.entities));
    for (const ComparedEntity& entity : comparison.entities)
        comparison.entityCounts.count(entity.change);
    for (const ComparedEdge& edge : comparison.edges)
        comparison.edgeCounts.count(edge.change);
    return comparison;
}

} // namespace planscope
