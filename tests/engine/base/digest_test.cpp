#include "base/digest.h"

#include <string>

#include <gtest/gtest.h>

namespace planscope {
namespace {

// The vectors of FIPS 180-4's examples, and one that crosses many blocks.
TEST(Digest, IsSha256)
{
    EXPECT_EQ(Digest::of("").toString(), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(Digest::of("abc").toString(), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(Digest::of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").toString(),
              "sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(Digest::of(std::string(1'000'000, 'a')).toString(),
              "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, ReadsBackWhatItWrites)
{
    const Digest digest = Digest::of("planscope");
    EXPECT_EQ(Digest::parse(digest.toString()), digest);
    EXPECT_EQ(digest.brief(), digest.toString().substr(7, 12));
}

TEST(Digest, ReadsNothingElse)
{
    const std::string text = Digest::of("planscope").toString();
    EXPECT_FALSE(Digest::parse(""));
    EXPECT_FALSE(Digest::parse(text.substr(7)));
    EXPECT_FALSE(Digest::parse(text + "0"));
    EXPECT_FALSE(Digest::parse(text.substr(0, text.size() - 1)));
    EXPECT_FALSE(Digest::parse("sha512:" + text.substr(7)));
    std::string upper = text;
    upper.back() = 'A';
    EXPECT_FALSE(Digest::parse(upper));
    upper.back() = 'g';
    EXPECT_FALSE(Digest::parse(upper));
}

TEST(Digest, OfNothingIsOfNoBytes)
{
    EXPECT_NE(Digest{}, Digest::of(""));
    EXPECT_EQ(Digest{}.toString(), "sha256:" + std::string(64, '0'));
}

} // namespace
} // namespace planscope
