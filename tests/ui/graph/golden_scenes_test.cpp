#include "golden_scenes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <ostream>
#include <sstream>

namespace planscope::ui::test {

void PrintTo(const GoldenScene& scene, std::ostream* to)
{
    *to << scene.name;
}

namespace {

class GoldenScenes : public testing::TestWithParam<GoldenScene> {};

TEST_P(GoldenScenes, IsLaidOutAsKept)
{
    std::stringstream kept;
    kept << std::ifstream(GetParam().path()).rdbuf();
    EXPECT_EQ(GetParam().text(), kept.str()) << GetParam().path() << "; when the change is meant: --make-golden";
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenScenes, testing::ValuesIn(goldenScenes()),
                         [](const auto& each) { return each.param.name; });

} // namespace
} // namespace planscope::ui::test
