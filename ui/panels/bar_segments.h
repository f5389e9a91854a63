#pragma once

#include "ui/charts/stacked_bar_data.h"
#include "ui/models/table_cell.h"

#include <string_view>

namespace planscope::ui {

/// A part of a bar from the cell that a table shows of it. `name`: as files have it.
BarSegment barSegment(const EntityKey& key, std::string_view name, const TableCell& cell, Role role);
/// What stands at the end of the bar.
void setTotal(StackedBar& bar, const TableCell& total);
/// The figure "time.forward" of the group "time.".
EntityKey componentKey(const char* group, std::string_view name);

} // namespace planscope::ui
