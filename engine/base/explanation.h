#pragma once

#include "base/exact_digits.h"
#include "base/expression.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planscope {

/// A symbol of a formula: how it is defined from others ("b·s"), and its value. Without a definition the specs, the
/// plan or the system state the value, or another explanation has its formula.
struct SymbolExplanation {
    std::string symbol;      ///< "T"
    std::string meaning;     ///< "tokens of a microbatch"
    std::string definition;  ///< "b·s"; "" when the value is stated or explained elsewhere
    std::string value;       ///< "2048"
    std::string explainedBy; ///< the subject that explains it: "block_time.peak_only.forward"; "" when none does
    friend bool operator==(const SymbolExplanation&, const SymbolExplanation&) = default;
};

/// One fact as formula, with values substituted, and its result: "2·T·h·f′", "2·2048·12288·6144", "309237645312".
/// The grammar of formulas stands in expression.h.
struct FactExplanation {
    std::string fact; ///< "operations", "read_bytes", …
    std::string unit; ///< "operations", "bytes", "elements", "seconds"; "" for a ratio
    std::string formula;
    std::string substituted;
    std::string result; ///< exact digits
};

struct Explanation {
    std::string subject;                    ///< "mlp.expand.forward"
    std::string source;                     ///< where the formula comes from
    std::vector<SymbolExplanation> symbols; ///< those the formulas use, definitions before uses
    std::vector<FactExplanation> facts;
};

/// Makes one explanation from expressions.
template <class Number>
class ExplanationBuilder {
public:
    ExplanationBuilder(std::string subject, std::string_view source)
    {
        m_explanation.subject = std::move(subject);
        m_explanation.source = source;
    }
    void add(std::string_view fact, std::string_view unit, const ExpressionOf<Number>& expression)
    {
        m_explanation.facts.push_back({std::string{fact}, std::string{unit}, expression.formula(),
                                       expression.substituted(), exactDigits(expression.statedValue())});
        expression.collectSymbols(m_symbols);
    }
    Explanation take() &&
    {
        auto& told = m_explanation.symbols;
        for (const auto& symbol : m_symbols) {
            SymbolExplanation next{symbol->name, symbol->meaning,
                                   symbol->definition ? symbol->definition->formula() : std::string{},
                                   exactDigits(symbol->value), symbol->explainedBy};
            if (std::find(told.begin(), told.end(), next) == told.end()) // made twice, of the same
                told.push_back(std::move(next));
        }
        return std::move(m_explanation);
    }

private:
    Explanation m_explanation;
    std::vector<std::shared_ptr<const FormulaSymbol<Number>>> m_symbols;
};

} // namespace planscope
