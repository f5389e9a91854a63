#include "bundled_candidates.h"

#include "frontend/candidate_source.h"
#include "frontend/presets.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace planscope::bench {
namespace {

std::vector<Candidate> readBundled()
{
    std::vector<Candidate> candidates;
    for (const Preset& preset : presets(PresetKind::Cases)) {
        const auto source = CandidateSource::open(preset.json);
        if (!source || source->count() != 1 || !source->read(0).candidate) {
            std::fprintf(stderr, "the bundled case %s cannot be read\n", std::string{preset.name}.c_str());
            std::exit(1);
        }
        candidates.push_back(source->read(0).candidate.value());
    }
    return candidates;
}

} // namespace

const std::vector<Candidate>& bundledCandidates()
{
    static const std::vector<Candidate> candidates = readBundled();
    return candidates;
}

const Candidate& gpt3()
{
    return *std::find_if(bundledCandidates().begin(), bundledCandidates().end(),
                         [](const Candidate& candidate) { return candidate.name == "tab5/gpt3-175B_seqsel"; });
}

} // namespace planscope::bench
