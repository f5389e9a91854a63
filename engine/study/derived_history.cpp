#include "study/derived_history.h"

#include <algorithm>

namespace planscope {

SnapshotPtr DerivedHistory::snapshot(IrKind kind) const
{
    const auto found = std::find_if(history.snapshots.begin(), history.snapshots.end(),
                                    [kind](const SnapshotPtr& published) { return published->kind() == kind; });
    return found == history.snapshots.end() ? nullptr : *found;
}

Diagnostics runPasses(PassManager& manager, AnyIr model, std::initializer_list<const Pass*> passes, IrKind stopAfter)
{
    auto published = manager.start(std::move(model));
    for (const Pass* pass : passes)
        if (published && pass->contract().output <= stopAfter)
            published = manager.run(*pass);
    return published ? Diagnostics{} : std::move(published.error());
}

} // namespace planscope
