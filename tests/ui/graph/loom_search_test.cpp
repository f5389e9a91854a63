#include "ui/graph/loom_search.h"

#include "loom_cases.h"

#include <gtest/gtest.h>

#include <chrono>

namespace planscope::ui {
namespace {

TEST(LoomSearch, FindsByAllWordsInAnyOrderAndCase)
{
    const LoomInput input = test::loomOfBundled("tab5-gpt3-175B-seqsel");
    const LoomScene scene = makeLoomScene(input, {0, 3, 2});
    const LoomSearch search(scene, input);
    const auto found = search.find(QStringLiteral("Forward  MLP.expand"));
    EXPECT_EQ(found.size(), 6U);
    for (const LoomCellIndex cell : found)
        EXPECT_EQ(scene.itemOf(cell).key.name, QStringLiteral("mlp.expand.forward"));
    const auto one = search.find(QStringLiteral("mlp.expand.forward block 2 rank 1"));
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(scene.blockOf(one.front()), 2);
    EXPECT_EQ(scene.rankOf(one.front()), 1);
    EXPECT_EQ(search.find(QStringLiteral("a")).size(), search.find(QStringLiteral("A")).size());
    EXPECT_TRUE(search.find(QStringLiteral("  ")).empty());
    EXPECT_TRUE(search.find(QStringLiteral("nowhere")).empty());
}

TEST(LoomSearch, FindsTheLastCell)
{
    const LoomInput input = test::loomOfOneRank();
    const LoomScene scene = makeLoomScene(input);
    const auto found = LoomSearch(scene, input).find(QStringLiteral("output"));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.back(), scene.cells().size() - 1);
}

TEST(LoomSearch, AnswersAKeyInTime)
{
    const LoomInput input = test::loomOfBundled("tab5-gpt3-175B-seqsel");
    const LoomScene scene = makeLoomScene(input, {0, 190, 8});
    const LoomSearch search(scene, input);
    ASSERT_GE(scene.cells().size(), 100'000U);
    for (const char* typed : {"e", "ex", "gradient", "e block 7 r", "zzz"}) {
        const auto begin = std::chrono::steady_clock::now();
        search.find(QString::fromLatin1(typed));
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        EXPECT_LT(spent.count(), 0.3) << typed; // 30 ms where nothing else runs
    }
}

} // namespace
} // namespace planscope::ui
