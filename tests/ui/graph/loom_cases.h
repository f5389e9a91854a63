#pragma once

#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "study/candidate_result.h"
#include "ui/graph/loom_of_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace planscope::ui::test {

inline CandidateResultPtr resultOfCase(std::string_view json)
{
    const auto source = CandidateSource::open(json);
    const auto candidate = source->read(0).candidate;
    return evaluate(*candidate);
}

inline CandidateResultPtr resultOfBundled(std::string_view name)
{
    return resultOfCase(findPreset(PresetKind::Cases, name)->json);
}

/// The 22B block on one rank: nothing is exchanged and nothing repeated.
inline CandidateResultPtr resultOfOneRank()
{
    return resultOfCase(R"({"schema": "planscope.case/1", "name": "toy", "model": "megatron-22B",
        "workload": {"global_batch_size": 4, "microbatch_size": 4, "datatype": "float16"},
        "mapping": {"tensor": {"degree": 1, "communication": "all_reduce"},
                    "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}},
                    "data": {"degree": 1, "optimizer_sharding": false},
                    "recompute": "none", "fused_activation": false, "sequence_parallel_all_gather_redo": false},
        "system": "a100_80g", "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})");
}

inline LoomInput loomOfBundled(std::string_view name)
{
    return loomOf(*resultOfBundled(name));
}

inline LoomInput loomOfOneRank()
{
    return loomOf(*resultOfOneRank());
}

inline std::vector<LoomInput> allLooms()
{
    std::vector<LoomInput> looms{loomOfOneRank()};
    for (const Preset& preset : presets(PresetKind::Cases))
        looms.push_back(loomOfBundled(preset.name));
    return looms;
}

} // namespace planscope::ui::test
