#include "evaluation/system/system_profile.h"

#include <algorithm>
#include <cassert>

namespace planscope {
namespace {

/// What the evidence revision covers.
struct Evidence {
    std::string schema;
    SystemProfile profile;
};

template <class Io, Described<Evidence> Self>
void describe(Io& io, Self& evidence)
{
    io.field("profile", evidence.profile);
    io.field("schema", evidence.schema);
}

const EngineTable* find(const std::vector<EngineTable>& tables, TableDatatype datatype)
{
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [datatype](const EngineTable& table) { return table.datatype == datatype; });
    return found == tables.end() ? nullptr : &*found;
}

} // namespace

const EngineTable& tableFor(const std::vector<EngineTable>& tables, Datatype datatype)
{
    const EngineTable* float16 = find(tables, TableDatatype::Float16);
    const EngineTable* own = datatype == Datatype::BFloat16 ? find(tables, TableDatatype::BFloat16) : float16;
    assert(float16 && "a lawful profile has a float16 table in both engines");
    return own ? *own : *float16;
}

Digest evidenceRevision(const SystemProfile& profile)
{
    return Digest::of(encodeCanonical(Evidence{"planscope.system/1", profile}));
}

} // namespace planscope
