#pragma once

#include "base/diagnostic.h"
#include "derivation/pass/pass_manager.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace planscope {

/// What a derivation of either accounting published. Immutable.
struct DerivedHistory {
    SynthesisSession session;
    PassHistory history;     ///< model, distributed, portable plan; fewer when a transition was rejected
    Diagnostics diagnostics; ///< check.* and the like, when it was

    SnapshotPtr snapshot(IrKind kind) const; ///< null when not published
    bool complete() const { return snapshot(IrKind::PortablePlan) != nullptr; }
};

/// Digests by name, in the order of the stages.
using NamedDigests = std::vector<std::pair<std::string_view, Digest>>;
/// Those of what was published.
NamedDigests publishedDigests(const PassHistory& history);

struct DeriveOptions {
    IrKind stopAfter = IrKind::PortablePlan; ///< for derive() only; evaluating needs the plan
    std::vector<std::shared_ptr<const CheckpointObserver>> extraObservers; ///< after the independent checks
};

/// Starts the manager with the model and runs the passes up to the stage; gives what stopped it earlier.
Diagnostics runPasses(PassManager& manager, AnyIr model, std::initializer_list<const Pass*> passes, IrKind stopAfter);

} // namespace planscope
