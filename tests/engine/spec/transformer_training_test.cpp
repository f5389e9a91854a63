#include "lawful_training.h"

#include "spec/transformer_training.h"

#include <gmock/gmock.h>

#include <limits>

namespace planscope {
namespace {

TEST(TransformerTraining, OfALawfulStatementHasItsShape)
{
    const auto training = TransformerTraining::create(lawfulModel(), lawfulWorkload(), lawfulMapping());
    ASSERT_TRUE(training);
    EXPECT_EQ(training->model(), lawfulModel());
    EXPECT_EQ(training->workload(), lawfulWorkload());
    EXPECT_EQ(training->mapping(), lawfulMapping());
    EXPECT_EQ(training->shape(), (TrainingShape{24, 6, 6, 2}));
}

TEST(TransformerTraining, ListsEverythingBrokenAtOnceInOrder)
{
    TransformerModelSpec model = lawfulModel();
    model.feedforwardSize = -4;
    model.attentionHeads = 7;
    TransformerTrainingMappingSpec mapping = lawfulMapping();
    mapping.pipeline.schedule = InterleavedOneForwardOneBackward{0};
    mapping.data.degree = 5;
    const auto training = TransformerTraining::create(model, lawfulWorkload(), mapping);
    ASSERT_FALSE(training);
    std::vector<std::string> told;
    for (const Diagnostic& diagnostic : training.error())
        told.push_back(diagnostic.code + " " + diagnostic.path + " " + diagnostic.given);
    EXPECT_THAT(told,
                testing::ElementsAre("spec.positive model.feedforward_size -4",
                                     "spec.positive mapping.pipeline.schedule.virtual_stages 0",
                                     "mapping.tensor.divides_heads mapping.tensor.degree 2",
                                     "mapping.data.divides_batch mapping.data.degree 5"));
}

TEST(TransformerTraining, RefusesEachSizeBelowOne)
{
    std::int64_t TransformerModelSpec::*const sizes[] = {
        &TransformerModelSpec::hiddenSize,        &TransformerModelSpec::feedforwardSize,
        &TransformerModelSpec::sequenceLength,    &TransformerModelSpec::attentionHeads,
        &TransformerModelSpec::attentionHeadSize, &TransformerModelSpec::blockCount};
    for (const auto size : sizes) {
        TransformerModelSpec model = lawfulModel();
        model.*size = 0;
        const auto training = TransformerTraining::create(model, lawfulWorkload(), lawfulMapping());
        ASSERT_FALSE(training);
        ASSERT_EQ(training.error().size(), 1U);
        EXPECT_EQ(training.error()[0].code, "spec.positive");
    }
}

TEST(TransformerTraining, CountsNoMoreRanksThan64BitsHold)
{
    constexpr std::int64_t large = std::int64_t{1} << 40;
    TransformerModelSpec model = lawfulModel();
    model.hiddenSize = model.feedforwardSize = model.sequenceLength = model.attentionHeads = large;
    model.blockCount = large;
    TransformerTrainingMappingSpec mapping = lawfulMapping();
    mapping.tensor.degree = mapping.pipeline.degree = mapping.data.degree = large;
    mapping.pipeline.schedule = OneForwardOneBackward{};
    const auto training = TransformerTraining::create(model, {large, 1, Datatype::Float16}, mapping);
    ASSERT_FALSE(training);
    ASSERT_EQ(training.error().size(), 1U);
    EXPECT_EQ(training.error()[0].code, "integer.overflow");
    EXPECT_EQ(training.error()[0].path, "shape.world_size");
    EXPECT_EQ(training.error()[0].origin, Origin::Work);
    EXPECT_EQ(training.error()[0].given, "1329227995784915872903807060280344576");
}

} // namespace
} // namespace planscope
