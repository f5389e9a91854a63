#include "small_system.h"

#include "evaluation/estimate/network_tier_laws.h"

#include <gtest/gtest.h>

#include <limits>

namespace planscope::test {
namespace {

PlanProgram degrees(std::int64_t tensor, std::int64_t pipeline, std::int64_t data)
{
    PlanProgram program = smallProgram();
    program.tensorDegree = tensor;
    program.pipelineDegree = pipeline;
    program.dataDegree = data;
    return program;
}

/// "code path given", one a fault; also holds all ways of asking equal.
std::vector<std::string> faultsOf(const PlanProgram& program, const NetworkTierBinding& tiers,
                                  const SystemProfile& profile = smallSystem())
{
    const SystemModel system{profile, Datatype::Float16};
    std::vector<std::string> brief;
    for (const Diagnostic& fault : networkTierFaults(groupDegreesOf(program), system, tiers)) {
        brief.push_back(fault.code + " " + fault.path + " " + fault.given);
        EXPECT_EQ(fault.severity, Severity::Error);
        EXPECT_EQ(fault.origin, Origin::Evaluation);
        EXPECT_FALSE(fault.message.empty());
    }
    EXPECT_EQ(brief.empty(), tiersHold(groupDegreesOf(program), system, tiers));
    const auto first = brokenTierLaw(groupDegreesOf(program), system, tiers);
    EXPECT_EQ(brief.empty() ? "" : brief[0].substr(0, brief[0].find(' ')), first ? nameOf(*first) : "");
    return brief;
}
using Faults = std::vector<std::string>;

TEST(NetworkTierLaws, ATierHoldsTheProductOfItsDegrees)
{
    EXPECT_EQ(faultsOf(degrees(8, 64, 1), {0, 1, 1}), Faults{});
    EXPECT_EQ(faultsOf(degrees(8, 8, 8), {0, 1, 1}), Faults{});
    EXPECT_EQ(faultsOf(degrees(8, 8, 9), {0, 1, 1}), Faults{"network_tiers.capacity network_tiers 72"});
    EXPECT_EQ(faultsOf(degrees(16, 1, 1), {0, 1, 1}), Faults{"network_tiers.capacity network_tiers 16"});
}

TEST(NetworkTierLaws, ATierThatMustBeFilledIsFilledByWholeGroups)
{
    EXPECT_EQ(faultsOf(degrees(2, 2, 1), {0, 0, 0}), Faults{});
    EXPECT_EQ(faultsOf(degrees(3, 1, 1), {0, 1, 1}), Faults{"network_tiers.filling network_tiers 3"});
    EXPECT_EQ(faultsOf(degrees(2, 3, 1), {0, 0, 1}), Faults{"network_tiers.filling network_tiers 6"});
    EXPECT_EQ(faultsOf(degrees(1, 3, 1), {1, 1, 1}), Faults{}) << "the far tier need not be filled";
}

TEST(NetworkTierLaws, AnIndexThatDoesNotExistIsUnknownAlsoAtDegreeOne)
{
    EXPECT_EQ(
        faultsOf(degrees(1, 1, 1), {0, -1, 2}),
        (Faults{"network_tiers.unknown network_tiers.pipeline -1", "network_tiers.unknown network_tiers.data 2"}));
    const SystemModel system{smallSystem(), Datatype::Float16};
    EXPECT_EQ(networkTierFaults(groupDegreesOf(degrees(1, 1, 1)), system, {2, 0, 0})[0].legal,
              (std::vector<std::string>{"0", "1"}));
    SystemProfile none = smallSystem();
    none.networks.clear();
    EXPECT_EQ(faultsOf(degrees(1, 1, 1), {}, none).size(), 3u);
}

TEST(NetworkTierLaws, UnknownOnesComeFirstThenTiersAscending)
{
    EXPECT_EQ(faultsOf(degrees(128, 3, 5), {1, 0, 7}),
              (Faults{"network_tiers.unknown network_tiers.data 7", "network_tiers.filling network_tiers 3",
                      "network_tiers.capacity network_tiers 128"}));
}

TEST(NetworkTierLaws, AnUnknownOneDoesNotCountInAnyTier)
{
    EXPECT_EQ(faultsOf(degrees(8, 8, 1), {0, 9, 9}),
              (Faults{"network_tiers.unknown network_tiers.pipeline 9", "network_tiers.unknown network_tiers.data 9"}));
}

TEST(NetworkTierLaws, ProductsDoNotWrap)
{
    const std::int64_t half = std::int64_t{1} << 32;
    EXPECT_EQ(faultsOf(degrees(half, half, 1), {1, 1, 1}),
              Faults{"network_tiers.capacity network_tiers 18446744073709551616"});
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(faultsOf(degrees(most, most, most), {1, 1, 1}),
              Faults{"network_tiers.capacity network_tiers 784637716923335095224261902710254454442933591094742482943"});
}

TEST(NetworkTierLaws, ABrokenOneLeavesMemoryAndCapacityStanding)
{
    SystemProfile system = smallSystem();
    system.capacityGib = 10.0 / 1073741824;
    const auto result = estimateOf(degrees(16, 1, 1), {work(Primitive::Linear, 1, 1, 1)}, system);
    ASSERT_TRUE(result);
    EXPECT_FALSE(result->modes);
    EXPECT_EQ(result->memory.total.value(), 16);
    ASSERT_EQ(result->diagnostics.size(), 2u);
    EXPECT_EQ(result->diagnostics[0].code, "network_tiers.capacity");
    EXPECT_EQ(result->diagnostics[1].code, "memory.over_capacity");
    EXPECT_EQ(result->diagnostics[1].path, "memory.total");
    EXPECT_EQ(result->diagnostics[1].given, "16");
    EXPECT_EQ(result->diagnostics[1].severity, Severity::Warning);
}

TEST(Capacity, IsReachedBeforeItIsExceeded)
{
    SystemProfile system = smallSystem();
    const std::vector<Invocation> any{work(Primitive::Linear, 1, 1, 1)};
    system.capacityGib = 16.0 / 1073741824;
    EXPECT_TRUE(estimateOf(smallProgram(), any, system)->diagnostics.empty());
    system.capacityGib = 15.5 / 1073741824;
    EXPECT_EQ(estimateOf(smallProgram(), any, system)->diagnostics.size(), 1u);
}

} // namespace
} // namespace planscope::test
