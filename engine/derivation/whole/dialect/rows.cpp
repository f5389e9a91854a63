#include "derivation/whole/dialect/rows.h"

namespace planscope::whole {

std::string invocationName(const Invocation& invocation)
{
    std::string name;
    name.reserve(48);
    name.append(nameOf(invocation.row)).append(1, '.').append(nameOf(invocation.phase));
    if (invocation.collective)
        name.append(1, '.').append(nameOf(*invocation.collective));
    return name;
}

std::string taskName(const Invocation& invocation)
{
    std::string name = invocationName(invocation);
    if (invocation.part)
        name.append(1, '.').append(nameOf(*invocation.part));
    if (invocation.site)
        name.append(1, '.').append(nameOf(*invocation.site));
    return name;
}

} // namespace planscope::whole
