#pragma once

#include "sweep/mapping_space.h"

#include <optional>

namespace planscope::sweep {

/// The choices of a space's numbers, resolved against its model, batch and system. What AllLegal stands for: of the
/// tensor degree the divisors of hidden size, feed-forward size and heads together; of the pipeline degree and of the
/// virtual stages those of the blocks; of the data degree and the microbatch size those of the batch; of a tier every
/// tier of the system, or 0 where it has none.
struct FieldSets {
    IntegerSet tensorDegree;
    IntegerSet pipelineDegree;
    IntegerSet dataDegree;
    IntegerSet microbatchSize;
    IntegerSet virtualStages;
    IntegerSet tensorTier;
    IntegerSet pipelineTier;
    IntegerSet dataTier;
    std::optional<IntegerSet> worldSize; ///< AllLegal binds nothing, and is absent

    /// Requires: a lawful statement.
    explicit FieldSets(const MappingSpace& space);
};

} // namespace planscope::sweep
