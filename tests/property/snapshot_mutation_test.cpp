#include "property/snapshot_mutation.h"

#include "study/candidate_result.h"
#include "study/snapshot_verification.h"

#include <array>
#include <map>
#include <set>

#include <gmock/gmock.h>

namespace planscope {
namespace {

/// A bundle with every kind of task that a derivation makes.
std::array<std::string, 3> snapshotTexts(RecomputePolicy recompute)
{
    TransformerTrainingMappingSpec mapping;
    mapping.tensor = {2, TensorCommunication::ReduceScatterAllGather};
    mapping.pipeline = {2, InterleavedOneForwardOneBackward{3}};
    mapping.data = {2, true};
    mapping.recompute = recompute;
    mapping.sequenceParallelAllGatherRedo = recompute != RecomputePolicy::Full;
    const auto training =
        TransformerTraining::create({"small", 8, 24, 6, 4, 3, 12}, {20, 2, Datatype::BFloat16}, mapping);
    const auto derivation = derive(training.value()).value();
    return {derivation->snapshot(IrKind::Model)->bytes(), derivation->snapshot(IrKind::Distributed)->bytes(),
            derivation->snapshot(IrKind::PortablePlan)->bytes()};
}

std::string bundleOf(const std::array<std::string, 3>& texts)
{
    return "[" + texts[0] + "," + texts[1] + "," + texts[2] + "]";
}

bool isFound(const std::string& text)
{
    return !verifySnapshots(text).passed();
}

/// What a lone snapshot cannot contradict: facts that nothing else in it repeats, and what it says of its parent.
const std::set<std::string>& fieldsThatNeedTheBundle()
{
    static const std::set<std::string> fields{
        "model operations[].lineage.transform",
        "model values", // in another order
        "model values[].lineage.transform",
        "distributed distribution.communication",
        "distributed distribution.datatype",
        "distributed distribution.fused_activation",
        "distributed distribution.optimizer_shards",
        "distributed distribution.recompute",
        "distributed distribution.sequence_parallel_all_gather_redo",
        "distributed layer_memory",
        "distributed layer_memory[].activation_gradient_bytes",
        "distributed layer_memory[].kept_bytes",
        "distributed layer_memory[].parameters",
        "distributed layer_memory[].working_bytes",
        "distributed layer_memory[].working_is_alias",
        "distributed tasks[].facts.message_bytes",
        "distributed tasks[].facts.operations",
        "distributed tasks[].facts.read_bytes",
        "distributed tasks[].facts.write_bytes",
        "distributed tasks[].lineage.sources[]",
        "distributed tasks[].lineage.transform",
        "distributed values", // in another order
        "distributed values[].lineage.sources[]",
        "distributed values[].lineage.transform",
        "distributed values[].shape", // sequence and hidden size exchanged
        "distributed values[].shape[]",
        "distributed values[].sharding",
        "distributed values[].sharding[].tensor_axis",
        "portable_plan buffers", // in another order
        "portable_plan buffers[].lineage.sources[]",
        "portable_plan buffers[].lineage.transform",
        "portable_plan layer_memory[].working_bytes", // of an alias, which no sum counts
        "portable_plan program.datatype",
        "portable_plan program.recompute",
        "portable_plan strategy_fingerprint",
        "portable_plan tasks", // the last one dropped
        "portable_plan tasks[].lineage.sources[]",
        "portable_plan tasks[].lineage.transform",
    };
    return fields;
}

/// Which occurrences of a field are tried: all of them when optimised, else the first and some more.
class Sampling {
public:
    bool takes(const std::string& field)
    {
#ifdef NDEBUG
        constexpr int every = 1;
#else
        constexpr int every = 29;
#endif
        return m_seen[field]++ % every == 0;
    }

private:
    std::map<std::string, int> m_seen;
};

class SnapshotMutation : public testing::TestWithParam<RecomputePolicy> { };

// A lone snapshot that keeps all rules can only be told by its digest. What its own verifier lets through must be
// found in the bundle, and must be one of the fields that a lone snapshot cannot contradict.
TEST_P(SnapshotMutation, OfAnyFieldIsFound)
{
    const std::array<std::string, 3> texts = snapshotTexts(GetParam());
    ASSERT_FALSE(isFound(bundleOf(texts))) << "the bundle itself is sound";
    for (std::size_t stage = 0; stage < texts.size(); ++stage) {
        JsonTree tree = treeOf(texts[stage]);
        Sampling sampling;
        std::size_t tried = 0;
        std::set<std::string> needTheBundle;
        forEachValue(tree, [&](JsonTree& value, const std::string& path) {
            const std::string field = fieldOf(path);
            if (!sampling.takes(field))
                return;
            const JsonTree before = value;
            for (const JsonTree& mutation : mutationsOf(before)) {
                value = mutation;
                ++tried;
                std::array<std::string, 3> mutated = texts;
                mutated[stage] = textOf(tree);
                if (mutated[stage] == texts[stage])
                    continue; // equal elements swapped
                if (!isFound(mutated[stage])) {
                    needTheBundle.insert(std::string{nameOf(static_cast<IrKind>(stage))} + " " + field);
                    EXPECT_TRUE(isFound(bundleOf(mutated))) << path << " as " << textOf(mutation);
                }
            }
            value = before;
        });
        EXPECT_GT(tried, 100u);
        EXPECT_THAT(needTheBundle, testing::IsSubsetOf(fieldsThatNeedTheBundle()));
    }
}

TEST_P(SnapshotMutation, OfAnyByteIsFound)
{
    const std::string bundle = bundleOf(snapshotTexts(GetParam()));
#ifdef NDEBUG
    constexpr std::size_t stride = 29;
#else
    constexpr std::size_t stride = 331;
#endif
    for (std::size_t at = 0; at < bundle.size(); at += stride)
        for (const char bit : {'\x01', '\x20'}) {
            std::string flipped = bundle;
            flipped[at] = static_cast<char>(flipped[at] ^ bit);
            EXPECT_TRUE(isFound(flipped)) << "byte " << at;
        }
}

INSTANTIATE_TEST_SUITE_P(Of, SnapshotMutation, testing::Values(RecomputePolicy::Attention, RecomputePolicy::Full),
                         [](const auto& test) { return std::string{nameOf(test.param)}; });

} // namespace
} // namespace planscope
