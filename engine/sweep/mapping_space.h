#pragma once

#include "evaluation/system/system_profile.h"
#include "spec/transformer_model_spec.h"
#include "spec/transformer_training_mapping_spec.h"
#include "spec/transformer_training_workload_spec.h"
#include "sweep/choice.h"
#include "sweep/objective.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planscope::sweep {

/// What a mapping must keep beside the laws to be among the results. Absent bounds bind nothing.
struct Constraints {
    bool withinCapacity = true; ///< the first stage fits the system's memory
    std::array<std::optional<double>, countOf<Objective>()> atMost;  ///< indexed by Objective, in its unit
    std::array<std::optional<double>, countOf<Objective>()> atLeast; ///< likewise
    friend bool operator==(const Constraints&, const Constraints&) = default;
};

/// The most of the best points that a sweep keeps; a record with them can still be read.
inline constexpr std::int64_t mostBest = 100'000;

/// What a planscope.space/1 states: a case in which fields of the mapping are choices. A value; any thread.
/// Lawful when the sizes of model and batch are at least 1, choices are as choice.h wants them, enumerations are not
/// empty and hold each value once in their order, there are one to three different objectives, and
/// 1 <= top <= mostBest.
struct MappingSpace {
    std::string name;
    TransformerModelSpec model;
    std::int64_t globalBatchSize = 1;
    Datatype datatype = Datatype::Float16;
    std::shared_ptr<const SystemProfile> system; ///< lawful, not null

    std::optional<IntegerChoice> worldSize; ///< what t·p·D may be; anything where absent
    IntegerChoice tensorDegree = AllLegal{};
    IntegerChoice pipelineDegree = AllLegal{};
    IntegerChoice dataDegree = AllLegal{};
    IntegerChoice microbatchSize = AllLegal{};
    /// 1 is the schedule that does not interleave: single_stage on one stage, else one_forward_one_backward.
    IntegerChoice virtualStages = AllLegal{};
    std::vector<TensorCommunication> communication{TensorCommunication::AllReduce};
    std::vector<RecomputePolicy> recompute{RecomputePolicy::None};
    FlagChoice allGatherRedo;
    FlagChoice optimizerSharding;
    FlagChoice fusedActivation;
    IntegerChoice tensorTier = IntegerList{0};
    IntegerChoice pipelineTier = IntegerList{0};
    IntegerChoice dataTier = IntegerList{0};

    Constraints constraints;
    std::vector<Objective> objectives{Objective::Time, Objective::Memory}; ///< of the Pareto front; the first ranks
    std::int64_t top = 10; ///< how many of the best by the first objective are kept

    friend bool operator==(const MappingSpace&, const MappingSpace&) = default;
};

/// One mapping of a space: all that its choices decide.
struct Point {
    TransformerTrainingMappingSpec mapping;
    std::int64_t microbatchSize = 1;
    NetworkTierBinding tiers;
    friend bool operator==(const Point&, const Point&) = default;
};

} // namespace planscope::sweep
