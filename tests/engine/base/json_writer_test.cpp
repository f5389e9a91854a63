#include "base/json_writer.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace planscope {
namespace {

void writeSample(JsonWriter& writer)
{
    writer.beginObject();
    writer.key("a");
    writer.beginArray();
    writer.integer(1);
    writer.number(2);
    writer.boolean(true);
    writer.null();
    writer.endArray();
    writer.key("b");
    writer.beginObject();
    writer.endObject();
    writer.key("c");
    writer.raw("[]");
    writer.endObject();
}

TEST(JsonWriter, WritesCompactlyWithoutWhiteSpace)
{
    JsonWriter writer;
    writeSample(writer);
    EXPECT_EQ(writer.take(), R"({"a":[1,2.0,true,null],"b":{},"c":[]})");
}

TEST(JsonWriter, IndentsOneValueALine)
{
    JsonWriter writer{JsonWriter::Layout::Indented};
    writeSample(writer);
    EXPECT_EQ(writer.take(), R"({
  "a": [
    1,
    2.0,
    true,
    null
  ],
  "b": {},
  "c": []
})");
}

TEST(JsonWriter, EscapesQuotesBackslashesAndControlCharactersOnly)
{
    JsonWriter writer;
    writer.string("\"\\/\n\x01\x1f\x7f é😀");
    EXPECT_EQ(writer.take(), R"("\"\\/\u000a\u0001\u001f\u007f é😀")");
}

TEST(JsonWriter, WritesIntegersOfAllSixtyFourBits)
{
    JsonWriter writer;
    writer.beginArray();
    writer.integer(std::numeric_limits<std::int64_t>::min());
    writer.integer(std::numeric_limits<std::int64_t>::max());
    writer.endArray();
    EXPECT_EQ(writer.take(), "[-9223372036854775808,9223372036854775807]");
}

TEST(ShortestDouble, ReadsBackAndLooksLikeADouble)
{
    EXPECT_EQ(shortestDouble(0.1), "0.1");
    EXPECT_EQ(shortestDouble(3), "3.0");
    EXPECT_EQ(shortestDouble(-0.0), "-0.0");
    EXPECT_EQ(shortestDouble(1e-5), "1e-05");
    EXPECT_EQ(shortestDouble(1e300), "1e+300");
    EXPECT_EQ(shortestDouble(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(shortestDouble(std::numeric_limits<double>::denorm_min()), "5e-324");
}

} // namespace
} // namespace planscope
