#pragma once

#include "base/diagnostic.h"
#include "base/json_document.h"
#include "evaluation/system/framework_profile.h"
#include "evaluation/system/system_profile.h"
#include "spec/transformer_training.h"
#include "spec/whole/training.h"

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
template <class C>
struct ReadOf {
    std::optional<std::string> name; ///< when the file gives one that is a string
    Result<C> candidate = refuse(Diagnostics{});
    std::string nameJson = "null"; ///< the name as the file writes it in JSON, whatever its type; null when it has none

    /// Keeps the name an object gives. Nothing in it is told.
    void readName(JsonValue object)
    {
        const auto given = object.find("name");
        if (!given)
            return;
        nameJson = given->compact();
        if (given->isString())
            name = std::string{given->text()};
    }
};
using ReadCandidate = ReadOf<Candidate>;

namespace whole {

/// One training of a whole model to evaluate: what a planscope.case/2 or a candidate of a planscope.study/2 states.
struct Candidate {
    std::string name;
    Training training;
    std::shared_ptr<const SystemProfile> system;
    NetworkTierBinding tiers;
    std::shared_ptr<const FrameworkProfile> framework;
};
using ReadCandidate = ReadOf<Candidate>;

} // namespace whole

} // namespace planscope
