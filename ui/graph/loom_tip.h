#pragma once

#include "ui/graph/loom_style.h"

#include <QString>

namespace planscope::ui {

/// What a cell says of itself when it is pointed at, in rich text: its exact facts with units.
QString tipOfCell(const LoomStyle& style, LoomCellIndex cell);
/// The tensors of a bundle: name, exact bytes, why and from when to when.
QString tipOfKept(const LoomStyle& style, std::uint32_t bundle);

} // namespace planscope::ui
