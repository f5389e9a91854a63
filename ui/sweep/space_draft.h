#pragma once

#include "base/diagnostic.h"
#include "spec/transformer_training.h"
#include "study/study_fields.h"
#include "sweep/mapping_space.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <string_view>

namespace planscope::ui {

/// What a person states of a space of mappings; the rest is the study's.
enum class SpaceField {
    WorldSize,
    TensorDegree,
    PipelineDegree,
    DataDegree,
    MicrobatchSize,
    VirtualStages,
    Communication,
    Recompute,
    AllGatherRedo,
    OptimizerSharding,
    FusedActivation,
    TensorTier,
    PipelineTier,
    DataTier,
    WithinCapacity,
    Objectives,
    Top,
};
inline constexpr std::size_t spaceFieldCount = 17;

/// The path is the one in planscope.space/1.
const FieldInfo& infoOf(SpaceField field);
/// The names that a set is made of, in order; empty where the field is no set. Flags are "off" and "on".
std::vector<std::string> choicesOf(SpaceField field);

/// The choices of a space as typed, right or wrong: "all", "8", "1, 2, 4", "1 to 64", "8 to 64 by 8"; of a set the
/// names, of the capacity "true" or "false". A plain value.
struct SpaceDraft {
    std::array<QString, spaceFieldCount> values;

    const QString& operator[](SpaceField field) const { return values[static_cast<std::size_t>(field)]; }
    QString& operator[](SpaceField field) { return values[static_cast<std::size_t>(field)]; }
    friend bool operator==(const SpaceDraft&, const SpaceDraft&) = default;
};

/// Every mapping of so many accelerators on the tiers that a candidate has.
SpaceDraft draftAround(const TransformerTraining& training, const NetworkTierBinding& tiers);

/// The space that the draft states for a study's model, batch and system, named as the study. What is wrong is told
/// with the paths of infoOf(): the reader of planscope.space/1 judges.
Result<sweep::MappingSpace> spaceOf(const SpaceDraft& draft, const std::string& name,
                                    const TransformerTraining& training,
                                    const std::shared_ptr<const SystemProfile>& system);

/// The field that a diagnostic's path speaks of.
std::optional<SpaceField> spaceFieldOf(std::string_view path);

} // namespace planscope::ui
