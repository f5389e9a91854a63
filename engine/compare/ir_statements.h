#pragma once

#include "compare/stated_entity.h"
#include "derivation/pass/snapshot.h"

namespace planscope {

/// What an IR states, apart from ids and digests: they name parents, and follow from them. Ids of entities are told
/// by the entities' names.
struct IrStatements {
    StatedEntity whole; ///< facts and attributes of the IR itself
    std::vector<StatedEntity> entities;
    std::vector<std::pair<std::string, std::string>> edges; ///< between tasks by name: earlier, later; in task order
};
IrStatements statementsOf(const AnyIr& ir);

} // namespace planscope
