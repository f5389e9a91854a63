#pragma once

#include "derivation/dialect/dialect.h"
#include "ui/models/entity_key.h"

namespace planscope::ui {

/// Whether the key stands for that task: by its own name, or by the layer or the primitive it belongs to.
bool standsFor(const EntityKey& key, const QString& task, Layer layer, Primitive primitive);

} // namespace planscope::ui
