#include "derivation/checks/plan_checks.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

CheckOutcome outcomeFor(std::string_view bytes)
{
    std::vector<CheckOutcome> outcomes;
    checkTargetFields(bytes, outcomes);
    return outcomes.at(0);
}

TEST(TargetFields, AreFoundInKeysAtAnyDepth)
{
    for (const char* key : {"device", "device_id", "kernel", "queue", "route", "network_tier", "latency_seconds",
                            "peak_bandwidth", "time"}) {
        const std::string bytes = R"({"tasks":[{"facts":{")" + std::string{key} + R"(":1}}]})";
        const CheckOutcome outcome = outcomeFor(bytes);
        EXPECT_FALSE(outcome.passed) << key;
        EXPECT_EQ(outcome.culprit, key);
    }
}

TEST(TargetFields, AreNotMistakenForValuesOrPartsOfWords)
{
    EXPECT_TRUE(outcomeFor(R"({"objectives":[{"metric":"latency","sense":"minimise"}]})").passed);
    EXPECT_TRUE(outcomeFor(R"({"corelated":1,"timely":{"devices_":2}})").passed);
    EXPECT_TRUE(outcomeFor(R"({"name":"\"device\":1"})").passed);
    EXPECT_TRUE(outcomeFor("{}").passed);
}

} // namespace
} // namespace planscope
