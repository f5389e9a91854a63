#pragma once

#include "compare/attribution.h"
#include "compare/shapley.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// How attributions of both accountings share differences out among causes. For this folder's .cpp files alone.
namespace planscope {

/// The name and unit of each quantity of a table.
using MeasureNames = std::vector<std::pair<std::string, FactUnit>>;

/// Appends the quantities of one intermediate in the order of their names, or says what is illegal about it.
using ReadIntermediate = std::function<std::optional<MixedFault>(FieldSet fromB, std::vector<Number>& into)>;

/// Visits the intermediates of the causes, joined until all are legal, and shares each quantity out.
/// Requires: A and B are legal; no field is in two causes.
CauseTable causeTable(std::vector<FieldSet> causes, const MeasureNames& names, const ReadIntermediate& read);
/// With a cause for each changed field.
CauseTable causeTable(FieldSet changed, const MeasureNames& names, const ReadIntermediate& read);

Waterfall waterfallByCause(const CauseTable& table, const AttributedMeasure& measure);

/// The part that each task has in each cause's share. Key: of a task, ordered as programs run. Visit: calls a given
/// add(key, seconds) once for each task of the intermediate that has these fields as B has them.
/// Requires: the causes are such that every intermediate is legal.
template <class Key, class Order, class Visit, class Name>
std::vector<TaskShares> taskShares(const std::vector<Cause>& causes, const Visit& visit, const Name& nameOfKey)
{
    const std::size_t coalitions = std::size_t{1} << causes.size();
    std::map<Key, CoalitionValues, Order> seconds;
    for (std::size_t coalition = 0; coalition < coalitions; ++coalition) {
        FieldSet fromB;
        for (std::size_t cause = 0; cause < causes.size(); ++cause)
            if ((coalition >> cause & 1) != 0)
                fromB = fromB | causes[cause].fields;
        visit(fromB, [&](const Key& key, double value) {
            CoalitionValues& values = seconds[key];
            values.resize(coalitions);
            values[coalition] = value;
        });
    }
    std::vector<TaskShares> shares;
    shares.reserve(seconds.size());
    for (const auto& entry : seconds)
        shares.push_back({nameOfKey(entry.first), shapleyShares(entry.second)});
    return shares;
}

} // namespace planscope
