#include <gmock/gmock.h>

#include "small_plan.h"

#include "evaluation/whole/stage_peak.h"

#include <limits>

namespace planscope::whole {
namespace {

using namespace test;
using testing::ElementsAre;

TEST(StagePeak, IsTheLargestSituationOfTheProgram)
{
    const Estimate estimate = estimated(smallPlan(pipeline(3, 5), {1, 1, 1}));
    ASSERT_EQ(estimate.peaks.size(), 3U);
    const StagePeak& first = estimate.peaks[0];
    EXPECT_EQ(first[PeakPart::SavedOtherMicrobatches], Bytes{200}) << "three are in flight on the first stage";
    EXPECT_EQ(first[PeakPart::ThisMicrobatchAndTransients], Bytes{110});
    EXPECT_EQ(first[PeakPart::PreviousInputGradient], Bytes{0}) << "nobody is before the first stage";
    EXPECT_EQ(first.bytes, Bytes{6310});
    EXPECT_EQ(first.moment, Moment::Fc2Backward);
    EXPECT_EQ(first.step, (ProgramStep{Direction::Backward, 0, 0}));
    const StagePeak& last = estimate.peaks[2];
    EXPECT_EQ(last[PeakPart::SavedOtherMicrobatches], Bytes{0});
    EXPECT_EQ(last[PeakPart::PreviousInputGradient], Bytes{8});
    EXPECT_EQ(last.bytes, Bytes{6118});
    EXPECT_EQ(last.step.microbatch, 1) << "only from the second backward on is there one before";
    EXPECT_EQ(estimate.peak, Bytes{6310});
}

TEST(StagePeak, PartsAddUp)
{
    const FrameworkProfile framework{"f", 7, 11, true, true, true, true};
    PortablePlanIR plan = smallPlan(pipeline(2, 3), {2, 3});
    plan.program.sequenceParallel = true;
    plan.parameterTensors = {{ParameterTensor::QkvWeight, Elements{12}, LinearShape{3, 4}},
                             {ParameterTensor::ProjWeight, Elements{12}, LinearShape{3, 4}},
                             {ParameterTensor::AttnNormWeight, Elements{4}, std::nullopt},
                             {ParameterTensor::HeadWeight, Elements{20}, LinearShape{5, 4}}};
    const Estimate estimate = estimated(plan, framework);
    for (const StagePeak& peak : estimate.peaks) {
        std::int64_t sum = 0;
        for (const Bytes part : peak.parts)
            sum += part.value();
        EXPECT_EQ(sum, peak.bytes.value());
    }
    const StagePeak& first = estimate.peaks[0];
    EXPECT_EQ(first[PeakPart::GemmWorkspace], Bytes{7});
    EXPECT_EQ(first[PeakPart::DummyWeightGradients], Bytes{24}) << "of equal shapes one buffer";
    EXPECT_EQ(first[PeakPart::BlasWorkspace], Bytes{0});
    const StagePeak& last = estimate.peaks[1];
    EXPECT_EQ(last[PeakPart::DummyWeightGradients], Bytes{24 + 40});
    EXPECT_EQ(last[PeakPart::BlasWorkspace], Bytes{11});
    EXPECT_EQ(last[PeakPart::GatherBuffer], Bytes{8});
    EXPECT_EQ(last[PeakPart::LossMask], Bytes{64});
    plan.program.sequenceParallel = false;
    EXPECT_EQ(estimated(plan, framework).peaks[1][PeakPart::GatherBuffer], Bytes{0});
}

TEST(StagePeak, AnInterleavedStageHoldsItsChunksApart)
{
    const ProgramRule rule{ScheduleKind::InterleavedOneForwardOneBackward, 2, 2, 2, 4};
    const Estimate estimate = estimated(smallPlan(rule, {1, 1, 3, 1}));
    // Stage 0 runs up to 2(p−1) + (v−1)g + 1 = 5 at once: of both chunks two, and one more of the light one.
    EXPECT_EQ(rule.inFlight(0), 5);
    EXPECT_EQ(estimate.peaks[0][PeakPart::SavedOtherMicrobatches], Bytes{2 * 100 + 300 + 100});
    EXPECT_EQ(estimate.peaks[0][PeakPart::ThisMicrobatchAndTransients], Bytes{310});
    EXPECT_EQ(estimate.peaks[1][PeakPart::PreviousInputGradient], Bytes{0}) << "of 1F1B alone";
}

TEST(StagePeak, WithoutBlocksAForwardsEndIsLeft)
{
    const Estimate estimate = estimated(smallPlan(pipeline(3, 2), {1, 0, 1}));
    EXPECT_EQ(estimate.peaks[1].moment, Moment::ForwardEnd);
    EXPECT_EQ(estimate.peaks[1][PeakPart::ThisMicrobatchAndTransients], Bytes{0});
}

TEST(StagePeak, TheWalkReleasesWhatItHasRunAndRebuildsABlock)
{
    PortablePlanIR plan = smallPlan(pipeline(1, 1), {2});
    plan.saved = {saved(SavedTensor::BlockInput, 50), saved(SavedTensor::AttnNormInput, 50, true),
                  saved(SavedTensor::Fc2Input, 70, true), saved(SavedTensor::TokenIds, 9),
                  saved(SavedTensor::HeadInput, 6)};
    plan.moments = {{Moment::HeadBackward, Unit::Head, Bytes{1000}, {SavedTensor::HeadInput}},
                    {Moment::Fc2Backward, Unit::Block, Bytes{1}, {SavedTensor::Fc2Input}},
                    {Moment::QkvBackward, Unit::Block, Bytes{2}, {}},
                    {Moment::EmbeddingBackward, Unit::Embedding, Bytes{4}, {}}};
    plan.stages[0].savedPerMicrobatch = {Bytes{2 * 50 + 9 + 6}};
    std::vector<std::int64_t> bytes;
    for (const JudgedMoment& judged : backwardWalk(plan, 0))
        bytes.push_back(static_cast<std::int64_t>(judged.bytes));
    EXPECT_THAT(bytes, ElementsAre(1115, 100 + 9 + 70 + 1, 100 + 9 + 2, 9 + 4));
}

TEST(StagePeak, AnAllocatorGivesWholeSegmentsUnlessMuchIsLeft)
{
    constexpr std::int64_t mebibyte = 1 << 20;
    const auto allocated = [](std::int64_t bytes) { return static_cast<std::int64_t>(allocatedBytes(bytes)); };
    EXPECT_EQ(allocated(1), 512);
    EXPECT_EQ(allocated(10 * mebibyte - 512), 10 * mebibyte - 512);
    EXPECT_EQ(allocated(251 * mebibyte), 252 * mebibyte);
    EXPECT_EQ(allocated(251 * mebibyte - 1), 252 * mebibyte);
    EXPECT_EQ(allocated(251 * mebibyte - 512), 251 * mebibyte - 512) << "more than 1 MiB would be left";
    EXPECT_EQ(allocated(252 * mebibyte), 252 * mebibyte);
}

TEST(StagePeak, TheLogitsAreRoundedWhereTheyAreThePeak)
{
    PortablePlanIR plan = smallPlan(pipeline(1, 1), {1});
    plan.moments.insert(plan.moments.begin(), {Moment::HeadBackward, Unit::Head, Bytes{5000}, {}});
    plan.sizes.logits = Bytes{1000};
    FrameworkProfile framework;
    EXPECT_EQ(estimated(plan, framework).peaks[0][PeakPart::AllocatorRounding], Bytes{0});
    framework.roundLogits = true;
    EXPECT_EQ(estimated(plan, framework).peaks[0][PeakPart::AllocatorRounding], Bytes{24});
    plan.moments.front().transient = Bytes{1};
    EXPECT_EQ(estimated(plan, framework).peaks[0][PeakPart::AllocatorRounding], Bytes{0}) << "fc2 is the peak";
}

TEST(StagePeak, BeyondAllIntegersIsRefusedByName)
{
    FrameworkProfile framework;
    framework.gemmWorkspaceBytes = std::numeric_limits<std::int64_t>::max();
    const auto estimate = whole::estimate(smallPlan(pipeline(2, 2), {1, 1}), test::system(), {0, 1, 1}, framework);
    ASSERT_FALSE(estimate);
    ASSERT_EQ(estimate.error().size(), 1U);
    EXPECT_EQ(estimate.error()[0].code, "integer.overflow");
    EXPECT_EQ(estimate.error()[0].path, "stages[0].peak.bytes");
    EXPECT_EQ(estimate.error()[0].given, "9223372036854782017");
}

} // namespace
} // namespace planscope::whole
