#pragma once

#include "ui/models/entity_key.h"

#include <optional>
#include <string_view>

namespace planscope::ui {

/// The pipeline stage of that number.
EntityKey stageKey(int stage);
/// A figure of a stage: {3, "memory.optimizer"} is "stage.3.memory.optimizer".
EntityKey stageFigureKey(int stage, std::string_view figure);

/// The stage that a key names, or of which it names a figure; nothing for other keys.
std::optional<int> stageOf(const EntityKey& key);
/// The figure of a key of stageFigureKey(), "memory.optimizer"; empty for other keys.
QString stageFigureOf(const EntityKey& key);

} // namespace planscope::ui
