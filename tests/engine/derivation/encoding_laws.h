#pragma once

#include "base/canonical_encoding.h"
#include "engine/derivation/json_tree.h"
#include "engine/derivation/verifier_rules.h"

#include <gmock/gmock.h>

namespace planscope {

/// decode ∘ encode and encode ∘ decode are the identity, and there is nothing in it but integers, names and text.
template <class Ir>
void expectRoundTrip(const Ir& ir)
{
    const std::string bytes = encodeCanonical(ir);
    const auto decoded = decodeCanonical<Ir>(bytes);
    ASSERT_TRUE(decoded) << linesOf(decoded.error());
    EXPECT_EQ(*decoded, ir);
    EXPECT_EQ(encodeCanonical(*decoded), bytes);
    EXPECT_EQ(textOf(treeOf(bytes)), bytes) << "no white space, no other escapes";
}

/// Codes that the decoder gives for the tree's text.
template <class Ir>
std::set<std::string> decodingCodes(const JsonTree& tree)
{
    const auto decoded = decodeCanonical<Ir>(textOf(tree));
    return decoded ? std::set<std::string>{} : codesOf(decoded.error());
}

/// Every object of the text refuses to lose, gain or double a field, or to have it in another order, and every value
/// refuses another type. An object with one field is an alternative of a closed variant, or looks like one.
template <class Ir>
void expectStrictDecoding(const Ir& ir)
{
    using testing::AnyOf;
    using testing::Contains;
    using testing::ElementsAre;
    JsonTree tree = treeOf(encodeCanonical(ir));
    const JsonTree original = tree;
    const auto missing = Contains(AnyOf("encoding.missing_field", "encoding.value"));
    const auto unknown = Contains(AnyOf("encoding.unknown_field", "encoding.value"));
    forEachValue(tree, [&](JsonTree& value, const std::string& path) {
        const JsonTree before = value;
        if (value.kind == JsonKind::Object) {
            for (std::size_t k = 0; k < before.children.size(); ++k) {
                const auto at = static_cast<std::ptrdiff_t>(k);
                value.names.erase(value.names.begin() + at);
                value.children.erase(value.children.begin() + at);
                EXPECT_THAT(decodingCodes<Ir>(tree), missing) << path << " without " << before.names[k];
                value = before;
                value.names.push_back(before.names[k]);
                value.children.push_back(before.children[k]);
                EXPECT_THAT(decodingCodes<Ir>(tree), unknown) << path << " with two " << before.names[k];
                value = before;
            }
            value.names.push_back("target");
            value.children.push_back({JsonKind::String, "accelerator", {}, {}});
            EXPECT_THAT(decodingCodes<Ir>(tree), unknown) << path << " with an unknown field";
            value = before;
            if (value.children.size() > 1) {
                std::swap(value.names.front(), value.names.back());
                std::swap(value.children.front(), value.children.back());
                EXPECT_THAT(decodingCodes<Ir>(tree), ElementsAre("encoding.not_canonical")) << path << " unsorted";
                value = before;
            }
        }
        for (const JsonKind kind :
             {JsonKind::Boolean, JsonKind::Number, JsonKind::String, JsonKind::Array, JsonKind::Object}) {
            const bool mayFillAbsent = before.kind == JsonKind::Null && kind == JsonKind::Number;
            if (kind == before.kind || mayFillAbsent)
                continue;
            value = {kind, kind == JsonKind::Boolean ? "true" : kind == JsonKind::Number ? "1" : "", {}, {}};
            EXPECT_THAT(decodingCodes<Ir>(tree), Contains(AnyOf("encoding.type", "encoding.value")))
                << path << " of another type";
            value = before;
        }
    });
    EXPECT_EQ(textOf(tree), textOf(original));
}

/// Numbers that no 64-bit integer holds are refused wherever a number stands.
template <class Ir>
void expectHostileNumbersRefused(const Ir& ir)
{
    JsonTree tree = treeOf(encodeCanonical(ir));
    forEachValue(tree, [&](JsonTree& value, const std::string& path) {
        if (value.kind != JsonKind::Number)
            return;
        const std::string before = value.text;
        for (const std::string& text :
             {std::string{"9223372036854775808"}, std::string{"-9223372036854775809"}, std::string{"1.0"},
              std::string{"1e3"}, std::string{"1e999"}, std::string(500, '9')}) {
            value.text = text;
            EXPECT_THAT(decodingCodes<Ir>(tree), testing::ElementsAre("encoding.type")) << path << " = " << text;
        }
        value.text = "-0";
        EXPECT_THAT(decodingCodes<Ir>(tree), testing::ElementsAre("encoding.not_canonical")) << path;
        value.text = before;
    });
}

/// Whatever integer stands in a number's place, the verifier comes to an end without undefined behaviour; sanitizers
/// look on.
template <class Ir>
void expectVerifierTotalOnIntegers(const Ir& ir)
{
    JsonTree tree = treeOf(encodeCanonical(ir));
    const auto tryAll = [&] {
        const auto decoded = decodeCanonical<Ir>(textOf(tree));
        ASSERT_TRUE(decoded) << linesOf(decoded.error());
        verify(*decoded);
    };
    const std::vector<std::string> extremes{"9223372036854775807", "-9223372036854775808", "0", "-1"};
    forEachValue(tree, [&](JsonTree& value, const std::string&) {
        if (value.kind != JsonKind::Number)
            return;
        const std::string before = value.text;
        for (const std::string& extreme : extremes) {
            value.text = extreme;
            tryAll();
        }
        value.text = before;
    });
    for (const std::string& extreme : extremes) {
        forEachValue(tree, [&](JsonTree& value, const std::string&) {
            if (value.kind == JsonKind::Number)
                value.text = extreme;
        });
        tryAll();
    }
}

} // namespace planscope
