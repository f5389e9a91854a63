#include "sweep/why_not.h"

#include "bundled_space.h"
#include "sweep/sweep.h"

#include <gmock/gmock.h>

namespace planscope::sweep {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class WhyNotTest : public testing::Test {
protected:
    WhyNotTest()
    {
        run(m_space, m_tally, m_space.size(), {});
    }
    WhyNot ask(const Point& point) const { return whyNot(m_space, point, m_tally.front); }
    static std::vector<std::string> codesOf(const WhyNot& why)
    {
        std::vector<std::string> codes;
        for (const Diagnostic& refusal : why.refusals)
            codes.push_back(refusal.code);
        return codes;
    }

    PointSpace m_space = PointSpace::create(smallSpace()).value();
    Tally m_tally{m_space.statement()};
};

TEST_F(WhyNotTest, EveryPointIsRefusedDominatedOrOnTheFront)
{
    std::int64_t refused = 0, dominated = 0, onFront = 0;
    for (std::int64_t index = 0; index < m_space.size(); ++index) {
        const WhyNot why = ask(m_space.at(index));
        ASSERT_EQ(why.index, index);
        if (!why.refusals.empty()) {
            ++refused;
            EXPECT_FALSE(why.dominator);
            EXPECT_TRUE(enumFromName<Filter>(why.refusals.front().code)) << why.refusals.front().code;
        } else if (why.dominator) {
            ++dominated;
            EXPECT_LE(why.dominator->figures.seconds, why.figures->seconds);
            EXPECT_LE(why.dominator->figures.memoryBytes, why.figures->memoryBytes);
        } else {
            ++onFront;
        }
    }
    EXPECT_EQ(onFront, static_cast<std::int64_t>(m_tally.front.size()));
    EXPECT_EQ(dominated + onFront, m_tally.kept);
    EXPECT_EQ(refused, m_space.size() - m_tally.kept);
    EXPECT_GT(refused, 0);
    EXPECT_GT(dominated, 0);
}

TEST_F(WhyNotTest, TellsChoicesAndLawsWithTheirLegalValues)
{
    Point point = m_space.at(0);
    point.mapping.tensor.degree = 4; // lawful, but not chosen; and the ranks are no longer 2,520
    const WhyNot why = ask(point);
    EXPECT_EQ(why.index, std::nullopt);
    EXPECT_THAT(codesOf(why), testing::IsSupersetOf({"space.not_chosen", "mapping.world_size"}));
    EXPECT_THAT(why.refusals.front().legal, ElementsAre("2", "8"));
    EXPECT_FALSE(why.dominator);
}

TEST_F(WhyNotTest, TellsTheTierThatCannotHoldItsGroup)
{
    const EvaluatedPoint best = m_tally.best.points().front();
    Point point = m_space.at(best.index);
    ASSERT_THAT(ask(point).refusals, IsEmpty());
    point.tiers = {0, 1, 0};
    point.mapping.tensor.degree = 8;
    point.mapping.pipeline = {35, OneForwardOneBackward{}};
    point.mapping.data.degree = 9;
    EXPECT_THAT(codesOf(ask(point)), testing::Contains("network_tiers.capacity"));
}

TEST_F(WhyNotTest, TellsTheBoundAndTheFigure)
{
    MappingSpace bounded = m_space.statement();
    const EvaluatedPoint best = m_tally.best.points().front();
    bounded.constraints.atMost[0] = best.figures.seconds / 2;
    const PointSpace space = PointSpace::create(bounded).value();
    const WhyNot why = whyNot(space, m_space.at(best.index), ParetoFront{bounded.objectives});
    ASSERT_THAT(codesOf(why), ElementsAre("constraints.at_most"));
    EXPECT_EQ(why.refusals.front().path, "constraints.at_most.time");
    EXPECT_EQ(why.figures->seconds, best.figures.seconds);
}

} // namespace
} // namespace planscope::sweep
