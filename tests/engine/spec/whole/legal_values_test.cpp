#include "lawful_whole_training.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace planscope::whole {
namespace {

/// A number a law's field can be set to, and the laws that speak of that field.
struct NumberField {
    std::vector<Law> laws;
    void (*set)(LawOperands&, std::int64_t);
    std::vector<std::int64_t> (*legal)(const LawOperands&);
};

const std::vector<NumberField>& numberFields()
{
    static const std::vector<NumberField> fields{
        {{Law::TensorDividesHeads, Law::TensorKeyValueHeads, Law::TensorDividesFeedforward, Law::TensorDividesSequence,
          Law::TensorDividesVocabulary},
         [](LawOperands& o, std::int64_t x) { o.tensorDegree = x; },
         legalTensorDegrees},
        {{Law::ContextDividesSequence, Law::ContextDividesHeads, Law::TensorDividesSequence},
         [](LawOperands& o, std::int64_t x) { o.contextDegree = x; },
         legalContextDegrees},
        {{Law::Group}, [](LawOperands& o, std::int64_t x) { o.groupStated = true, o.group = x; }, legalGroups},
        {{Law::KeyValueHeadsDivideHeads},
         [](LawOperands& o, std::int64_t x) { o.keyValueHeads = x; },
         legalKeyValueHeads},
    };
    return fields;
}

/// Small, so that brute force reaches every legal value; rich in divisors.
constexpr std::int64_t largestSize = 72;
rc::Gen<std::int64_t> size()
{
    return rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, largestSize + 1),
                          rc::gen::element<std::int64_t>(1, 2, 3, 4, 6, 12, 24, 36, 48, 60, 72));
}

LawOperands anyOperands()
{
    LawOperands o;
    o.feedforwardSize = *size();
    o.attentionHeads = *size();
    o.keyValueHeads = *size();
    o.attentionHeadSize = *rc::gen::inRange<std::int64_t>(1, 5);
    o.sequenceLength = *size();
    o.globalBatchSize = *size();
    o.microbatchSize = 1;
    o.tensorDegree = *size();
    o.sequenceParallel = *rc::gen::arbitrary<bool>();
    o.contextDegree = *rc::gen::element<std::int64_t>(1, 2, 3, 4);
    o.exchange = *rc::gen::arbitrary<bool>() ? ContextExchange::AllToAll : ContextExchange::Ring;
    o.pipelineDegree = *rc::gen::inRange<std::int64_t>(2, 9);
    o.scheduleKind = ScheduleKind::InterleavedOneForwardOneBackward;
    o.virtualStages = 2;
    o.dataDegree = 1;
    o.vocabularySize = *size();
    o.extraTokens = *rc::gen::inRange<std::int64_t>(0, 2);
    o.vocabularyMultiple = *rc::gen::element<std::int64_t>(0, 8);
    return o;
}

RC_GTEST_PROP(WholeLegalValues, AreThoseThatBreakNoLawOfTheirField, ())
{
    LawOperands operands = anyOperands();
    for (const NumberField& field : numberFields()) {
        std::vector<std::int64_t> kept;
        for (std::int64_t x = 1; x <= largestSize; ++x) {
            field.set(operands, x);
            const LawSet broken = brokenLaws(operands);
            if (std::none_of(field.laws.begin(), field.laws.end(), [broken](Law law) { return broken.contains(law); }))
                kept.push_back(x);
        }
        // A law that an earlier field skips would have kept what the list leaves out: start from a fresh value.
        RC_ASSERT(field.legal(operands) == kept);
        operands = anyOperands();
    }
}

TEST(WholeLegalValues, OfAGroupStayShortEnoughToList)
{
    LawOperands operands = lawfulOperands();
    operands.globalBatchSize = std::int64_t{1} << 60;
    operands.dataDegree = operands.microbatchSize = 1;
    EXPECT_TRUE(legalGroups(operands).empty());
    operands.globalBatchSize = 50'000;
    EXPECT_GT(legalGroups(operands).size(), 10'000U);
}

} // namespace
} // namespace planscope::whole
