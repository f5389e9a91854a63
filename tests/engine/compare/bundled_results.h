#pragma once

#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "study/candidate_result.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace planscope::test {

/// A bundled case as stated.
inline Candidate bundledCase(std::string_view name)
{
    const Preset* preset = findPreset(PresetKind::Cases, name);
    if (!preset) {
        ADD_FAILURE() << "no case is named " << name;
        std::abort();
    }
    return CandidateSource::open(preset->json)->read(0).candidate.value();
}

/// The same candidate with another mapping, microbatch size or model; lawful.
template <class Change>
Candidate changed(const Candidate& from, Change change)
{
    TransformerModelSpec model = from.training.model();
    TransformerTrainingWorkloadSpec workload = from.training.workload();
    TransformerTrainingMappingSpec mapping = from.training.mapping();
    change(model, workload, mapping);
    Candidate to = from;
    to.training = TransformerTraining::create(model, workload, mapping).value();
    return to;
}

inline CandidateResult refusedResult()
{
    CandidateResult refused;
    refused.diagnostics = {{Severity::Error, Origin::Import, "spec.positive", "mapping.tensor.degree", "0", "0", {}}};
    return refused;
}

} // namespace planscope::test
