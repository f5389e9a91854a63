#include "report/ir_difference.h"
#include "sample_results.h"

#include <gmock/gmock.h>

namespace planscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(UnifiedDifference, EqualTextsHaveNone)
{
    EXPECT_EQ(unifiedDifference("a\nb\n", "a\nb\n", "x", "y"), "");
}

TEST(UnifiedDifference, ShowsContextAndRanges)
{
    EXPECT_EQ(unifiedDifference("1\n2\n3\n4\n5\n", "1\n2\nx\n4\n5\n", "x", "y", 1),
              "--- x\n+++ y\n@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n");
}

TEST(UnifiedDifference, OfNothingCountsFromTheLineBefore)
{
    EXPECT_EQ(unifiedDifference("", "a\n", "x", "y"), "--- x\n+++ y\n@@ -0,0 +1 @@\n+a\n");
    EXPECT_EQ(unifiedDifference("a\n", "", "x", "y"), "--- x\n+++ y\n@@ -1 +0,0 @@\n-a\n");
    EXPECT_EQ(unifiedDifference("1\n2\n", "1\nx\n2\n", "x", "y", 0), "--- x\n+++ y\n@@ -1,0 +2 @@\n+x\n");
}

TEST(UnifiedDifference, ChangesFarApartAreHunksOfTheirOwn)
{
    EXPECT_EQ(unifiedDifference("a\n1\n2\n3\nb\n", "A\n1\n2\n3\nB\n", "x", "y", 1),
              "--- x\n+++ y\n@@ -1,2 +1,2 @@\n-a\n+A\n 1\n@@ -4,2 +4,2 @@\n 3\n-b\n+B\n");
    EXPECT_EQ(unifiedDifference("a\n1\n2\nb\n", "A\n1\n2\nB\n", "x", "y", 1),
              "--- x\n+++ y\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n-b\n+B\n");
}

TEST(ComparableText, NamedFormHasNoIdsOfEntities)
{
    const CandidateResultPtr result = test::sampleResult();
    const std::string named = comparableText(result, IrKind::PortablePlan, IrTextForm::Named);
    EXPECT_THAT(named, AllOf(HasSubstr("\"id\": \"plan_task mlp.expand.forward\""), Not(HasSubstr("task:"))));
    const std::string canonical = comparableText(result, IrKind::PortablePlan, IrTextForm::Canonical);
    EXPECT_THAT(canonical, HasSubstr("\"plan_task:"));
    // Nothing but white space is added to the canonical bytes.
    std::string squeezed;
    bool inString = false;
    for (const char c : canonical) {
        inString = inString != (c == '"');
        if (inString || (c != ' ' && c != '\n'))
            squeezed += c;
    }
    EXPECT_EQ(squeezed, result->derivation->snapshot(IrKind::PortablePlan)->bytes());
}

TEST(ComparableText, WithoutASnapshotThereIsNone)
{
    EXPECT_EQ(comparableText(nullptr, IrKind::Model, IrTextForm::Summary), "");
}

} // namespace
} // namespace planscope
