#include "report/explanation_text.h"

#include "base/json_document.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

std::vector<Explanation> twoExplanations()
{
    const SymbolExplanation b{"b", "sequences", "", "2", ""}, s{"s", "tokens", "", "8", ""},
        t{"T", "all tokens", "b·s", "16", ""};
    return {{"a.forward", "a book", {b, s, t}, {{"operations", "operations", "3·T", "3·16", "48"}}},
            {"b.forward",
             "a paper",
             {b},
             {{"read_bytes", "bytes", "b", "2", "2"}, {"write_bytes", "bytes", "0", "0", "0"}}}};
}

TEST(ExplanationText, formulaValuesResultSourceAndEachSymbolOnce)
{
    EXPECT_EQ(explanationText(twoExplanations()),
              "a.forward\n"
              "  operations    3·T\n"
              "              = 3·16\n"
              "              = 48 operations\n"
              "  source: a book\n"
              "\n"
              "b.forward\n"
              "  read_bytes     b\n"
              "               = 2 bytes\n"
              "  write_bytes    0\n"
              "  source: a paper\n"
              "\n"
              "where\n"
              "  b  given   = 2  sequences\n"
              "  s  given   = 8  tokens\n"
              "  T  = b·s  = 16  all tokens\n");
}

TEST(ExplanationText, aNameWithTwoMeaningsIsToldBelowEachAndWhatIsExplainedElsewhereIsNamed)
{
    const std::vector<Explanation> explanations{
        {"time.peak_only",
         "sum",
         {{"fwd", "forward", "", "0.5", "block_time.peak_only"}},
         {{"seconds", "seconds", "fwd", "0.5", "0.5"}}},
        {"time.evidence", "sum", {{"fwd", "forward", "", "0.75", ""}}, {{"share", "", "fwd/2", "0.75/2", "0.375"}}}};
    EXPECT_EQ(explanationText(explanations),
              "time.peak_only\n"
              "  seconds    fwd\n"
              "           = 0.5 seconds\n"
              "  source: sum\n"
              "\n"
              "where\n"
              "  fwd  see block_time.peak_only  = 0.5  forward\n"
              "\n"
              "time.evidence\n"
              "  share    fwd/2\n"
              "         = 0.75/2\n"
              "         = 0.375\n"
              "  source: sum\n"
              "\n"
              "where\n"
              "  fwd  given  = 0.75  forward\n"
              "\n");
}

TEST(ExplanationText, jsonHoldsTheSame)
{
    const auto document = JsonDocument::parse(explanationJson(twoExplanations()));
    ASSERT_TRUE(document);
    const JsonValue first = *document->root().elements().begin();
    EXPECT_EQ(first.find("subject")->text(), "a.forward");
    const JsonValue fact = *first.find("facts")->elements().begin();
    EXPECT_EQ(fact.find("formula")->text(), "3·T");
    EXPECT_EQ(fact.find("result")->integer(), 48);
    EXPECT_EQ(first.find("symbols")->childCount(), 3U);
}

} // namespace
} // namespace planscope
