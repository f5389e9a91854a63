#include "report/result_text.h"

#include "report/comparison_text.h"
#include "report/ir_text.h"
#include "sample_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string_view>

namespace planscope {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Digests and numbers of checks move with the derivation; the text around them is what this test holds fast: the
/// last 12 digits of a long hexadecimal word and the digits of "all 41 checks" become '#'.
std::string withoutDigests(std::string text)
{
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    constexpr std::size_t brief = 12;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_not_of(hexadecimal, begin), text.size());
        if (end - begin >= brief && (end == text.size() || std::isalnum(static_cast<unsigned char>(text[end])) == 0))
            text.replace(end - brief, brief, brief, '#');
        begin = end + 1;
    }
    constexpr std::string_view all = "all ";
    for (std::size_t at = text.find(all); at != std::string::npos; at = text.find(all, at + 1)) {
        const std::size_t digits = at + all.size();
        const std::size_t end = text.find_first_not_of("0123456789", digits);
        if (end > digits && text.compare(end, 7, " checks") == 0)
            text.replace(digits, end - digits, "#");
    }
    return text;
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
