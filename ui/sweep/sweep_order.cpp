#include "ui/sweep/sweep_order.h"

#include <algorithm>

namespace planscope::ui {

bool isBrushed(const SweepRow& row, const std::vector<SweepBrush>& brushes)
{
    return std::all_of(brushes.begin(), brushes.end(), [&row](const SweepBrush& brush) {
        const double value = valueOf(row, brush.column);
        return brush.from <= value && value <= brush.to;
    });
}

SweepOrderPtr orderOf(const SweepRows& rows, const SweepOrdering& ordering, const std::function<bool()>& isVoid)
{
    struct Keyed {
        double key;
        std::uint32_t position;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(ordering.brushes.empty() && !ordering.frontOnly ? rows.size() : 0);
    const auto isOnFront = [&ordering](const SweepRow& row) {
        return std::binary_search(ordering.front.begin(), ordering.front.end(), row.evaluated.index);
    };
    const double sign = ordering.descending ? -1 : 1;
    std::uint32_t position = 0;
    for (const SweepRows::Chunk& chunk : rows.chunks()) {
        if (isVoid())
            return nullptr;
        for (const SweepRow& row : *chunk) {
            const bool isShown = (!ordering.frontOnly || isOnFront(row)) && isBrushed(row, ordering.brushes);
            const double value = ordering.column == SweepColumn::Front ? (isOnFront(row) ? 1 : 0)
                                                                       : valueOf(row, ordering.column);
            if (isShown)
                keyed.push_back({sign * value, position});
            ++position;
        }
    }
    std::sort(keyed.begin(), keyed.end(), [](const Keyed& one, const Keyed& other) {
        return one.key != other.key ? one.key < other.key : one.position < other.position;
    });
    if (isVoid())
        return nullptr;
    auto order = std::make_shared<SweepOrder>();
    order->rows = rows;
    order->ordering = ordering;
    order->positions.reserve(keyed.size());
    for (const Keyed& one : keyed)
        order->positions.push_back(one.position);
    return order;
}

} // namespace planscope::ui
