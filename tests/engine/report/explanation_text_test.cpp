#include "report/explanation_text.h"

#include "base/json_document.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

std::vector<Explanation> twoExplanations()
{
    const SymbolExplanation b{"b", "sequences", "", "2"}, s{"s", "tokens", "", "8"}, t{"T", "all tokens", "b·s", "16"};
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
