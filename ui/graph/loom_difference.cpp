#include "ui/graph/loom_difference.h"

#include "ui/graph/loom_scene.h"

namespace planscope::ui {
namespace {

Change together(Change all, Change next)
{
    return all == next ? all : Change::Changed;
}

LoomCellPair pairOf(const LoomItem& item, const LoomDifference& difference, LoomLens lens)
{
    LoomCellPair pair;
    for (std::size_t k = 0; k < item.tasks.size(); ++k) {
        const LoomTaskPair& task = difference.tasks[item.tasks[k]];
        pair.change = k == 0 ? task.change : together(pair.change, task.change);
        pair.replaced = item.tasks.size() == 1 && task.facts[0] && task.facts[1] && task.names[0] != task.names[1];
        for (std::size_t side = 0; side < 2; ++side) {
            if (!task.facts[side])
                continue;
            if (pair.facts[side])
                *pair.facts[side] += *task.facts[side];
            else
                pair.facts[side] = task.facts[side];
        }
    }
    const auto value = [&](std::size_t side) {
        return pair.facts[side] ? valueOf(*pair.facts[side], lens).value_or(0) : 0;
    };
    pair.delta = value(1) - value(0);
    return pair;
}

} // namespace

std::vector<LoomCellPair> cellPairsOf(const LoomScene& scene, const LoomDifference& difference, LoomLens lens)
{
    std::vector<LoomCellPair> pairs;
    pairs.reserve(scene.items().size());
    for (const LoomItem& item : scene.items())
        pairs.push_back(pairOf(item, difference, lens));
    return pairs;
}

} // namespace planscope::ui
