#include "study/stage_saved_tensors.h"

#include "whole_case_text.h"

namespace planscope::testing_study {
namespace {

WholeCaseText interleaved(const char* recompute)
{
    WholeCaseText text;
    text.tensor = R"({"degree": 8, "sequence_parallel": true})";
    text.pipeline = R"({"degree": 2, "schedule": {"kind": "interleaved_one_forward_one_backward",
        "virtual_stages": 2}, "layout": [9, 8, 0, 15]})";
    text.recompute = recompute;
    return text;
}

Total<BytesUnit> savedBytes(const whole::PlanStage& stage)
{
    Total<BytesUnit> sum;
    for (const Bytes bytes : stage.savedPerMicrobatch)
        sum += bytes;
    return sum;
}

TEST(StageSavedTensors, AddUpToWhatTheStageKeeps)
{
    for (const char* const recompute : {"none", "core_attention", "full"}) {
        const auto result = interleaved(recompute).evaluated();
        const whole::PortablePlanIR& plan = result->derivation->plan();
        for (std::int64_t stage = 0; stage < 2; ++stage) {
            Total<BytesUnit> kept;
            for (const whole::StageSavedTensor& tensor : savedTensorsOf(plan, stage))
                kept += tensor.kept;
            EXPECT_EQ(kept.toString(), savedBytes(plan.stages[static_cast<std::size_t>(stage)]).toString())
                << recompute << ", stage " << stage;
        }
    }
}

TEST(StageSavedTensors, StandOnceABlockAndOnceInTheEndsOfTheModel)
{
    const auto result = interleaved("full").evaluated();
    const whole::PortablePlanIR& plan = result->derivation->plan();
    const std::array<std::int64_t, 2> blocks{9 + 0, 8 + 15};
    for (std::int64_t stage = 0; stage < 2; ++stage)
        for (const whole::StageSavedTensor& tensor : savedTensorsOf(plan, stage)) {
            const whole::SavedBuffer& buffer = plan.saved[tensor.index];
            const whole::Unit unit = unitOf(buffer.tensor);
            EXPECT_NE(unit, stage == 0 ? whole::Unit::Head : whole::Unit::Embedding) << buffer.name;
            const bool isKeptBlock = unit == whole::Unit::Block && !buffer.rebuilt;
            EXPECT_EQ(tensor.multiplicity, isKeptBlock ? blocks[static_cast<std::size_t>(stage)] : 1) << buffer.name;
            EXPECT_EQ(tensor.kept.toString() == "0", buffer.rebuilt) << buffer.name;
        }
}

} // namespace
} // namespace planscope::testing_study
