#include "evaluation/system/framework_profile.h"

namespace planscope {
namespace {

/// What the evidence revision covers.
struct JointEvidence {
    FrameworkProfile framework;
    std::string frameworkSchema;
    SystemProfile system;
    std::string systemSchema;
};

template <class Io, Described<JointEvidence> Self>
void describe(Io& io, Self& evidence)
{
    io.field("framework", evidence.framework);
    io.field("framework_schema", evidence.frameworkSchema);
    io.field("system", evidence.system);
    io.field("system_schema", evidence.systemSchema);
}

} // namespace

Digest evidenceRevision(const SystemProfile& system, const FrameworkProfile& framework)
{
    return Digest::of(encodeCanonical(JointEvidence{framework, "planscope.framework/1", system, "planscope.system/1"}));
}

} // namespace planscope
