#include "lawful_training.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace planscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A number a law's field can be set to, and the laws that speak of that field.
struct NumberField {
    std::vector<Law> laws;
    void (*set)(LawOperands&, std::int64_t);
    std::vector<std::int64_t> (*legal)(const LawOperands&);
};

const std::vector<NumberField>& numberFields()
{
    static const std::vector<NumberField> fields{
        {{Law::TensorDividesHidden, Law::TensorDividesFeedforward, Law::TensorDividesHeads, Law::TensorDividesSequence},
         [](LawOperands& o, std::int64_t x) { o.tensorDegree = x; },
         legalTensorDegrees},
        {{Law::PipelineDividesBlocks, Law::ScheduleKind, Law::VirtualStages},
         [](LawOperands& o, std::int64_t x) { o.pipelineDegree = x; },
         legalPipelineDegrees},
        {{Law::VirtualStages}, [](LawOperands& o, std::int64_t x) { o.virtualStages = x; }, legalVirtualStages},
        {{Law::DataDividesBatch, Law::MicrobatchDividesLocalBatch, Law::OptimizerSharding},
         [](LawOperands& o, std::int64_t x) { o.dataDegree = x; },
         legalDataDegrees},
        {{Law::MicrobatchDividesLocalBatch},
         [](LawOperands& o, std::int64_t x) { o.microbatchSize = x; },
         legalMicrobatchSizes},
    };
    return fields;
}

template <class E>
rc::Gen<std::optional<E>> maybe()
{
    return rc::gen::map(rc::gen::inRange<int>(0, static_cast<int>(countOf<E>()) + 1), [](int k) {
        return k == static_cast<int>(countOf<E>()) ? std::optional<E>{} : std::optional<E>{static_cast<E>(k)};
    });
}

rc::Gen<std::optional<bool>> maybeBool()
{
    return rc::gen::map(rc::gen::inRange(0, 3), [](int k) { return k == 2 ? std::optional<bool>{} : k == 1; });
}

/// Small, so that brute force reaches every legal value; rich in divisors; now and then invalid.
constexpr std::int64_t largestSize = 72;
rc::Gen<std::int64_t> size()
{
    return rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-1, largestSize + 1),
                          rc::gen::element<std::int64_t>(1, 2, 3, 4, 6, 12, 24, 36, 48, 60, 72));
}

LawOperands anyOperands()
{
    LawOperands o;
    for (std::int64_t* field :
         {&o.hiddenSize, &o.feedforwardSize, &o.sequenceLength, &o.attentionHeads, &o.blockCount, &o.globalBatchSize,
          &o.microbatchSize, &o.worldSize, &o.tensorDegree, &o.pipelineDegree, &o.dataDegree})
        *field = *size();
    o.communication = *maybe<TensorCommunication>();
    o.scheduleKind = *maybe<ScheduleKind>();
    o.recompute = *maybe<RecomputePolicy>();
    o.optimizerSharding = *maybeBool();
    o.allGatherRedo = *maybeBool();
    if (o.scheduleKind == ScheduleKind::InterleavedOneForwardOneBackward && *rc::gen::arbitrary<bool>())
        o.virtualStages = *rc::gen::inRange<std::int64_t>(-1, 7);
    return o;
}

bool breaksOneOf(const LawOperands& operands, const std::vector<Law>& laws)
{
    const LawSet broken = brokenLaws(operands);
    return std::any_of(laws.begin(), laws.end(), [broken](Law law) { return broken.contains(law); });
}

RC_GTEST_PROP(LegalValues, AreExactlyThoseThatKeepEveryLawOnTheField, ())
{
    const LawOperands operands = anyOperands();
    const LawSet broken = brokenLaws(operands);
    for (const NumberField& field : numberFields()) {
        // A law is told, and its legal values asked, when it is broken.
        if (!broken.contains(field.laws.front()))
            continue;
        std::vector<std::int64_t> expected;
        for (std::int64_t x = 1; x <= 2 * largestSize; ++x) {
            LawOperands changed = operands;
            field.set(changed, x);
            if (!breaksOneOf(changed, field.laws))
                expected.push_back(x);
        }
        // Fewer than two virtual stages suit no pipeline degree, although below 1 they break no law on it.
        if (field.legal == legalPipelineDegrees && operands.virtualStages.value_or(2) < 2)
            expected.clear();
        RC_ASSERT(field.legal(operands) == expected);
    }
}

RC_GTEST_PROP(LegalValues, MendTheScheduleKind, ())
{
    LawOperands operands = anyOperands();
    if (!brokenLaws(operands).contains(Law::ScheduleKind))
        return;
    for (const ScheduleKind kind : legalScheduleKinds(operands)) {
        operands.scheduleKind = kind;
        RC_ASSERT(!brokenLaws(operands).contains(Law::ScheduleKind));
    }
}

RC_GTEST_PROP(LegalValues, OfABrokenFlagIsFalse, ())
{
    const LawOperands operands = anyOperands();
    for (const Law law : {Law::OptimizerSharding, Law::RedoCommunication, Law::RedoFullRecompute})
        if (brokenLaws(operands).contains(law))
            RC_ASSERT(legalValues(law, operands) == std::vector<std::string>{"false"});
}

TEST(LegalTensorDegrees, LeaveOutTheSequenceUnlessItIsSharded)
{
    LawOperands operands = lawfulOperands();
    operands.sequenceLength = 9;
    EXPECT_THAT(legalTensorDegrees(operands), ElementsAre(1, 3));
    operands.communication = TensorCommunication::AllReduce;
    EXPECT_THAT(legalTensorDegrees(operands), ElementsAre(1, 2, 3, 4, 6, 8, 12, 16, 24, 48));
    operands.communication.reset();
    EXPECT_THAT(legalTensorDegrees(operands), ElementsAre(1, 2, 3, 4, 6, 8, 12, 16, 24, 48));
}

TEST(LegalPipelineDegrees, FollowTheScheduleKind)
{
    LawOperands operands = lawfulOperands();
    const auto degrees = [&operands](std::optional<ScheduleKind> kind, std::optional<std::int64_t> virtualStages) {
        operands.scheduleKind = kind;
        operands.virtualStages = virtualStages;
        return legalPipelineDegrees(operands);
    };
    EXPECT_THAT(degrees(ScheduleKind::SingleStage, {}), ElementsAre(1));
    EXPECT_THAT(degrees(ScheduleKind::OneForwardOneBackward, {}), ElementsAre(2, 3, 4, 6, 8, 12, 24));
    EXPECT_THAT(degrees(ScheduleKind::InterleavedOneForwardOneBackward, 3), ElementsAre(2, 4, 8));
    EXPECT_THAT(degrees(ScheduleKind::InterleavedOneForwardOneBackward, 5), IsEmpty());
    EXPECT_THAT(degrees(ScheduleKind::InterleavedOneForwardOneBackward, 1), IsEmpty());
    EXPECT_THAT(degrees(ScheduleKind::InterleavedOneForwardOneBackward, 0), IsEmpty());
    EXPECT_THAT(degrees(ScheduleKind::InterleavedOneForwardOneBackward, {}), ElementsAre(2, 3, 4, 6, 8, 12, 24));
    EXPECT_THAT(degrees(ScheduleKind::ForwardOnly, {}), IsEmpty());
    EXPECT_THAT(degrees({}, {}), ElementsAre(1, 2, 3, 4, 6, 8, 12, 24));
}

TEST(LegalDataDegrees, LeaveRoomForTheMicrobatchAndTheShards)
{
    LawOperands operands = lawfulOperands();
    EXPECT_THAT(legalDataDegrees(operands), ElementsAre(2, 3, 6, 9, 18));
    operands.optimizerSharding = false;
    EXPECT_THAT(legalDataDegrees(operands), ElementsAre(1, 2, 3, 6, 9, 18));
    operands.microbatchSize = 0;
    EXPECT_THAT(legalDataDegrees(operands), ElementsAre(1, 2, 3, 4, 6, 9, 12, 18, 36));
    operands.microbatchSize = 5;
    EXPECT_THAT(legalDataDegrees(operands), IsEmpty());
}

TEST(LegalValues, AreNoFiniteListWithoutAnOperandThatBoundsThem)
{
    LawOperands operands;
    operands.scheduleKind = ScheduleKind::OneForwardOneBackward;
    EXPECT_THAT(legalTensorDegrees(operands), IsEmpty());
    EXPECT_THAT(legalPipelineDegrees(operands), IsEmpty());
    EXPECT_THAT(legalVirtualStages(operands), IsEmpty());
    EXPECT_THAT(legalDataDegrees(operands), IsEmpty());
    EXPECT_THAT(legalMicrobatchSizes(operands), IsEmpty());
    EXPECT_THAT(legalValues(Law::WorldSize, operands), IsEmpty());
}

} // namespace
} // namespace planscope
