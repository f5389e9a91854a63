#pragma once

#include "base/field_writer.h"
#include "evaluation/system/framework_profile.h"
#include "frontend/whole_spec_readers.h"

/// Writers of the specs of whole models: members of the object that is open, as files name them.
namespace planscope::whole {

void writeModel(FieldWriter& to, const ModelSpec& model);
void writeWorkload(FieldWriter& to, const WorkloadSpec& workload, WorkloadForm form);
void writeMapping(FieldWriter& to, const MappingSpec& mapping);
/// The member `framework`: by name when it is the bundled profile of that name, else in place.
void writeFrameworkField(FieldWriter& to, const FrameworkProfile& framework);

} // namespace planscope::whole
