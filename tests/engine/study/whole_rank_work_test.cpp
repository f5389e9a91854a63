#include "study/whole_rank_work.h"

#include "whole_case_text.h"

#include "study/whole_result_figures.h"

namespace planscope::testing_study {
namespace {

using namespace whole;

/// Two stages of two chunks each, all kinds of messages.
WholeCaseText everyMessage()
{
    WholeCaseText text;
    text.model = "\"megatron-22b\"";
    text.sequence = "2048";
    text.batch = "16";
    text.tensor = R"({"degree": 8, "sequence_parallel": true})";
    text.pipeline =
        R"({"degree": 2, "schedule": {"kind": "interleaved_one_forward_one_backward", "virtual_stages": 2}})";
    text.data = R"({"degree": 2, "optimizer_sharding": true})";
    text.recompute = "full";
    text.tiers = R"({"tensor": 0, "pipeline": 1, "data": 1})";
    return text;
}

std::int64_t digits(const std::string& text)
{
    return std::stoll(text);
}

TEST(WholeRankWork, StagesAddUpToTheModelOverAllMicrobatches)
{
    const auto result = everyMessage().evaluated();
    const whole::PortablePlanIR& plan = result->derivation->plan();
    const auto work = rankWorkOf(*result);
    ASSERT_TRUE(work);
    ASSERT_EQ(work->stages.size(), 2u);
    const ProgramTotals program = programTotals(plan);
    const std::int64_t m = 16 / 2;
    const std::int64_t blocks = result->derivation->training.model().blockCount;
    for (std::size_t phase = 0; phase < countOf<whole::Phase>(); ++phase) {
        const auto of = [&](Unit unit) { return program.units[static_cast<std::size_t>(unit)].phases[phase]; };
        std::int64_t operations = 0;
        std::int64_t messages = 0;
        std::int64_t invocations = 0;
        for (const StageWork& stage : work->stages) {
            operations += digits(stage.rank.phases[phase].operations.toString());
            messages += digits(stage.rank.phases[phase].message.toString());
            invocations += stage.rank.phases[phase].invocations;
        }
        const auto sumOf = [&](const auto& figure) {
            return m * (figure(of(Unit::Embedding)) + blocks * figure(of(Unit::Block)) + figure(of(Unit::Head)));
        };
        EXPECT_EQ(operations, sumOf([](const PhaseTotals& t) { return t.facts.operations.value(); }));
        EXPECT_EQ(messages, sumOf([](const PhaseTotals& t) { return t.facts.message.value(); }));
        EXPECT_EQ(invocations, sumOf([](const PhaseTotals& t) { return t.invocations; }));
    }
}

TEST(WholeRankWork, RanksOfAStageFollowOneAnother)
{
    const auto work = rankWorkOf(*everyMessage().evaluated());
    ASSERT_TRUE(work);
    for (const StageWork& stage : work->stages) {
        EXPECT_EQ(stage.rankCount, 16);
        EXPECT_EQ(stage.firstRank, 16 * stage.stage);
        EXPECT_EQ(stage.blocks, 24);
    }
}

TEST(WholeRankWork, EqualStagesAreOneRun)
{
    WholeCaseText text = everyMessage();
    text.pipeline = R"({"degree": 4, "schedule": {"kind": "one_forward_one_backward"}})";
    const auto even = rankWorkOf(*text.evaluated());
    ASSERT_TRUE(even);
    ASSERT_EQ(even->runs.size(), 3u) << "the embedding's, two between, the head's";
    EXPECT_EQ(even->runs[1].first, 1u);
    EXPECT_EQ(even->runs[1].count, 2u);
    text.pipeline = R"({"degree": 4, "schedule": {"kind": "one_forward_one_backward"}, "layout": [12, 11, 13, 12]})";
    const auto uneven = rankWorkOf(*text.evaluated());
    ASSERT_TRUE(uneven);
    EXPECT_EQ(uneven->runs.size(), 4u);
}

TEST(WholeRankWork, MessagesAreThoseOfThePlan)
{
    const auto result = everyMessage().evaluated();
    const whole::PortablePlanIR& plan = result->derivation->plan();
    const auto work = rankWorkOf(*result);
    ASSERT_TRUE(work);
    std::int64_t pipeline = 0;
    for (const StageWork& stage : work->stages) {
        const auto bytes = [&stage](MessageGroup group) {
            return digits(stage.rank.messages[static_cast<std::size_t>(group)].toString());
        };
        pipeline += bytes(MessageGroup::Pipeline);
        std::int64_t data = 0;
        std::int64_t tensor = digits(stage.rank.total.message.toString());
        for (const StepMessage& message : plan.stages[static_cast<std::size_t>(stage.stage)].step) {
            data += message.group == GroupAxis::Data ? message.bytes.value() : 0;
            tensor += message.group == GroupAxis::Tensor ? message.bytes.value() : 0;
        }
        EXPECT_GT(data, 0);
        EXPECT_EQ(bytes(MessageGroup::Data), data);
        EXPECT_EQ(bytes(MessageGroup::Tensor), tensor);
        std::int64_t all = 0;
        for (std::size_t group = 0; group < countOf<MessageGroup>(); ++group)
            all += digits(stage.rank.messages[group].toString());
        EXPECT_EQ(digits(stage.rank.allMessages.toString()), all);
    }
    ASSERT_EQ(plan.edges.size(), 2u);
    std::int64_t edges = 0;
    for (const PipelineEdge& edge : plan.edges)
        edges += edge.boundaries * edge.count * edge.bytes.value();
    EXPECT_EQ(pipeline, 2 * edges) << "each message is sent by one stage and received by another";
}

TEST(WholeRankWork, AllRanksAreTheStagesTimesTheirRanks)
{
    const auto work = rankWorkOf(*everyMessage().evaluated());
    ASSERT_TRUE(work);
    const auto sumOf = [&work](const auto& figure) {
        std::int64_t sum = 0;
        for (const StageWork& stage : work->stages)
            sum += stage.rankCount * digits(figure(stage.rank).toString());
        return sum;
    };
    const StepWork& all = work->all;
    EXPECT_EQ(digits(all.parameters.toString()), sumOf([](const StepWork& w) { return w.parameters; }));
    EXPECT_EQ(digits(all.optimized.toString()), sumOf([](const StepWork& w) { return w.optimized; }));
    EXPECT_EQ(digits(all.total.operations.toString()), sumOf([](const StepWork& w) { return w.total.operations; }));
    EXPECT_EQ(digits(all.allMessages.toString()), sumOf([](const StepWork& w) { return w.allMessages; }));
    EXPECT_FALSE(all.total.seconds);
}

TEST(WholeRankWork, TimesAreThoseOfTheStages)
{
    const auto result = everyMessage().evaluated();
    const auto work = rankWorkOf(*result);
    ASSERT_TRUE(work);
    for (std::size_t r = 0; r < work->stages.size(); ++r)
        for (std::size_t mode = 0; mode < countOf<EstimateMode>(); ++mode) {
            const StageTime& time = result->estimate->modes.value()[mode].time.stages[r];
            const double expected = time.busy + time.optimizer;
            EXPECT_NEAR((*work->stages[r].rank.total.seconds)[mode], expected, 1e-9 * expected);
        }
}

TEST(WholeRankWork, WithoutTimesTheWorkStands)
{
    WholeCaseText text = everyMessage();
    text.context = R"({"degree": 2, "exchange": "all_to_all"})";
    const auto work = rankWorkOf(*text.evaluated());
    ASSERT_TRUE(work);
    EXPECT_FALSE(work->stages[0].rank.total.seconds);
    EXPECT_GT(work->all.total.operations.toDouble(), 0);
    EXPECT_FALSE(rankWorkOf(whole::CandidateResult{}));
}

} // namespace
} // namespace planscope::testing_study
