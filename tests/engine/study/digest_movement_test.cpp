#include "study/candidate_result.h"

#include <gtest/gtest.h>

#include <functional>

namespace planscope::testing_study {
namespace {

struct Specs {
    TransformerModelSpec model{"small", 64, 256, 32, 8, 8, 8};
    TransformerTrainingWorkloadSpec workload{64, 1, Datatype::Float16};
    TransformerTrainingMappingSpec mapping{{4, TensorCommunication::ReduceScatterAllGather},
                                           {2, OneForwardOneBackward{}},
                                           {2, false},
                                           RecomputePolicy::None,
                                           false,
                                           false};
};

struct Digests {
    Digest model, distributed, plan, session;
};

Digests digestsOf(const Specs& specs)
{
    const auto training = TransformerTraining::create(specs.model, specs.workload, specs.mapping);
    EXPECT_TRUE(training.has_value());
    const DerivationPtr derivation = derive(*training).value();
    EXPECT_TRUE(derivation->complete());
    return {derivation->snapshot(IrKind::Model)->digest(), derivation->snapshot(IrKind::Distributed)->digest(),
            derivation->snapshot(IrKind::PortablePlan)->digest(), derivation->session.fingerprint};
}

/// Which digests a change moves: M, D, P, S, as the rules' section 3 says.
struct Movement {
    std::string field;
    std::string moves;
    std::function<void(Specs&)> change;
    std::function<void(Specs&)> base = [](Specs&) {};
};

class DigestMovement : public ::testing::TestWithParam<Movement> { };

TEST_P(DigestMovement, movesExactlyTheseDigests)
{
    Specs before;
    GetParam().base(before);
    Specs after = before;
    GetParam().change(after);
    const Digests a = digestsOf(before);
    const Digests b = digestsOf(after);
    std::string moved;
    moved += a.model != b.model ? "M" : "";
    moved += a.distributed != b.distributed ? "D" : "";
    moved += a.plan != b.plan ? "P" : "";
    moved += a.session != b.session ? "S" : "";
    EXPECT_EQ(moved, GetParam().moves);
}

void shardOptimizer(Specs& specs)
{
    specs.mapping.data.optimizerSharding = true;
}
void oneRank(Specs& specs)
{
    specs.mapping.tensor.degree = 1;
}

INSTANTIATE_TEST_SUITE_P(
    Field, DigestMovement,
    ::testing::Values(
        Movement{"model_name", "MDP", [](Specs& s) { s.model.name = "other"; }},
        Movement{"hidden_size", "MDP", [](Specs& s) { s.model.hiddenSize = 128; }},
        Movement{"feedforward_size", "MDP", [](Specs& s) { s.model.feedforwardSize = 128; }},
        Movement{"sequence_length", "MDP", [](Specs& s) { s.model.sequenceLength = 64; }},
        Movement{"attention_heads", "MDP", [](Specs& s) { s.model.attentionHeads = 16; }},
        Movement{"attention_head_size", "MDP", [](Specs& s) { s.model.attentionHeadSize = 16; }},
        Movement{"block_count", "MDPS", [](Specs& s) { s.model.blockCount = 16; }},
        Movement{"microbatch_size", "DPS", [](Specs& s) { s.workload.microbatchSize = 2; }},
        Movement{"datatype", "DPS", [](Specs& s) { s.workload.datatype = Datatype::BFloat16; }},
        Movement{"tensor_degree", "DPS", [](Specs& s) { s.mapping.tensor.degree = 2; }},
        Movement{"communication", "DPS",
                 [](Specs& s) { s.mapping.tensor.communication = TensorCommunication::AllReduce; }},
        Movement{"communication_of_one_rank", "DPS",
                 [](Specs& s) { s.mapping.tensor.communication = TensorCommunication::AllReduce; }, oneRank},
        Movement{"recompute_attention", "DPS", [](Specs& s) { s.mapping.recompute = RecomputePolicy::Attention; }},
        Movement{"recompute_full", "DPS", [](Specs& s) { s.mapping.recompute = RecomputePolicy::Full; }},
        Movement{"redo", "DPS", [](Specs& s) { s.mapping.sequenceParallelAllGatherRedo = true; }},
        Movement{"redo_of_one_rank", "DPS", [](Specs& s) { s.mapping.sequenceParallelAllGatherRedo = true; }, oneRank},
        Movement{"fused_activation", "DPS", [](Specs& s) { s.mapping.fusedActivation = true; }},
        Movement{"pipeline_degree", "PS", [](Specs& s) { s.mapping.pipeline.degree = 4; }},
        Movement{"schedule", "PS", [](Specs& s) { s.mapping.pipeline.schedule = InterleavedOneForwardOneBackward{2}; }},
        Movement{"global_batch_size", "PS", [](Specs& s) { s.workload.globalBatchSize = 128; }},
        Movement{"data_degree", "PS", [](Specs& s) { s.mapping.data.degree = 4; }},
        Movement{"data_degree_with_sharding", "DPS", [](Specs& s) { s.mapping.data.degree = 4; }, shardOptimizer},
        Movement{"optimizer_sharding", "DPS", shardOptimizer}),
    [](const auto& instance) { return instance.param.field; });

} // namespace
} // namespace planscope::testing_study
