#include "derivation/whole/algebra/whole_work.h"

#include "derivation/whole/algebra/whole_explanation.h"
#include "engine/derivation/whole/small_trainings.h"

#include <map>

#include <gtest/gtest.h>

namespace planscope::whole {
namespace {

WholeWork workOf(const Training& training)
{
    return deriveWholeWork(inputsOf(training)).value();
}

Bytes savedOf(const WholeWork& work, SavedTensor tensor)
{
    for (const SavedRow& row : work.saved)
        if (row.tensor == tensor)
            return row.bytes;
    return Bytes{-1};
}

std::int64_t savedOfBlock(const WholeWork& work)
{
    std::int64_t bytes = 0;
    for (const SavedRow& row : work.saved)
        if (unitOf(row.tensor) == Unit::Block && !row.rebuilt)
            bytes += row.bytes.value();
    return bytes;
}

/// Statistics of both norms, which the paper leaves out.
std::int64_t statisticsOf(const WholeWork& work)
{
    return savedOf(work, SavedTensor::AttnNormStatistics).value()
        + savedOf(work, SavedTensor::MlpNormStatistics).value();
}

SmallSpecs papers()
{
    SmallSpecs s;
    s.model.feedforward = Feedforward::Plain;
    s.model.normalization = Normalization::LayerNorm;
    s.model.hiddenSize = 128;
    s.model.feedforwardSize = 512;
    s.model.keyValueHeads = 8;
    s.workload = {64, 48, 3, Datatype::BFloat16, true, true};
    s.mapping.attention = AttentionKernel::Unfused;
    s.mapping.tensor = {4, false};
    return s;
}

TEST(WholeWork, KeepsWhatKorthikantiFormulasSay)
{
    const std::int64_t sbh = 64 * 3 * 128;
    const std::int64_t scores = 5 * 8 * 64; // 5as/h in sbh is 5·a·s·s·b
    const std::int64_t sb = 64 * 3;
    const auto kept = [](SmallSpecs specs, bool sequence, RecomputeKind recompute) {
        specs.mapping.tensor.sequenceParallel = sequence;
        specs.mapping.recompute = recompute;
        const WholeWork work = workOf(specs.training());
        return savedOfBlock(work) - (recompute == RecomputeKind::Full ? 0 : statisticsOf(work));
    };
    EXPECT_EQ(kept(papers(), false, RecomputeKind::None), 10 * sbh + (24 * sbh + scores * sb) / 4);
    EXPECT_EQ(kept(papers(), true, RecomputeKind::None), (34 * sbh + scores * sb) / 4);
    EXPECT_EQ(kept(papers(), false, RecomputeKind::CoreAttention), 10 * sbh + 24 * sbh / 4);
    EXPECT_EQ(kept(papers(), true, RecomputeKind::CoreAttention), 34 * sbh / 4);
    EXPECT_EQ(kept(papers(), false, RecomputeKind::Full), 2 * sbh);
    SmallSpecs serial = papers();
    serial.mapping.tensor.degree = 1;
    EXPECT_EQ(kept(serial, false, RecomputeKind::None), 34 * sbh + scores * sb);
}

TEST(WholeWork, GatedBlocksKeepWhatTheirTensorsAre)
{
    SmallSpecs s; // a Llama-70B block at sequence 4096: 1072 MiB without statistics and log-sum-exp
    s.model.hiddenSize = 8192;
    s.model.feedforwardSize = 28672;
    s.model.attentionHeads = 64;
    s.model.keyValueHeads = 8;
    s.model.attentionHeadSize = 128;
    s.workload.sequenceLength = 4096;
    s.mapping.tensor = {1, false};
    const WholeWork work = workOf(s.training());
    EXPECT_EQ(savedOfBlock(work) - statisticsOf(work) - savedOf(work, SavedTensor::CoreAttentionLogSumExp).value(),
              std::int64_t{1072} * 1024 * 1024);
}

TEST(WholeWork, FewerKeyValueHeadsDoNotChangeTheScores)
{
    const auto perKey = [](std::int64_t heads) {
        SmallSpecs s;
        s.model.attentionHeads = 64;
        s.model.keyValueHeads = heads;
        s.model.attentionHeadSize = 128;
        s.workload.sequenceLength = 128;
        s.mapping.tensor = {1, false};
        for (const TaskWork& task : workOf(s.training()).tasks)
            if (task.invocation.part == KernelPart::Matrix && task.invocation.phase == Phase::Forward)
                return task.facts.operations.value() / (128 * 128);
        return std::int64_t{0};
    };
    EXPECT_EQ(perKey(8), 4 * 64 * 128);
    EXPECT_EQ(perKey(64), 32768);
}

TEST(WholeWork, BoundariesAndLogitsAreTheBytesThatUsersAskFor)
{
    SmallSpecs boundary;
    boundary.model.hiddenSize = 7168;
    boundary.workload = {8192, 4, 2, Datatype::BFloat16, false, false};
    boundary.mapping.tensor = {1, false};
    EXPECT_EQ(workOf(boundary.training()).sizes.hiddenShard, Bytes{2 * 8192 * 7168 * 2}) << "224 MiB";

    SmallSpecs logits;
    logits.model.vocabularySize = 151936;
    logits.workload.sequenceLength = 8192;
    logits.mapping.tensor = {1, false};
    logits.mapping.vocabulary = {0, 128};
    logits.mapping.loss = LossKernel::Float32;
    EXPECT_EQ(savedOf(workOf(logits.training()), SavedTensor::LossSoftmax), Bytes{4 * 8192LL * 151936});
}

TEST(WholeWork, OptimizerBytesFollowTheShards)
{
    SmallSpecs s;
    const StageFacts sharded = workOf(s.training()).stages.front();
    const std::int64_t N = sharded.parameters.value();
    EXPECT_EQ(sharded.weights.value() + sharded.gradients.value() + sharded.optimizer.value(),
              6 * N + 12 * ((N + 1) / 2));
    s.mapping.data.optimizerSharding = false;
    const StageFacts whole = workOf(s.training()).stages.front();
    EXPECT_EQ(whole.weights.value() + whole.gradients.value() + whole.optimizer.value(), 18 * N);
}

TEST(WholeWork, OverflowNamesTheFirstFactInTheOrderOfAnswers)
{
    const auto pathOf = [](const SmallSpecs& specs) {
        const auto work = deriveWholeWork(inputsOf(specs.training()));
        return work ? std::string{} : work.error().front().path;
    };
    SmallSpecs wide;
    wide.model.hiddenSize = std::int64_t{1} << 58;
    EXPECT_EQ(pathOf(wide), "parameters.total");
    SmallSpecs longer;
    longer.workload.sequenceLength = std::int64_t{1} << 30;
    longer.workload.microbatchSize = 1;
    EXPECT_EQ(pathOf(longer), "program.block.forward.operations");
    SmallSpecs deep; // the blocks of a stage, each far below, keep more than 64 bits can count
    deep.model.blockCount = std::int64_t{1} << 45;
    deep.workload.sequenceLength = 1 << 14;
    EXPECT_EQ(pathOf(deep), "stages[0].saved_per_microbatch");
    EXPECT_EQ(pathOf(SmallSpecs{}), "");
}

/// Every explained fact is the fact of the plan.
TEST(WholeExplanation, SaysTheNumbersOfThePlan)
{
    for (const NamedTraining& named : trainingSpread()) {
        const AlgebraInputs inputs = inputsOf(named.training);
        const WholeWork work = workOf(named.training);
        std::map<std::string, std::string> results;
        for (const Explanation& explanation : explainWhole(inputs))
            for (const FactExplanation& fact : explanation.facts)
                EXPECT_TRUE(results.emplace(explanation.subject + "|" + fact.fact, fact.result).second)
                    << explanation.subject;
        const auto expect = [&](const std::string& key, std::int64_t value) {
            EXPECT_EQ(results[key], std::to_string(value)) << named.name << " " << key;
        };
        expect("parameters.total|parameters", work.parameters.total.value());
        expect("parameters.block|parameters", work.parameters.block.value());
        expect("flops_per_token.causal_half|operations", flopsPerToken(work.flops).causalHalf.narrow()->value());
        expect("flops_per_token.causal_exact|operations", flopsPerToken(work.flops).causalExact.narrow()->value());
        expect("flops_per_token.matmul_full|operations", flopsPerToken(work.flops).matmulFull.narrow()->value());
        expect("flops_per_token.with_embedding|operations", flopsPerToken(work.flops).withEmbedding.narrow()->value());
        expect("flops_per_token.six_n|operations", flopsPerToken(work.flops).sixN.narrow()->value());
        for (const TaskWork& task : work.tasks) {
            expect(taskName(task.invocation) + "|operations", task.facts.operations.value());
            expect(taskName(task.invocation) + "|read_bytes", task.facts.read.value());
            expect(taskName(task.invocation) + "|write_bytes", task.facts.write.value());
            expect(taskName(task.invocation) + "|message_bytes", task.facts.message.value());
        }
        for (const ParameterRow& row : work.parameterRows)
            expect("weights." + std::string{nameOf(row.tensor)} + "|parameters", row.elements.value());
        for (const SavedRow& row : work.saved)
            expect("saved." + std::string{nameOf(row.tensor)} + "|bytes", row.bytes.value());
        for (const MomentTerm& term : work.transients)
            expect("transient." + std::string{nameOf(term.moment)} + "." + std::string{nameOf(term.term)} + "|bytes",
                   term.bytes.value());
        for (std::size_t k = 0; k < work.stages.size(); ++k) {
            const StageFacts& facts = work.stages[k];
            const std::string stage = "stages." + std::to_string(k) + ".";
            expect(stage + "parameters|parameters", facts.parameters.value());
            expect(stage + "gradients|bytes", facts.gradients.value());
            expect(stage + "optimizer|bytes", facts.optimizer.value());
            expect(stage + "saved_per_microbatch." + std::to_string(k) + "|bytes", facts.savedPerMicrobatch[0].value());
            expect(stage + "optimizer_step|parameters", facts.optimized.value());
            expect(stage + "optimizer_step|operations", facts.optimizerWork.operations.value());
            expect(stage + "optimizer_step|read_bytes", facts.optimizerWork.read.value());
        }
    }
}

} // namespace
} // namespace planscope::whole
