#pragma once

#include "ui/export/report_flow.h"
#include "ui/graph/loom_difference.h"
#include "ui/graph/loom_input.h"
#include "ui/graph/loom_lens.h"

#include <memory>

namespace planscope::ui {

/// A loom with its rows' and columns' names and its legend, scaled so that all of it fills the room. With a difference:
/// of that input, every cell split A | B.
ReportFlow::Paint loomPicture(std::shared_ptr<const LoomInput> input, LoomLens lens, const Theme& theme,
                              std::shared_ptr<const LoomDifference> difference = nullptr);

} // namespace planscope::ui
