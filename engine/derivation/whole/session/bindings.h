#pragma once

#include "spec/whole/training.h"

namespace planscope::whole {

/// What the workload fixes for a derivation. States no fact of the model.
struct WorkloadBinding {
    WorkloadSpec workload;
    friend bool operator==(const WorkloadBinding&, const WorkloadBinding&) = default;
};

/// What the mapping fixes for a derivation, with the counts that follow for the model and workload it was chosen for.
struct StrategyBinding {
    MappingSpec mapping;
    Shape shape;
    friend bool operator==(const StrategyBinding&, const StrategyBinding&) = default;
};

/// Made from one training alone, so they cannot disagree.
struct Bindings {
    WorkloadBinding workload;
    StrategyBinding strategy;
    friend bool operator==(const Bindings&, const Bindings&) = default;
};
inline Bindings bindingsOf(const Training& training)
{
    return {{training.workload()}, {training.mapping(), training.shape()}};
}

template <class Io, Described<WorkloadBinding> Self>
void describe(Io& io, Self& binding)
{
    io.field("workload", binding.workload);
}
template <class Io, Described<StrategyBinding> Self>
void describe(Io& io, Self& binding)
{
    io.field("mapping", binding.mapping);
    io.field("shape", binding.shape);
}

} // namespace planscope::whole
