#pragma once

#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "study/whole_result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace planscope::ui::test {

/// A candidate of the bundled study of a whole model: 0 has 4 stages of 20 blocks, 1 interleaves 5 chunks on each.
inline whole::CandidateResultPtr wholeResultOfStudy(std::size_t candidate = 0)
{
    const auto source = CandidateSource::open(findPreset(PresetKind::Studies, "llama-3-70b-64xH100")->json);
    return whole::evaluate(*source->readWhole(candidate).candidate);
}

/// A case of the bundled model with that mapping, in JSON from "tensor" to "recompute".
inline whole::CandidateResultPtr wholeResultOf(std::string_view model, std::string_view mapping,
                                               std::string_view workload = R"("sequence_length": 8192,
        "global_batch_size": 128, "microbatch_size": 1, "datatype": "bfloat16", "hidden_dropout": false,
        "attention_dropout": false)")
{
    const std::string json = R"({"schema": "planscope.case/2", "name": "case", "model": ")" + std::string(model)
        + R"(", "workload": {)" + std::string(workload) + R"(}, "mapping": {)" + std::string(mapping)
        + R"(, "gradient_datatype": "float32", "vocabulary": {"extra_tokens": 1, "multiple": 128}},
        "system": "h100_80g_nvl8", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1},
        "framework": "megatron-0.14-te-2.11"})";
    const auto source = CandidateSource::open(json);
    return whole::evaluate(*source->readWhole(0).candidate);
}

/// 405B on 16,384 ranks: 16 stages of 8 blocks but for the last, 6.
inline whole::CandidateResultPtr wholeResultOf405B()
{
    return wholeResultOf("llama-3.1-405b", R"("tensor": {"degree": 8, "sequence_parallel": true},
        "context": {"degree": 1, "exchange": "all_to_all"},
        "pipeline": {"degree": 16, "schedule": {"kind": "one_forward_one_backward"},
                     "layout": [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 6]},
        "data": {"degree": 128, "optimizer_sharding": true}, "recompute": "none", "attention": "fused",
        "loss": "fused")",
                         R"("sequence_length": 8192, "global_batch_size": 2048, "microbatch_size": 1,
        "datatype": "bfloat16", "hidden_dropout": false, "attention_dropout": false)");
}

/// GPT-3 175B, whose position is learned, with dropouts, unfused kernels and the mapping's degrees and recompute.
inline whole::CandidateResultPtr wholeResultOfGpt3(int tensor, int pipeline, std::string_view recompute)
{
    return wholeResultOf("gpt3-175b",
                         R"("tensor": {"degree": )" + std::to_string(tensor)
                             + R"(, "sequence_parallel": )" + (tensor > 1 ? "true" : "false")
                             + R"(}, "context": {"degree": 1, "exchange": "all_to_all"},
        "pipeline": {"degree": )" + std::to_string(pipeline)
                             + R"(, "schedule": {"kind": ")"
                             + (pipeline > 1 ? "one_forward_one_backward" : "single_stage")
                             + R"("}}, "data": {"degree": 1, "optimizer_sharding": true}, "recompute": ")"
                             + std::string(recompute) + R"(", "attention": "unfused", "loss": "float32")",
                         R"("sequence_length": 2048, "global_batch_size": 64, "microbatch_size": 1,
        "datatype": "bfloat16", "hidden_dropout": true, "attention_dropout": true)");
}

} // namespace planscope::ui::test
