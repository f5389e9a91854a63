#include "evaluation/estimate/network_tier_laws.h"

#include <array>
#include <set>
#include <string_view>

#include <boost/multiprecision/cpp_int.hpp>

namespace planscope {
namespace {

struct Group {
    std::string_view name;
    std::int64_t degree = 0;
    std::int64_t tier = 0;
};
using Groups = std::array<Group, 3>;

Groups groupsOf(const GroupDegrees& degrees, const NetworkTierBinding& tiers)
{
    return {{{"tensor", degrees.tensor, tiers.tensor},
             {"pipeline", degrees.pipeline, tiers.pipeline},
             {"data", degrees.data, tiers.data}}};
}

bool exists(std::int64_t tier, const SystemModel& system)
{
    return tier >= 0 && static_cast<std::size_t>(tier) < system.tiers().size();
}

enum class TierFit { Holds, TooLarge, NotFilled };

TierFit fitOf(const Groups& groups, std::int64_t index, const TierModel& tier)
{
    WideInteger product = 1;
    bool large = false; // beyond 128 bits, so beyond every size
    for (const Group& group : groups)
        if (group.tier == index && group.degree > 1)
            large |= __builtin_mul_overflow(product, static_cast<WideInteger>(group.degree), &product);
    if (large || product > tier.size)
        return TierFit::TooLarge;
    const bool fills = tier.size % static_cast<std::int64_t>(product) == 0;
    return tier.mustBeFilled && !fills ? TierFit::NotFilled : TierFit::Holds;
}

Diagnostic unknownTier(const Group& group, const SystemModel& system)
{
    const std::size_t count = system.tiers().size();
    Diagnostic fault{Severity::Error,
                     Origin::Evaluation,
                     std::string{nameOf(TierLaw::Unknown)},
                     "network_tiers." + std::string{group.name},
                     {},
                     std::to_string(group.tier),
                     {}};
    fault.message = "the system has no network tier " + fault.given + " for the " + std::string{group.name}
        + (count == 0       ? " group; it has no network at all"
               : count == 1 ? " group; its only tier is 0"
                            : " group; its tiers are 0 to " + std::to_string(count - 1));
    for (std::size_t k = 0; k < count; ++k)
        fault.legal.push_back(std::to_string(k));
    return fault;
}

Diagnostic unfitTier(const Groups& groups, std::int64_t index, const TierModel& tier, TierFit fit)
{
    boost::multiprecision::cpp_int product = 1;
    std::string factors;
    for (const Group& group : groups)
        if (group.tier == index && group.degree > 1) {
            product *= group.degree;
            factors += (factors.empty() ? "" : " × ") + std::string{group.name} + " " + std::to_string(group.degree);
        }
    Diagnostic fault{
        Severity::Error, Origin::Evaluation, std::string{nameOf(TierLaw::Capacity)}, "network_tiers", {},
        product.str(),   {}};
    fault.message = "network tier " + std::to_string(index);
    if (fit == TierFit::TooLarge) {
        fault.message += " holds groups of at most " + std::to_string(tier.size) + " ranks, not of " + fault.given;
    } else {
        fault.code = nameOf(TierLaw::Filling);
        fault.message += " must be filled, and groups of " + fault.given + " ranks do not fill its "
            + std::to_string(tier.size);
    }
    fault.message += " (" + factors + ")";
    return fault;
}

} // namespace

std::optional<TierLaw> brokenTierLaw(const GroupDegrees& degrees, const SystemModel& system,
                                     const NetworkTierBinding& tiers)
{
    const Groups groups = groupsOf(degrees, tiers);
    for (const Group& group : groups)
        if (!exists(group.tier, system))
            return TierLaw::Unknown;
    std::optional<TierLaw> broken;
    std::int64_t lowest = 0; // of the tiers that do not fit
    for (const Group& group : groups) {
        const TierFit fit = fitOf(groups, group.tier, system.tiers()[static_cast<std::size_t>(group.tier)]);
        if (fit == TierFit::Holds || (broken && lowest <= group.tier))
            continue;
        broken = fit == TierFit::TooLarge ? TierLaw::Capacity : TierLaw::Filling;
        lowest = group.tier;
    }
    return broken;
}

bool tiersHold(const GroupDegrees& degrees, const SystemModel& system, const NetworkTierBinding& tiers)
{
    return !brokenTierLaw(degrees, system, tiers);
}

Diagnostics networkTierFaults(const GroupDegrees& degrees, const SystemModel& system, const NetworkTierBinding& tiers)
{
    Diagnostics faults;
    const Groups groups = groupsOf(degrees, tiers);
    std::set<std::int64_t> bound; // ascending, each tier once
    for (const Group& group : groups) {
        if (exists(group.tier, system))
            bound.insert(group.tier);
        else
            faults.push_back(unknownTier(group, system));
    }
    for (const std::int64_t index : bound) {
        const TierModel& tier = system.tiers()[static_cast<std::size_t>(index)];
        if (const TierFit fit = fitOf(groups, index, tier); fit != TierFit::Holds)
            faults.push_back(unfitTier(groups, index, tier, fit));
    }
    return faults;
}

} // namespace planscope
