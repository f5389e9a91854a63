#pragma once

#include "sweep/mapping_space.h"
#include "sweep/standings.h"

#include <string>
#include <string_view>

namespace planscope::sweep {

/// The header of a sweep's CSV with its line break (RFC 4180, as report/csv_table.h): dotted paths with units.
std::string_view rowHeader();

/// Appends one line. Doubles read back to the same bits; integers are exact. The bytes are the same on every machine.
void appendRow(std::string& text, const Point& point, const EvaluatedPoint& evaluated);

} // namespace planscope::sweep
