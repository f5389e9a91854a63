#pragma once

#include "frontend/candidate_source.h"
#include "frontend/presets.h"
#include "study/whole_result.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace planscope::test {

/// A candidate of a bundled study of a whole model.
inline whole::Candidate bundledWhole(std::string_view study, std::size_t index)
{
    const Preset* preset = findPreset(PresetKind::Studies, study);
    if (!preset) {
        ADD_FAILURE() << "no study is named " << study;
        std::abort();
    }
    return CandidateSource::open(preset->json)->readWhole(index).candidate.value();
}

/// llama-3-70b on 64 ranks, tensor 8 × pipeline 4 × data 2, one forward one backward.
inline whole::Candidate llama70b()
{
    return bundledWhole("llama-3-70b-64xH100", 0);
}

/// The same candidate with another model, workload or mapping; lawful.
template <class Change>
whole::Candidate changed(const whole::Candidate& from, Change change)
{
    whole::ModelSpec model = from.training.model();
    whole::WorkloadSpec workload = from.training.workload();
    whole::MappingSpec mapping = from.training.mapping();
    change(model, workload, mapping);
    whole::Candidate to = from;
    to.training = whole::Training::create(std::move(model), workload, std::move(mapping)).value();
    return to;
}

inline whole::CandidateResult refusedWhole()
{
    whole::CandidateResult refused;
    refused.diagnostics = {{Severity::Error, Origin::Import, "spec.positive", "mapping.tensor.degree", "0", "0", {}}};
    return refused;
}

} // namespace planscope::test
