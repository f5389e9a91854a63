#pragma once

#include "frontend/candidate_source.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// A file of the repository, named from its root.
inline std::string repositoryFile(const std::string& path)
{
    std::ifstream file{std::string{PLANSCOPE_SOURCE_DIR} + "/" + path, std::ios::binary};
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

/// Reads the only candidate of a text.
inline ReadCandidate readOne(std::string_view text)
{
    const auto source = CandidateSource::open(text);
    if (!source)
        return {std::nullopt, refuse(source.error()), "null"};
    EXPECT_EQ(source->count(), 1U);
    return source->read(0);
}

/// The same of a whole model.
inline whole::ReadCandidate readOneWhole(std::string_view text)
{
    const auto source = CandidateSource::open(text);
    if (!source)
        return {std::nullopt, refuse(source.error()), "null"};
    EXPECT_EQ(source->count(), 1U);
    EXPECT_EQ(source->accounting(0), Accounting::Whole);
    return source->readWhole(0);
}

/// A diagnostic as a line: "file.type model.hidden_size <12288> [legal, values]".
inline std::string line(const Diagnostic& diagnostic)
{
    std::string text = diagnostic.code + " " + diagnostic.path + " <" + diagnostic.given + "> [";
    for (const std::string& value : diagnostic.legal)
        text += (text.back() == '[' ? "" : ", ") + value;
    return text + "]";
}

inline std::vector<std::string> lines(const Diagnostics& diagnostics)
{
    std::vector<std::string> all;
    for (const Diagnostic& diagnostic : diagnostics) {
        EXPECT_FALSE(diagnostic.message.empty()) << diagnostic.code;
        all.push_back(line(diagnostic));
    }
    return all;
}

/// What is wrong with the only candidate of a text; empty when nothing is.
inline std::vector<std::string> faultsOf(std::string_view text)
{
    const ReadCandidate read = readOne(text);
    return read.candidate ? std::vector<std::string>{} : lines(read.candidate.error());
}

inline std::vector<std::string> faultsOfWhole(std::string_view text)
{
    const whole::ReadCandidate read = readOneWhole(text);
    return read.candidate ? std::vector<std::string>{} : lines(read.candidate.error());
}

/// The text with the first occurrence of one piece replaced.
inline std::string with(std::string text, std::string_view piece, std::string_view replacement)
{
    const std::size_t place = text.find(piece);
    EXPECT_NE(place, std::string::npos) << piece;
    if (place != std::string::npos)
        text.replace(place, piece.size(), replacement);
    return text;
}

/// A lawful case with everything in place.
inline std::string lawfulCase()
{
    return R"({
"schema": "planscope.case/1", "name": "lawful",
"model": {"name": "m", "hidden_size": 1000, "feedforward_size": 4000, "sequence_length": 1000, "attention_heads": 10,
          "attention_head_size": 100, "block_count": 12},
"workload": {"global_batch_size": 18, "microbatch_size": 1, "datatype": "float16"},
"mapping": {"world_size": 18, "tensor": {"degree": 2, "communication": "reduce_scatter_all_gather"},
            "pipeline": {"degree": 3,
                         "schedule": {"kind": "interleaved_one_forward_one_backward", "virtual_stages": 2}},
            "data": {"degree": 3, "optimizer_sharding": true},
            "recompute": "attention", "fused_activation": false, "sequence_parallel_all_gather_redo": true},
"system": {
  "schema": "planscope.system/1", "name": "s", "processing_mode": "roofline",
  "matrix": {"float16": {"peak_tflops": 312,
                         "efficiency": [{"gflop": 8, "efficiency": 0.95}, {"gflop": 0, "efficiency": 0.4}]},
             "bfloat16": {"peak_tflops": 250, "efficiency": [{"gflop": 0, "efficiency": 0.3}]}},
  "vector": {"float16": {"peak_tflops": 78, "efficiency": [{"gflop": 0, "efficiency": 0.1}]}},
  "memory": {"capacity_gib": 80, "peak_gb_per_second": 2000,
             "efficiency": [{"megabyte": 4, "efficiency": 0.9}, {"megabyte": 0, "efficiency": 0.3}]},
  "networks": [
    {"name": "n", "peak_gb_per_second": 300, "efficiency": 0.7, "latency_seconds": 1e-05, "size": 10,
     "must_be_filled": true,
     "operations": {"point_to_point": {"volume_factor": 1.0, "participant_offset": -1},
                    "all_reduce": {"volume_factor": 2.0, "participant_offset": -1},
                    "reduce_scatter": {"volume_factor": 1.5, "participant_offset": -1},
                    "all_gather": {"volume_factor": 1.0, "participant_offset": 0}}}]},
"network_tiers": {"tensor": 0, "pipeline": 0, "data": 0}})";
}

/// A lawful case of a whole model with everything in place but the system.
inline std::string lawfulWholeCase()
{
    return R"({
"schema": "planscope.case/2", "name": "lawful",
"model": {"name": "m", "hidden_size": 1024, "feedforward_size": 4096, "attention_heads": 16, "key_value_heads": 4,
          "attention_head_size": 64, "block_count": 12, "vocabulary_size": 32000, "feedforward": "plain",
          "normalization": "layer_norm", "position": "learned", "maximum_positions": 2048, "bias": ["fc1", "qkv"],
          "tied_embeddings": true, "query_key_norm": true},
"workload": {"sequence_length": 1024, "global_batch_size": 24, "microbatch_size": 1, "datatype": "bfloat16",
             "hidden_dropout": true, "attention_dropout": true},
"mapping": {"world_size": 24, "tensor": {"degree": 2, "sequence_parallel": true},
            "context": {"degree": 2, "exchange": "ring"},
            "pipeline": {"degree": 3,
                         "schedule": {"kind": "interleaved_one_forward_one_backward", "virtual_stages": 2, "group": 4},
                         "layout": [1, 2, 3, 3, 3, 0]},
            "data": {"degree": 2, "optimizer_sharding": true}, "recompute": "core_attention", "attention": "fused",
            "loss": "float32", "gradient_datatype": "bfloat16", "vocabulary": {"extra_tokens": 1, "multiple": 128}},
"system": "a100_80g", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1},
"framework": {"schema": "planscope.framework/1", "name": "own", "gemm_workspace_bytes": 1, "blas_workspace_bytes": 0,
              "dummy_weight_gradients": true, "head_gather_buffer": false, "loss_mask": true, "round_logits": false}})";
}

} // namespace planscope
