#include "base/json_document.h"

#include <cmath>
#include <cstdint>

#include <gmock/gmock.h>

namespace planscope {
namespace {

JsonDocument parsed(std::string_view text)
{
    auto document = JsonDocument::parse(text);
    EXPECT_TRUE(document) << text << ": " << (document ? "" : oneLine(document.error().front()));
    return std::move(document).value();
}

Diagnostic faultOf(std::string_view text)
{
    const auto document = JsonDocument::parse(text);
    EXPECT_FALSE(document) << text;
    return document ? Diagnostic{} : document.error().front();
}

TEST(JsonDocument, KeepsMembersInTheOrderOfTheFileDuplicatesIncluded)
{
    const JsonDocument document = parsed(R"( { "b" : [1, {"x": null}], "a": "t" , "b":true } )");
    const JsonValue root = document.root();
    std::vector<std::string> names;
    for (const JsonValue::Member member : root.members())
        names.emplace_back(member.name);
    EXPECT_THAT(names, testing::ElementsAre("b", "a", "b"));
    EXPECT_EQ(root.childCount(), 3u);
    EXPECT_TRUE(root.find("b")->isArray());
    EXPECT_EQ(root.find("a")->text(), "t");
    EXPECT_FALSE(root.find("c"));
    EXPECT_FALSE(root.find("a")->find("t"));
    EXPECT_EQ(root.compact(), R"({"b":[1,{"x":null}],"a":"t","b":true})");
}

TEST(JsonDocument, WalksNestedElements)
{
    const JsonDocument document = parsed("[[], [1, 2], {}, [[3]]]");
    std::vector<std::string> elements;
    for (const JsonValue element : document.root().elements())
        elements.push_back(element.compact());
    EXPECT_THAT(elements, testing::ElementsAre("[]", "[1,2]", "{}", "[[3]]"));
}

TEST(JsonDocument, KnowsTheKinds)
{
    const JsonDocument document = parsed(R"([null, false, 1, "s", [], {}])");
    std::vector<JsonKind> kinds;
    for (const JsonValue element : document.root().elements())
        kinds.push_back(element.kind());
    EXPECT_THAT(kinds,
                testing::ElementsAre(JsonKind::Null, JsonKind::Boolean, JsonKind::Number, JsonKind::String,
                                     JsonKind::Array, JsonKind::Object));
}

TEST(JsonDocument, KeepsTheDigitsOfNumbersAsWritten)
{
    for (const std::string text : {"0", "-0", "-0.0", "8.0", "1e5", "1E+05", "0.10", "9223372036854775808",
                                   "-9223372036854775809", "1e999", "1e-999"})
        EXPECT_EQ(parsed(text).root().text(), text);
    const std::string many(4000, '9');
    EXPECT_EQ(parsed(many).root().text(), many);
}

TEST(JsonDocument, TellsIntegersFromOtherNumbers)
{
    const auto integerOf = [](std::string_view text) { return parsed(text).root().integer(); };
    EXPECT_EQ(integerOf("9223372036854775807"), INT64_MAX);
    EXPECT_EQ(integerOf("-9223372036854775808"), INT64_MIN);
    EXPECT_EQ(integerOf("-0"), 0);
    for (const char* text : {"9223372036854775808", "-9223372036854775809", "8.0", "1e2", "\"1\"", "true", "[1]"})
        EXPECT_EQ(integerOf(text), std::nullopt) << text;
}

TEST(JsonDocument, ReadsTheNearestDouble)
{
    const auto numberOf = [](const std::string& text) { return parsed(text).root().number(); };
    EXPECT_EQ(numberOf("0.1"), 0.1);
    EXPECT_EQ(numberOf("1e308"), 1e308);
    EXPECT_EQ(numberOf("9007199254740993"), 9007199254740992.0) << "ties to even";
    EXPECT_EQ(numberOf("\"1\""), std::nullopt);
    EXPECT_TRUE(std::signbit(*numberOf("-0")));
}

TEST(JsonDocument, HasNoDoubleForWhatIsBeyondAll)
{
    const auto numberOf = [](const std::string& text) { return parsed(text).root().number(); };
    for (const std::string& text :
         {std::string{"1e999"}, std::string{"-1e999"}, std::string(400, '9'), std::string(400, '9') + "e-1"})
        EXPECT_EQ(numberOf(text), std::nullopt) << text;
}

TEST(JsonDocument, ReadsWhatIsTooSmallAsZero)
{
    const auto numberOf = [](const std::string& text) { return parsed(text).root().number(); };
    for (const std::string& text :
         {std::string{"1e-999"}, "0." + std::string(400, '0') + "1", "0." + std::string(400, '0') + "1e9",
          std::string{"1e-99999999999999999999"}, std::string{"0e999"}})
        EXPECT_EQ(numberOf(text), 0.0) << text;
}

TEST(JsonDocument, ReadsEscapes)
{
    EXPECT_EQ(parsed(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00")").root().text(), "\"\\/\b\f\n\r\tAé€😀");
    EXPECT_EQ(parsed(R"("\u0000")").root().text(), std::string_view("\0", 1));
    EXPECT_EQ(parsed(R"({"\u0061": 1})").root().find("a")->integer(), 1);
}

TEST(JsonDocument, SkipsAByteOrderMark)
{
    EXPECT_EQ(parsed("\xef\xbb\xbf[1]").root().compact(), "[1]");
}

TEST(JsonDocument, GivesValuesAsWrittenForDiagnostics)
{
    const JsonDocument document = parsed(R"({"s": "text", "n": 8.0, "o": {"b": [1, 2], "a": "\n"}})");
    EXPECT_EQ(document.root().find("s")->asGiven(), "text");
    EXPECT_EQ(document.root().find("n")->asGiven(), "8.0");
    EXPECT_EQ(document.root().find("o")->asGiven(), R"({"b":[1,2],"a":"\u000a"})");
    EXPECT_EQ(document.root().find("o")->brief(8), R"({"b":[1,…)");
    EXPECT_EQ(document.root().find("s")->brief(2), "te…");
    EXPECT_EQ(document.root().brief(), document.root().compact());
}

struct Malformed {
    std::string text;
    std::string place;
    std::string reason;
    std::string given;
};

TEST(JsonDocument, SaysWhereAndWhyATextIsNoJson)
{
    const Malformed cases[] = {
        {"", "line 1, column 1", "unexpected end of input, expected '[', '{', or a literal", ""},
        {"[1, 2", "line 1, column 6", "unexpected end of input, expected ']'", ""},
        {"\"abc", "line 1, column 5", "invalid string: missing closing quote", ""},
        {"{\"a\":", "line 1, column 6", "unexpected end of input, expected '[', '{', or a literal", ""},
        {"nan", "line 1, column 2", "invalid literal", "an"},
        {"+1", "line 1, column 1", "invalid literal", "+1"},
        {"[1.]", "line 1, column 4", "invalid number, expected digit after '.'", "]"},
        {"[01]", "line 1, column 3", "unexpected number literal, expected ']'", "1]"},
        {"[1,]", "line 1, column 4", "unexpected ']', expected '[', '{', or a literal", "]"},
        {"{\"a\" 1}", "line 1, column 6", "unexpected number literal, expected ':'", "1}"},
        {"{a:1}", "line 1, column 2", "invalid literal, expected string literal", "a:1}"},
        {"{\"a\":1,}", "line 1, column 8", "unexpected '}', expected string literal", "}"},
        {"{} []", "line 1, column 4", "unexpected '[', expected end of input", "[]"},
        {"{\n  \"a\": 1,\n  \"b\": x\n}", "line 3, column 8", "invalid literal", "x"},
        {"\"a\nb\"", "line 1, column 3",
         "invalid string: control character U+000A (LF) must be escaped to \\u000A or \\n", "byte 0x0a"},
        {R"("\x")", "line 1, column 3", "invalid string: forbidden character after backslash", "x\""},
        {R"("\ud800")", "line 1, column 8",
         "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF", "\""},
        {std::string("[1]\0[2]", 7), "line 1, column 4", "a NUL byte", "byte 0x00"},
        {std::string(10'001, '7'), "line 1, column 10001", "a number of more than 10000 digits", "7"},
        {"1e99999", "line 1, column 7", "a number beyond every range", "9"},
    };
    for (const Malformed& malformed : cases) {
        const Diagnostic fault = faultOf(malformed.text);
        EXPECT_EQ(fault.code, "file.syntax");
        EXPECT_EQ(fault.message, "not valid JSON at " + malformed.place + ": " + malformed.reason) << malformed.text;
        EXPECT_EQ(fault.given, malformed.given) << malformed.text;
    }
}

TEST(JsonDocument, RefusesInvalidUtf8)
{
    for (const char* bytes : {"\xff", "\x80", "\xc3", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                              "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xf0\x9f\x98"}) {
        const Diagnostic fault = faultOf("\"" + std::string{bytes} + "\"");
        EXPECT_THAT(fault.message, testing::EndsWith("invalid string: ill-formed UTF-8 byte"));
    }
    for (const char* bytes : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                              "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(parsed("\"" + std::string{bytes} + "\"").root().text(), bytes);
}

TEST(JsonDocument, NestsSixtyFourLevelsAndNoMore)
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_EQ(parsed(nested(64)).root().compact(), nested(64));
    EXPECT_EQ(faultOf(nested(65)).code, "file.too_deep");
    EXPECT_EQ(faultOf(std::string(1'000'000, '[')).code, "file.too_deep");
    std::string objects;
    for (int k = 0; k < 65; ++k)
        objects += "{\"a\":";
    EXPECT_EQ(faultOf(objects).code, "file.too_deep");
}

TEST(JsonDocument, RefusesWhatIsTooLarge)
{
    EXPECT_EQ(faultOf(std::string(JsonDocument::maximumBytes + 1, ' ')).code, "file.too_large");
    std::string values = "[0";
    values.reserve(2 * JsonDocument::maximumValues + 2);
    while (values.size() < 2 * JsonDocument::maximumValues)
        values += ",0";
    EXPECT_EQ(faultOf(values + "]").code, "file.too_large");
}

TEST(JsonDocument, SurvivesAMove)
{
    JsonDocument first = parsed(R"(["moved"])");
    const JsonDocument second = std::move(first);
    EXPECT_EQ(second.root().compact(), R"(["moved"])");
}

} // namespace
} // namespace planscope
