#include "compare/cause_joining.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

struct Illegal {
    FieldSet fromB;
    MixedFault fault;
};

/// The first illegal coalition of that size, in field order.
std::optional<Illegal> firstIllegal(const std::vector<FieldSet>& causes, std::size_t size,
                                    const VisitIntermediate& visit)
{
    std::vector<bool> in(causes.size(), false);
    std::fill_n(in.begin(), size, true);
    do {
        Coalition coalition = 0;
        FieldSet fromB;
        for (std::size_t k = 0; k < causes.size(); ++k)
            if (in[k]) {
                coalition |= Coalition{1} << k;
                fromB = fromB | causes[k];
            }
        if (auto fault = visit(coalition, fromB))
            return Illegal{fromB, std::move(*fault)};
    } while (std::prev_permutation(in.begin(), in.end()));
    return std::nullopt;
}

/// Joins the causes that have one of the operands, or those and the next one; the joined cause takes the place of its
/// first. Gives its fields.
FieldSet join(std::vector<FieldSet>& causes, FieldSet operands)
{
    std::vector<std::size_t> members;
    for (std::size_t k = 0; k < causes.size(); ++k)
        if (!(causes[k] & operands).empty())
            members.push_back(k);
    while (members.size() < 2) // at least two causes are left: with one there is no intermediate
        members.push_back(members.empty() ? 0 : (members.back() + 1) % causes.size());
    std::sort(members.begin(), members.end());
    FieldSet joined;
    for (const std::size_t member : members)
        joined = joined | causes[member];
    causes[members.front()] = joined;
    for (std::size_t k = members.size(); k > 1; --k)
        causes.erase(causes.begin() + static_cast<std::ptrdiff_t>(members[k - 1]));
    return joined;
}

} // namespace

JoinedCauses joinUntilLegal(FieldSet changed, const VisitIntermediate& visit)
{
    std::vector<FieldSet> causes;
    for (const CauseField field : changed.fields())
        causes.push_back({field});
    return joinUntilLegal(std::move(causes), visit);
}

JoinedCauses joinUntilLegal(std::vector<FieldSet> causes, const VisitIntermediate& visit)
{
    JoinedCauses result{std::move(causes), {}};
    std::size_t size = 0;
    while (size <= result.causes.size()) {
        auto illegal = firstIllegal(result.causes, size, visit);
        if (!illegal) {
            ++size;
            continue;
        }
        assert(size > 0 && size < result.causes.size() && "A and B are legal");
        const FieldSet joined = join(result.causes, illegal->fault.operands);
        result.joinings.push_back({illegal->fromB, joined, std::move(illegal->fault.reason)});
        size = 0;
    }
    return result;
}

} // namespace planscope
