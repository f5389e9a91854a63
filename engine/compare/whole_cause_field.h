#pragma once

#include "compare/cause_field.h"
#include "evaluation/system/framework_profile.h"
#include "spec/whole/training.h"

#include <memory>

namespace planscope::whole {

/// As planscope::StatedCase, of a whole model.
struct StatedCase {
    ModelSpec model;
    WorkloadSpec workload;
    MappingSpec mapping;
    std::shared_ptr<const SystemProfile> system;
    NetworkTierBinding tiers;
    std::shared_ptr<const FrameworkProfile> framework;
};

/// The fields in which two cases differ.
FieldSet changedFields(const StatedCase& a, const StatedCase& b);
/// A with the given fields as B has them.
StatedCase mixed(const StatedCase& a, const StatedCase& b, FieldSet fromB);

} // namespace planscope::whole
