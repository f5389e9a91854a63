#include "derivation/whole/dialect/program_rule.h"

#include <set>
#include <tuple>

#include <gtest/gtest.h>

namespace planscope::whole {
namespace {

constexpr auto interleaved = ScheduleKind::InterleavedOneForwardOneBackward;
constexpr auto plain = ScheduleKind::OneForwardOneBackward;

std::string lettersOf(const ProgramRule& rule, std::int64_t stage)
{
    std::string letters;
    for (std::int64_t k = 0; k < rule.steps(); ++k) {
        const ProgramStep step = rule.step(stage, k);
        letters += (step.direction == Direction::Forward ? "F" : "B") + std::to_string(step.microbatch);
        if (rule.virtualStages > 1)
            letters += static_cast<char>('a' + step.chunk);
    }
    return letters;
}

TEST(ProgramRule, OneStageAlternates)
{
    EXPECT_EQ(lettersOf({ScheduleKind::SingleStage, 1, 1, 1, 3}, 0), "F0B0F1B1F2B2");
}

TEST(ProgramRule, OneForwardOneBackwardWarmsUpByTheStagesBehind)
{
    const ProgramRule rule{plain, 3, 1, 1, 4};
    EXPECT_EQ(lettersOf(rule, 0), "F0F1F2B0F3B1B2B3");
    EXPECT_EQ(lettersOf(rule, 2), "F0B0F1B1F2B2F3B3");
    EXPECT_EQ(rule.inFlight(0), 3);
    EXPECT_EQ(rule.inFlight(1), 2);
    EXPECT_EQ((ProgramRule{plain, 8, 1, 1, 2}.inFlight(0)), 2) << "no more than there are microbatches";
}

TEST(ProgramRule, InterleavedTakesGroupsThroughEachChunkInTurn)
{
    const ProgramRule rule{interleaved, 2, 2, 2, 4};
    EXPECT_EQ(rule.warmup(0), 2 * (2 - 0 - 1) + (2 - 1) * 2);
    EXPECT_EQ(rule.warmup(1), 2);
    EXPECT_EQ(lettersOf(rule, 0), "F0aF1aF0cF1cF2aB0cF3aB1cF2cB0aF3cB1aB2cB3cB2aB3a");
    EXPECT_EQ(rule.inFlight(0), 5);
}

TEST(ProgramRule, TheLastGroupTakesWhatIsLeft)
{
    const ProgramRule rule{interleaved, 2, 2, 3, 5};
    std::string forwards;
    for (std::int64_t k = 0; k < rule.steps(); ++k)
        if (const ProgramStep step = rule.step(0, k); step.direction == Direction::Forward)
            forwards += std::to_string(step.microbatch) + static_cast<char>('a' + step.chunk);
    EXPECT_EQ(forwards, "0a1a2a0c1c2c3a4a3c4c");
}

TEST(ProgramRule, MegatronsWarmupHoldsForEveryStage)
{
    const ProgramRule rule{interleaved, 16, 8, 16, 512};
    for (std::int64_t r = 0; r < 16; ++r)
        EXPECT_EQ(rule.warmup(r), 2 * (16 - r - 1) + (8 - 1) * 16);
    EXPECT_EQ((ProgramRule{interleaved, 16, 8, 16, 16}.warmup(0)), 16 * 8 < 142 ? 16 * 8 : 142);
}

TEST(ProgramRule, EachStepIsOnceAndPositionIsItsInverse)
{
    for (const ProgramRule& rule :
         {ProgramRule{plain, 4, 1, 1, 7}, ProgramRule{interleaved, 4, 3, 4, 8}, ProgramRule{interleaved, 3, 2, 5, 13},
          ProgramRule{interleaved, 2, 4, 6, 2}, ProgramRule{ScheduleKind::SingleStage, 1, 1, 1, 5}})
        for (std::int64_t stage = 0; stage < rule.stages; ++stage) {
            std::set<std::tuple<Direction, std::int64_t, std::int64_t>> seen;
            for (std::int64_t k = 0; k < rule.steps(); ++k) {
                const ProgramStep step = rule.step(stage, k);
                EXPECT_EQ(step.chunk % rule.stages, stage);
                EXPECT_EQ(rule.position(step), k);
                EXPECT_TRUE(seen.emplace(step.direction, step.microbatch, step.chunk).second);
            }
            EXPECT_EQ(seen.size(), static_cast<std::size_t>(rule.steps()));
        }
}

} // namespace
} // namespace planscope::whole
