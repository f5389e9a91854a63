#pragma once

#include "base/json_document.h"
#include "derivation/transformer/block_work.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace planscope {

/// The cases with known answers, as far as the block algebra is concerned.
class OracleBlocks {
public:
    /// Calls visit(name, parameters, expected) for each case whose block figures are known and whose model is stated in place.
    template <class Visit>
    static void forEach(Visit&& visit)
    {
        std::ifstream file{PLANSCOPE_SOURCE_DIR "/tests/oracle/cases.json"};
        const std::string text{std::istreambuf_iterator<char>{file}, {}};
        const auto document = JsonDocument::parse(text);
        for (const JsonValue entry : document->root().elements()) {
            const JsonValue stated = *entry.find("case");
            const JsonValue expected = *entry.find("expected");
            if (stated.isObject() && expected.find("block") && stated.find("model")->isObject())
                visit(std::string{stated.find("name")->text()}, parametersOf(stated), expected);
        }
    }

private:
    static BlockParameters parametersOf(JsonValue stated)
    {
        const auto integer = [](JsonValue object, const char* key) { return *object.find(key)->integer(); };
        const auto flag = [](JsonValue object, const char* key) { return object.find(key)->text() == "true"; };
        const JsonValue model = *stated.find("model");
        const JsonValue mapping = *stated.find("mapping");
        const JsonValue data = *mapping.find("data");
        BlockParameters parameters;
        parameters.hiddenSize = integer(model, "hidden_size");
        parameters.feedforwardSize = integer(model, "feedforward_size");
        parameters.sequenceLength = integer(model, "sequence_length");
        parameters.attentionHeads = integer(model, "attention_heads");
        parameters.attentionHeadSize = integer(model, "attention_head_size");
        parameters.microbatchSize = integer(*stated.find("workload"), "microbatch_size");
        parameters.tensorDegree = integer(*mapping.find("tensor"), "degree");
        parameters.optimizerShards = flag(data, "optimizer_sharding") ? integer(data, "degree") : 1;
        parameters.communication
            = *enumFromName<TensorCommunication>(mapping.find("tensor")->find("communication")->text());
        parameters.recompute = *enumFromName<RecomputePolicy>(mapping.find("recompute")->text());
        parameters.fusedActivation = flag(mapping, "fused_activation");
        parameters.sequenceParallelAllGatherRedo = flag(mapping, "sequence_parallel_all_gather_redo");
        return parameters;
    }
};

} // namespace planscope
