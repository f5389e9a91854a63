#pragma once

#include "derivation/transformer/block_work.h"

#include <string>
#include <vector>

namespace planscope {

/// A symbol of a formula: how it is defined from others ("b·s"; empty for a given), and its value.
struct SymbolExplanation {
    std::string symbol;     ///< "T"
    std::string meaning;    ///< "tokens of a microbatch"
    std::string definition; ///< "b·s", or empty when the specs give the value
    std::string value;      ///< "2048"
};

/// One fact as formula, with values substituted, and its result: "2·T·h·f′", "2·2048·12288·6144", "309237645312".
/// The grammar of formulas: integers, symbols, + − ·, / (exact), ⌈…/…⌉, parentheses.
struct FactExplanation {
    std::string fact; ///< "operations", "read_bytes", …
    std::string unit; ///< "operations", "bytes", "elements"
    std::string formula;
    std::string substituted;
    std::string result;
};

struct Explanation {
    std::string subject;                    ///< "mlp.expand.forward"
    std::string source;                     ///< where the formula comes from
    std::vector<SymbolExplanation> symbols; ///< those the formulas use, definitions before uses
    std::vector<FactExplanation> facts;
};

/// Every fact of every invocation, and of the memory of every layer ("mlp.expand.memory"), in program
/// order. The algebra that makes the plan makes these too, over symbolic expressions.
/// Requires: parameters for which deriveBlockWork() succeeds.
std::vector<Explanation> explainBlock(const BlockParameters& parameters);

} // namespace planscope
