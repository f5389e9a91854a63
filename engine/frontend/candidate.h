#pragma once

#include "base/diagnostic.h"
#include "evaluation/system/system_profile.h"
#include "spec/transformer_training.h"

#include <memory>
#include <optional>
#include <string>

namespace planscope {

/// One training to evaluate: what a case file or a study's candidate states, lawful and complete.
struct Candidate {
    std::string name;
    TransformerTraining training;
    std::shared_ptr<const SystemProfile> system;
    NetworkTierBinding tiers;
};

/// What reading one case or one candidate of a study gave: the name as the file has it, and the
/// candidate or everything that is wrong with it.
struct ReadCandidate {
    std::optional<std::string> name; ///< when the file gives one that is a string
    Result<Candidate> candidate;
    std::string nameJson = "null"; ///< the name as the file writes it in JSON, whatever its type; null when it has none
};

} // namespace planscope
