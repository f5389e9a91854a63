#pragma once

#include "compare/compared_fact.h"
#include "derivation/pass/snapshot.h"

namespace planscope {

/// A dependency between two tasks, named by them.
struct ComparedEdge {
    std::string from; ///< the earlier task
    std::string to;
    Change change = Change::Same; ///< never Changed
    friend bool operator==(const ComparedEdge&, const ComparedEdge&) = default;
};

/// One IR on both sides. Ids and digests play no part in what is called changed: they follow from the parents. Nor do
/// dependencies: an inserted task does not change the one behind it; edges are compared for themselves.
struct IrComparison {
    IrKind kind = IrKind::Model;
    std::optional<Digest> digestA; ///< absent: that side published none
    std::optional<Digest> digestB;
    std::vector<ComparedFact> facts;      ///< of the IR as a whole
    std::vector<ComparedText> attributes; ///< likewise
    std::vector<ComparedEntity> entities; ///< operations, values or buffers, tasks in program order, layers
    std::vector<ComparedEdge> edges;
    ChangeCounts entityCounts;
    ChangeCounts edgeCounts;

    /// The same bytes on both sides, or on neither any.
    bool identical() const { return digestA == digestB; }
};

/// Null stands for a side that has no such snapshot: all of the other side is added or removed then.
/// Requires: a snapshot that is not null is of that kind; both are of one accounting.
IrComparison compareIrs(IrKind kind, const IrSnapshot* a, const IrSnapshot* b);

} // namespace planscope
