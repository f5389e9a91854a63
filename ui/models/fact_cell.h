#pragma once

#include "compare/compared_fact.h"
#include "ui/models/table_cell.h"

#include <QString>

namespace planscope::ui {

// Numbers of a comparison as people read them: three digits, unit, the minus sign of people.

/// "18.0 s"; "27.9 %" for a ratio.
QString factText(double value, FactUnit unit);
/// "+1.23 s", "−4.39 s"; "=" for 0.
QString deltaText(double delta, FactUnit unit);
/// "▲ +1.23 s", "▼ −4.39 s": readable without a colour; "=" for 0.
QString signedText(double delta, FactUnit unit);
/// "−24.4 %"; "–" where there is none.
QString relativeText(std::optional<double> relative);
/// "s", "bytes", "operations", "tokens/s"; "" for counts and ratios.
QString unitName(FactUnit unit);
/// Every digit with the unit: "13.638096 s".
QString exactFact(const Number& value, FactUnit unit);
QString exactFact(double value, FactUnit unit);

/// One side's number; "–" where that side has none.
TableCell factCell(const std::optional<Number>& value, FactUnit unit);
/// Whether A and B differ by no more than sums of doubles round; never of integers.
bool isRounding(const ComparedFact& fact);
/// B − A with its sign, "≈" where it is rounding; sorts by its size, and copies exactly.
TableCell deltaCell(const ComparedFact& fact);
TableCell deltaCell(double delta, FactUnit unit);
/// (B − A) / A; sorts by its size.
TableCell relativeCell(const ComparedFact& fact);

} // namespace planscope::ui
