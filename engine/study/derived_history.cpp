#include "study/derived_history.h"

#include <algorithm>

namespace planscope {

SnapshotPtr DerivedHistory::snapshot(IrKind kind) const
{
    const auto found = std::find_if(history.snapshots.begin(), history.snapshots.end(),
                                    [kind](const SnapshotPtr& published) { return published->kind() == kind; });
    return found == history.snapshots.end() ? nullptr : *found;
}

NamedDigests publishedDigests(const PassHistory& history)
{
    NamedDigests digests;
    for (std::size_t kind = 0; kind < countOf<IrKind>(); ++kind)
        for (const SnapshotPtr& snapshot : history.snapshots)
            if (snapshot->kind() == static_cast<IrKind>(kind))
                digests.emplace_back(nameOf(snapshot->kind()), snapshot->digest());
    return digests;
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
