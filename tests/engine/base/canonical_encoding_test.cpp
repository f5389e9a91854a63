#include "base/canonical_encoding.h"

#include "base/lineage.h"

#include <cstdint>
#include <limits>

#include <gmock/gmock.h>

namespace planscope {
namespace {

enum class Colour { Red, DarkBlue };

} // namespace

template <>
struct EnumNames<Colour> {
    static constexpr std::array<std::string_view, 2> names{"red", "dark_blue"};
};

namespace {

struct PartKind {
    static constexpr std::string_view prefix = "part";
};

struct Round {
    static constexpr std::string_view alternativeName = "round";
    friend bool operator==(const Round&, const Round&) = default;
};
struct Square {
    static constexpr std::string_view alternativeName = "square";
    std::int64_t side = 0;
    friend bool operator==(const Square&, const Square&) = default;
};

template <class Io, Described<Round> Self>
void describe(Io&, Self&)
{
}
template <class Io, Described<Square> Self>
void describe(Io& io, Self& square)
{
    io.field("side", square.side);
}

/// One field for each row of the grammar's table.
struct Everything {
    Bytes bytes;
    Colour colour = Colour::Red;
    Digest digest;
    bool flag = false;
    EntityId<PartKind> id;
    std::vector<std::vector<std::int64_t>> lists;
    std::optional<Square> maybe;
    std::int64_t number = 0;
    double real = 0;
    std::variant<Round, Square> shape;
    std::string text;
    friend bool operator==(const Everything&, const Everything&) = default;
};

template <class Io, Described<Everything> Self>
void describe(Io& io, Self& all)
{
    io.field("bytes", all.bytes);
    io.field("colour", all.colour);
    io.field("digest", all.digest);
    io.field("flag", all.flag);
    io.field("id", all.id);
    io.field("lists", all.lists);
    io.field("maybe", all.maybe);
    io.field("number", all.number);
    io.field("real", all.real);
    io.field("shape", all.shape);
    io.field("text", all.text);
}

struct Unsorted {
    std::int64_t a = 0;
};
template <class Io, Described<Unsorted> Self>
void describe(Io& io, Self& value)
{
    io.field("b", value.a);
    io.field("a", value.a);
}

Everything sample()
{
    Everything all;
    all.bytes = Bytes{-5};
    all.colour = Colour::DarkBlue;
    all.digest = Digest::of("");
    all.flag = true;
    all.id = *EntityId<PartKind>::parse("part:00000000000000ff");
    all.lists = {{}, {1, 2}};
    all.maybe = Square{4};
    all.number = std::numeric_limits<std::int64_t>::min();
    all.real = 1.5;
    all.shape = Square{3};
    all.text = "\"\\\n é";
    return all;
}

const std::string sampleText =
    R"({"bytes":-5,"colour":"dark_blue",)"
    R"("digest":"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","flag":true,)"
    R"("id":"part:00000000000000ff","lists":[[],[1,2]],"maybe":{"side":4},"number":-9223372036854775808,)"
    R"("real":"3ff8000000000000","shape":{"square":{"side":3}},"text":"\"\\\u000a é"})";

std::string changed(std::string_view from, std::string_view to)
{
    std::string text = sampleText;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::vector<std::string> faultsOf(const std::string& text)
{
    std::vector<std::string> faults;
    const auto decoded = decodeCanonical<Everything>(text);
    if (!decoded)
        for (const Diagnostic& fault : decoded.error())
            faults.push_back(fault.code + " at " + fault.path);
    return faults;
}

TEST(CanonicalEncoding, WritesEachRowOfTheGrammar)
{
    EXPECT_EQ(encodeCanonical(sample()), sampleText);
    Everything all = sample();
    all.maybe.reset();
    all.shape = Round{};
    const std::string text = encodeCanonical(all);
    EXPECT_THAT(text, testing::HasSubstr(R"("maybe":null)"));
    EXPECT_THAT(text, testing::HasSubstr(R"("shape":{"round":{}})"));
}

TEST(CanonicalEncoding, ReadsBackWhatItWrites)
{
    const auto decoded = decodeCanonical<Everything>(sampleText);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, sample());
    Everything all = sample();
    all.maybe.reset();
    all.shape = Round{};
    EXPECT_EQ(*decodeCanonical<Everything>(encodeCanonical(all)), all);
}

TEST(CanonicalEncoding, WritesDoublesAsTheirBits)
{
    const auto bitsOf = [](double value) {
        CanonicalEncoder encoder;
        encoder.write(value);
        return encoder.take();
    };
    EXPECT_EQ(bitsOf(312), R"("4073800000000000")");
    EXPECT_EQ(bitsOf(0.0), R"("0000000000000000")");
    EXPECT_EQ(bitsOf(-0.0), bitsOf(0.0));
    EXPECT_EQ(bitsOf(-1.0), R"("bff0000000000000")");
    EXPECT_EQ(bitsOf(std::numeric_limits<double>::infinity()), R"("7ff0000000000000")");
}

TEST(CanonicalEncoding, WritesLineageAsAnObject)
{
    const Lineage<EntityId<PartKind>> lineage{LineageKind::Clone, "test", {EntityId<PartKind>{}}};
    EXPECT_EQ(encodeCanonical(lineage), R"({"kind":"clone","sources":["part:0000000000000000"],"transform":"test"})");
}

TEST(CanonicalEncodingDeathTest, AssertsThatKeysComeSorted)
{
#ifndef NDEBUG
    EXPECT_DEATH(encodeCanonical(Unsorted{}), "sorted");
#else
    GTEST_SKIP() << "assertions are off";
#endif
}

TEST(CanonicalDecoding, NamesTheFieldThatIsWrong)
{
    using testing::ElementsAre;
    EXPECT_THAT(faultsOf(changed(R"("flag":true,)", "")), ElementsAre("encoding.missing_field at flag"));
    EXPECT_THAT(faultsOf(changed(R"("flag":true)", R"("flag":true,"flagg":1)")),
                ElementsAre("encoding.unknown_field at "));
    EXPECT_THAT(faultsOf(changed(R"("flag":true)", R"("flag":true,"flag":true)")),
                ElementsAre("encoding.unknown_field at "));
    EXPECT_THAT(faultsOf(changed(R"("flag":true)", R"("flag":1)")), ElementsAre("encoding.type at flag"));
    EXPECT_THAT(faultsOf(changed(R"("bytes":-5)", R"("bytes":"-5")")), ElementsAre("encoding.type at bytes"));
    EXPECT_THAT(faultsOf(changed("-5", "5.0")), ElementsAre("encoding.type at bytes"));
    EXPECT_THAT(faultsOf(changed("-9223372036854775808", "9223372036854775808")),
                ElementsAre("encoding.type at number"));
    EXPECT_THAT(faultsOf(changed("dark_blue", "blue")), ElementsAre("encoding.value at colour"));
    EXPECT_THAT(faultsOf(changed("sha256:e", "sha256:g")), ElementsAre("encoding.value at digest"));
    EXPECT_THAT(faultsOf(changed("part:", "task:")), ElementsAre("encoding.value at id"));
    EXPECT_THAT(faultsOf(changed("[1,2]", "[1,null]")), ElementsAre("encoding.type at lists[1][1]"));
    EXPECT_THAT(faultsOf(changed("[[],[1,2]]", "{}")), ElementsAre("encoding.type at lists"));
    EXPECT_THAT(faultsOf(changed(R"({"side":4})", "[]")), ElementsAre("encoding.type at maybe"));
    EXPECT_THAT(faultsOf(changed("3ff8", "3gf8")), ElementsAre("encoding.type at real"));
    EXPECT_THAT(faultsOf(changed("\"3ff8000000000000\"", "1.5")), ElementsAre("encoding.type at real"));
    EXPECT_THAT(faultsOf(changed("square", "oval")), ElementsAre("encoding.value at shape"));
    EXPECT_THAT(faultsOf(changed(R"({"square":{"side":3}})", R"({"round":{},"square":{"side":3}})")),
                ElementsAre("encoding.value at shape"));
    EXPECT_THAT(faultsOf(changed(R"({"side":3})", R"({"side":3,"up":1})")),
                ElementsAre("encoding.unknown_field at shape.square"));
    EXPECT_THAT(faultsOf(changed(R"("\"\\\u000a é")", "null")), ElementsAre("encoding.type at text"));
    EXPECT_THAT(faultsOf("[]"), ElementsAre("encoding.type at "));
    EXPECT_THAT(faultsOf("{"), ElementsAre("file.syntax at "));
}

TEST(CanonicalDecoding, NamesTheValuesOfAClosedSet)
{
    const auto decoded = decodeCanonical<Everything>(changed("dark_blue", "blue"));
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error()[0].given, "blue");
    EXPECT_THAT(decoded.error()[0].legal, testing::ElementsAre("red", "dark_blue"));
    EXPECT_THAT(decodeCanonical<Everything>(changed("square", "oval")).error()[0].legal,
                testing::ElementsAre("round", "square"));
}

TEST(CanonicalDecoding, ReportsAllFaultsAtOnce)
{
    std::string text = changed(R"("flag":true,)", "");
    text.replace(text.find("dark_blue"), 9, "blue");
    text.replace(text.find("[1,2]"), 5, "[1,{}]");
    EXPECT_THAT(faultsOf(text),
                testing::ElementsAre("encoding.value at colour", "encoding.missing_field at flag",
                                     "encoding.type at lists[1][1]"));
    EXPECT_EQ(faultsOf("{}").size(), 11u);
}

TEST(CanonicalDecoding, RefusesOtherBytesThatSayTheSame)
{
    const std::string others[] = {
        sampleText + "\n",
        " " + sampleText,
        "\xef\xbb\xbf" + sampleText,
        changed(",\"flag\"", ", \"flag\""),
        changed(R"("bytes":-5,"colour":"dark_blue")", R"("colour":"dark_blue","bytes":-5)"),
        changed(R"(\u000a)", R"(\n)"),
        changed(R"(\u000a)", R"(\u000A)"),
        changed("é", R"(\u00e9)"),
        changed("3ff8000000000000", "3FF8000000000000"),
        changed("3ff8000000000000", "8000000000000000"),
        changed("[1,2]", "[-0,2]"),
    };
    for (const std::string& text : others)
        EXPECT_THAT(faultsOf(text), testing::ElementsAre("encoding.not_canonical at ")) << text;
}

TEST(CanonicalDecoding, StopsAfterManyFaults)
{
    std::string values = "[0";
    for (int k = 0; k < 100'000; ++k)
        values += ",{}";
    const auto decoded = decodeCanonical<Everything>(changed("[[],[1,2]]", values + "]"));
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().size(), CanonicalDecoder::maximumFaults + 1);
    EXPECT_EQ(decoded.error().back().code, "encoding.more");
}

TEST(CanonicalDecoding, QuotesOnlyTheBeginningOfALongValue)
{
    const auto decoded = decodeCanonical<Everything>(changed("dark_blue", std::string(199, 'x') + "é"));
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error()[0].given, std::string(199, 'x') + "…");
}

} // namespace
} // namespace planscope
