#include "base/entity_id.h"

#include <type_traits>

#include <gtest/gtest.h>

namespace planscope {
namespace {

struct CatKind {
    static constexpr std::string_view prefix = "cat";
};
struct DogKind {
    static constexpr std::string_view prefix = "dog";
};
using CatId = EntityId<CatKind>;
using DogId = EntityId<DogKind>;

static_assert(!std::is_convertible_v<CatId, DogId>, "ids of different kinds do not mix");

TEST(EntityId, IsTheBeginningOfADigestOverParentKindAndName)
{
    const Digest parent = Digest::of("home");
    std::string bytes(reinterpret_cast<const char*>(parent.bytes().data()), parent.bytes().size());
    bytes += std::string{"cat"} + '\0' + "Tom";
    EXPECT_EQ(CatId::derive(parent, "Tom").toString(), "cat:" + Digest::of(bytes).toString().substr(7, 16));
}

TEST(EntityId, DiffersByParentKindAndName)
{
    const Digest home = Digest::of("home");
    const CatId tom = CatId::derive(home, "Tom");
    EXPECT_EQ(tom, CatId::derive(home, "Tom"));
    EXPECT_NE(tom, CatId::derive(home, "Tim"));
    EXPECT_NE(tom, CatId::derive(Digest::of("away"), "Tom"));
    EXPECT_NE(tom.value(), DogId::derive(home, "Tom").value());
}

TEST(EntityId, ReadsBackWhatItWrites)
{
    const CatId tom = CatId::derive(Digest::of("home"), "Tom");
    EXPECT_EQ(CatId::parse(tom.toString()), tom);
    EXPECT_EQ(CatId{}.toString(), "cat:0000000000000000");
    EXPECT_EQ(CatId::parse("cat:00000000000000ff")->value(), 255u);
}

TEST(EntityId, ReadsNothingElse)
{
    for (const char* text :
         {"", "cat:", "cat:00", "cat:000000000000000", "cat:00000000000000000", "dog:0000000000000000",
          "cat:000000000000000A", "cat:-000000000000001", "cat 0000000000000000", "Cat:0000000000000000"})
        EXPECT_FALSE(CatId::parse(text)) << text;
}

} // namespace
} // namespace planscope
