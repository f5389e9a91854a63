#include "compare/any_comparison.h"

#include "compare/whole_attribution.h"
#include "compare/whole_comparison.h"

#include <cassert>

namespace planscope {

std::optional<Diagnostic> incomparable(const AnyResult& a, const AnyResult& b)
{
    assert(a && b);
    if ((a.whole() != nullptr) == (b.whole() != nullptr))
        return std::nullopt;
    const AnyResult& whole = a.whole() ? a : b;
    return Diagnostic{Severity::Error,
                      Origin::Import,
                      "compare.accountings",
                      "schema",
                      whole.head()->name.value_or("(no name)")
                          + " is a case of a whole model, and the other side counts equal blocks: they have no figure "
                            "in common; convert tells the blocks as a whole model",
                      "planscope.case/2",
                      {"planscope.case/1"}};
}

Comparison compare(const AnyResult& a, const AnyResult& b)
{
    assert(!incomparable(a, b));
    return a.whole() ? compare(*a.whole(), *b.whole()) : compare(*a.block(), *b.block());
}

Attribution attribute(const AnyResult& a, const AnyResult& b)
{
    assert(!incomparable(a, b));
    return a.whole() ? attribute(*a.whole(), *b.whole()) : attribute(*a.block(), *b.block());
}

std::vector<TaskShares> attributeTasks(const AnyResult& a, const AnyResult& b, const std::vector<Cause>& causes,
                                       EstimateMode mode)
{
    assert(!incomparable(a, b));
    return a.whole() ? attributeTasks(*a.whole(), *b.whole(), causes, mode)
                     : attributeTasks(*a.block(), *b.block(), causes, mode);
}

} // namespace planscope
