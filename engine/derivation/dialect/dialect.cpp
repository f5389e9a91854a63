#include "derivation/dialect/dialect.h"

namespace planscope {

std::string invocationName(Layer layer, Phase phase, std::optional<CollectiveKind> collective)
{
    std::string name;
    name.reserve(64);
    name.append(nameOf(layer)).append(1, '.').append(nameOf(phase));
    if (collective)
        name.append(1, '.').append(nameOf(*collective));
    return name;
}

} // namespace planscope
