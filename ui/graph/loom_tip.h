#pragma once

#include "ui/graph/loom_style.h"

#include <QString>

namespace planscope::ui {

/// What a cell says of itself when it is pointed at, in rich text: its exact facts with units.
QString tipOfCell(const LoomStyle& style, LoomCellIndex cell);
/// The same in a few words, to be spoken: its name and the fact of the lens.
QString spokenOfCell(const LoomStyle& style, LoomCellIndex cell);
/// The tensors of a bundle: from when to when, then of each its name, exact bytes and why it is kept.
QString tipOfKept(const LoomStyle& style, std::uint32_t bundle);

} // namespace planscope::ui
