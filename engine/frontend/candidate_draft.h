#pragma once

#include "frontend/candidate.h"
#include "frontend/fault_list.h"
#include "frontend/mapping_reader.h"

#include <memory>
#include <string>

namespace planscope {

/// What a case, or a study and one of its candidates, state together. Complete when reading it gave no fault.
struct CandidateDraft {
    std::string name;
    TransformerModelSpec model;
    TransformerTrainingWorkloadSpec workload;
    StatedMapping mapping;
    std::shared_ptr<const SystemProfile> system;
    NetworkTierBinding tiers;
};

/// Holds the draft against the laws and makes the candidate of it, or returns the faults of reading and those of the
/// laws together, in the order of the contract. `place` is where the file states the mapping and the microbatch size:
/// "" in a case, "candidates[2]" in a study.
Result<Candidate> finish(CandidateDraft draft, FaultList faults, const std::string& place);

/// The laws speak of a case's fields. A study keeps the mapping and the microbatch size of each candidate below
/// `place`, the latter outside a workload; all else at its root.
Diagnostics placed(Diagnostics diagnostics, const std::string& place);

} // namespace planscope
