#pragma once

#include "frontend/candidate_source.h"
#include "study/whole_result.h"

#include <gtest/gtest.h>

#include <string>

namespace planscope::testing_study {

/// A case of a whole model in pieces; each piece is JSON as it stands in the file.
struct WholeCaseText {
    std::string model = "\"llama-3-8b\"";
    std::string sequence = "8192";
    std::string batch = "8";
    std::string microbatch = "1";
    std::string dropouts = R"("hidden_dropout": false, "attention_dropout": false)";
    std::string tensor = R"({"degree": 1, "sequence_parallel": false})";
    std::string context = R"({"degree": 1, "exchange": "all_to_all"})";
    std::string pipeline = R"({"degree": 1, "schedule": {"kind": "single_stage"}})";
    std::string data = R"({"degree": 1, "optimizer_sharding": false})";
    std::string recompute = "none";
    std::string attention = "fused";
    std::string loss = "fused";
    std::string gradients = "float32";
    std::string vocabulary = R"({"extra_tokens": 0, "multiple": 128})";
    std::string system = "\"a100_80e\"";
    std::string tiers = R"({"tensor": 0, "pipeline": 1, "data": 1})";
    std::string framework = "\"none\"";

    std::string json() const
    {
        return R"({"schema": "planscope.case/2", "name": "case", "model": )" + model
            + R"(, "workload": {"sequence_length": )" + sequence + R"(, "global_batch_size": )" + batch
            + R"(, "microbatch_size": )" + microbatch + R"(, "datatype": "bfloat16", )" + dropouts
            + R"(}, "mapping": {"tensor": )" + tensor + R"(, "context": )" + context + R"(, "pipeline": )" + pipeline
            + R"(, "data": )" + data + R"(, "recompute": ")" + recompute + R"(", "attention": ")" + attention
            + R"(", "loss": ")" + loss + R"(", "gradient_datatype": ")" + gradients + R"(", "vocabulary": )"
            + vocabulary + R"(}, "system": )" + system + R"(, "network_tiers": )" + tiers + R"(, "framework": )"
            + framework + "}";
    }

    whole::Candidate candidate() const
    {
        auto read = CandidateSource::open(json())->readWhole(0);
        EXPECT_TRUE(read.candidate) << (read.candidate ? "" : oneLine(read.candidate.error()[0]));
        return std::move(read.candidate.value());
    }
    whole::CandidateResultPtr evaluated() const { return whole::evaluate(candidate()); }
};

} // namespace planscope::testing_study
