#include "report/text_table.h"

#include <gtest/gtest.h>

namespace planscope {
namespace {

using Align = TextTable::Align;

TEST(TextTable, alignsByCodePointsAndLeavesNoTrailingBlanks)
{
    TextTable table{{{"time", Align::Left}, {"value", Align::Right}, {"", Align::Left}}};
    table.row({"µs", "1"});
    table.rule();
    table.row({"total", "12345", "x"});
    EXPECT_EQ(table.text(1),
              " time   value\n"
              " µs         1\n"
              " ───────────────\n"
              " total  12345  x\n");
}

TEST(TextTable, printableEscapesWhatCouldSteerATerminal)
{
    EXPECT_EQ(printable("plain µ 名"), "plain µ 名");
    EXPECT_EQ(printable("\x1b[2Jx\n"), "\\u001b[2Jx\\u000a");
    EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");      // a C1 control
    EXPECT_EQ(printable("\xe2\x80\xae"), "\\u202e");  // right-to-left override
    EXPECT_EQ(printable("a\xff\xc3"), "a\\xff\\xc3"); // no UTF-8
    EXPECT_EQ(printable("\xbf\xbf\xbf\xbf\xbf"), "\\xbf\\xbf\\xbf\\xbf\\xbf");
    EXPECT_EQ(printable("abcdef", 3), "abc…");
}

} // namespace
} // namespace planscope
