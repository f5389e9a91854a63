#pragma once

#include "frontend/candidate.h"

#include <memory>
#include <string>

namespace planscope::whole {

/// What a planscope.case/2 states, lawful or not.
struct CaseStatement {
    std::string name;
    ModelSpec model;
    WorkloadSpec workload;
    MappingSpec mapping;
    std::shared_ptr<const SystemProfile> system;
    NetworkTierBinding tiers;
    std::shared_ptr<const FrameworkProfile> framework;
};

CaseStatement statementOf(const Candidate& candidate);

} // namespace planscope::whole
