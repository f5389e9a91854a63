#pragma once

#include "compare/compared_fact.h"

#include <string>

namespace planscope {

/// A fact as people read it, three digits and a unit: "18 s", "47.1 GiB", "32.4 %". Counts keep every digit.
std::string humanNumber(const Number& number, FactUnit unit);
/// The same with its sign, for a difference: "+1.5 s", "-22 MFLOP", of percentages "+12.6 points"; "0" without one.
std::string humanDifference(const Number& number, FactUnit unit);
/// (B − A) / A with its sign: "+12.5 %"; a dash where there is none.
std::string humanRelative(const ComparedFact& fact);
/// Whether a difference of two times or ratios is no more than the rounding of adding them up: 1e-12 of the larger.
bool isRounding(double difference, const Number& a, const Number& b);
/// The four cells of a comparison's row: A, B, difference, relative difference. A dash for what a side does not have;
/// a difference that is rounding reads 0.
struct FactCells {
    std::string a, b, delta, relative;
};
FactCells cellsOf(const ComparedFact& fact);

} // namespace planscope
