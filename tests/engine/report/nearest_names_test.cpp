#include "report/nearest_names.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

using Names = std::vector<std::string>;

TEST(NearestNames, nearestFirstAndNothingFarFetched)
{
    const Names names{"mlp.expand.forward", "mlp.gelu.forward", "attention.softmax.forward", "x"};
    EXPECT_EQ(nearestNames("mlp.expnd.forward", names, 2), (Names{"mlp.expand.forward", "mlp.gelu.forward"}));
    EXPECT_EQ(nearestNames("MLP.EXPAND.FORWARD", names, 1), (Names{"mlp.expand.forward"}));
    EXPECT_EQ(nearestNames("zzzz", names, 3), Names{});
}

TEST(NearestNames, theLastPartCountsFirst)
{
    const Names names{"time.peak_only.hop", "utilisation.peak_only.mfu_full", "utilisation.peak_only.mfu_causal",
                      "time.peak_only.mfuture", "block.mfu"};
    EXPECT_EQ(nearestNames("time.peak_only.mfu", names, 3),
              (Names{"block.mfu", "utilisation.peak_only.mfu_full", "utilisation.peak_only.mfu_causal"}));
}

TEST(NearestNames, longNamesCostLittle)
{
    const Names names(100, std::string(1 << 20, 'a'));
    EXPECT_EQ(nearestNames(std::string(1 << 20, 'a'), names, 1).size(), 1U);
}

} // namespace
} // namespace planscope
