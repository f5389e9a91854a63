#include "report/result_text.h"

#include "report/comparison_text.h"
#include "report/ir_text.h"
#include "sample_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

namespace planscope {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Digests and numbers of checks move with the derivation; the text around them is what this test holds fast.
std::string withoutDigests(const std::string& text)
{
    const std::string masked = std::regex_replace(text, std::regex("[0-9a-f]{12}\\b"), "############");
    return std::regex_replace(masked, std::regex("all [0-9]+ checks"), "all # checks");
}

std::string golden(const std::string& name)
{
    std::ifstream file(std::string{PLANSCOPE_SOURCE_DIR} + "/tests/golden/report/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(ResultText, readsAsAgreed)
{
    EXPECT_EQ(withoutDigests(resultText(*test::sampleResult())), golden("result.txt"));
}

TEST(ResultText, aRefusedCaseIsItsDiagnostics)
{
    EXPECT_EQ(
        resultText(test::refusedResult()),
        "(no name): refused\n"
        "  error: mapping.tensor.degree: 3 does not divide 16 heads; nearest: 2, 4 [mapping.tensor.divides_heads]\n"
        "    given 3; legal 1, 2, 4\n");
}

TEST(ResultText, overCapacityIsSaidInTheFirstLine)
{
    const std::string text = resultText(*test::sampleResult("big", 0.001));
    EXPECT_THAT(text.substr(0, text.find('\n')), HasSubstr("over capacity"));
    EXPECT_THAT(text, HasSubstr("memory.over_capacity"));
}

TEST(ResultText, namesCannotSteerTheTerminal)
{
    EXPECT_THAT(resultText(*test::sampleResult("\x1b[2J")), Not(HasSubstr("\x1b")));
}

TEST(ResultText, hostTimeStandsOnlyWhereAskedFor)
{
    EXPECT_THAT(resultText(*test::sampleResult()), Not(HasSubstr("on this host")));
    ResultTextOptions options;
    options.hostTime = true;
    EXPECT_THAT(resultText(*test::sampleResult(), options), HasSubstr("on this host"));
}

TEST(ComparisonTable, oneLineACandidate)
{
    ComparisonTable table;
    table.add(1, ComparisonTable::rowFor(*test::sampleResult("first")));
    table.add(2, ComparisonTable::rowFor(test::refusedResult()));
    const std::string text = table.text();
    EXPECT_THAT(text, HasSubstr("2×2×1"));
    EXPECT_THAT(text, HasSubstr("mapping.tensor.divides_heads"));
}

TEST(IrText, longTextNamesEveryEntity)
{
    const auto result = test::sampleResult();
    const auto& plan = result->derivation->plan();
    const std::string brief = irText(*result->derivation->snapshot(IrKind::PortablePlan), IrTextDetail::Short);
    const std::string full = irText(*result->derivation->snapshot(IrKind::PortablePlan), IrTextDetail::Long);
    for (const PlanTask& task : plan.tasks) {
        EXPECT_THAT(full, HasSubstr(task.id.toString()));
        EXPECT_THAT(brief, Not(HasSubstr(task.id.toString())));
    }
    EXPECT_THAT(brief, HasSubstr("matrix_multiply"));
    for (const auto& snapshot : result->derivation->history.snapshots)
        EXPECT_THAT(irText(*snapshot, IrTextDetail::Short), HasSubstr(snapshot->digest().toString()));
}

} // namespace
} // namespace planscope
