#pragma once

#include "base/explanation.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace planscope {

/// Reads a printed formula by the grammar in expression.h and evaluates it from left to right; shares no code with the
/// printer. Number is WideInteger or double. Throws std::runtime_error on text that is not a formula.
template <class Number>
class FormulaReader {
public:
    using Symbols = std::map<std::string, Number>;

    FormulaReader(std::string_view text, const Symbols& symbols) : m_text(text), m_symbols(symbols) {}

    Number evaluate()
    {
        const Number value = sum();
        if (!m_text.empty())
            throw std::runtime_error("unread: " + std::string{m_text});
        return value;
    }

    static Number numberOf(const std::string& digits)
    {
        if constexpr (std::is_floating_point_v<Number>) {
            return std::stod(digits);
        } else {
            Number value = 0;
            for (const char digit : digits)
                value = 10 * value + (digit - '0');
            return value;
        }
    }

private:
    bool take(std::string_view token)
    {
        while (m_text.starts_with(' '))
            m_text.remove_prefix(1);
        if (!m_text.starts_with(token))
            return false;
        m_text.remove_prefix(token.size());
        while (m_text.starts_with(' '))
            m_text.remove_prefix(1);
        return true;
    }
    void demand(std::string_view token)
    {
        if (!take(token))
            throw std::runtime_error("expected " + std::string{token} + " before " + std::string{m_text});
    }

    Number sum()
    {
        Number value = product();
        for (;;) {
            if (take("+"))
                value = value + product();
            else if (take("−"))
                value = value - product();
            else
                return value;
        }
    }
    Number product()
    {
        Number value = factor();
        for (;;) {
            if (take("·")) {
                value = value * factor();
            } else if (m_ceilings == 0 && take("/")) {
                const Number divisor = factor();
                if constexpr (!std::is_floating_point_v<Number>)
                    if (value % divisor != 0)
                        throw std::runtime_error("a division that is not exact");
                value = value / divisor;
            } else {
                return value;
            }
        }
    }
    Number enclosed(std::string_view end)
    {
        const int outer = std::exchange(m_ceilings, 0); // inside ⌈…⌉ the slash belongs to it, but not inside (…)
        const Number value = sum();
        demand(end);
        m_ceilings = outer;
        return value;
    }
    Number factor()
    {
        if (take("(−")) {
            const Number value = -number();
            demand(")");
            return value;
        }
        if (take("("))
            return enclosed(")");
        if (take("min(")) {
            const Number first = enclosed(",");
            return std::min(first, enclosed(")"));
        }
        if (take("max(")) {
            const Number first = enclosed(",");
            return std::max(first, enclosed(")"));
        }
        if constexpr (!std::is_floating_point_v<Number>) {
            if (take("⌈")) {
                ++m_ceilings;
                const Number value = sum();
                demand("/");
                const Number divisor = factor();
                --m_ceilings;
                demand("⌉");
                return (value + divisor - 1) / divisor;
            }
        }
        return !m_text.empty() && isDigit(m_text.front()) ? number() : symbol();
    }

    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

    /// Whether a Greek letter stands there, of two bytes in UTF-8.
    static bool isGreek(std::string_view text, std::size_t at)
    {
        return at + 1 < text.size() && (text[at] == '\xCE' || text[at] == '\xCF');
    }

    Number number()
    {
        std::size_t end = 0;
        while (end < m_text.size()
               && (isDigit(m_text[end]) || m_text[end] == '.' || m_text[end] == 'e'
                   || (m_text[end] == '-' && m_text[end - 1] == 'e') || (m_text[end] == '+' && m_text[end - 1] == 'e')))
            ++end;
        if (end == 0)
            throw std::runtime_error("no number at " + std::string{m_text});
        const Number value = numberOf(std::string{m_text.substr(0, end)});
        m_text.remove_prefix(end);
        return value;
    }
    Number symbol()
    {
        constexpr std::string_view prime = "′";
        std::size_t end = 0;
        while (end < m_text.size()) {
            if (isGreek(m_text, end))
                end += 2;
            else if (isLetter(m_text[end]) || (end > 0 && (isDigit(m_text[end]) || m_text[end] == '.')))
                ++end;
            else if (end > 0 && m_text.substr(end).starts_with(prime))
                end += prime.size();
            else
                break;
        }
        const auto known = m_symbols.find(std::string{m_text.substr(0, end)});
        if (known == m_symbols.end())
            throw std::runtime_error("no factor at " + std::string{m_text});
        m_text.remove_prefix(end);
        return known->second;
    }

    std::string_view m_text;
    const Symbols& m_symbols;
    int m_ceilings = 0;
};

/// What a whole explanation comes to when its texts are read: every definition must give its symbol's value, formula and
/// substituted values the same as the result. Gives the results by fact.
/// Throws std::runtime_error that names what does not.
template <class Number>
std::map<std::string, Number> readExplanation(const Explanation& explanation)
{
    const auto numberOf = [](const std::string& digits) {
        const bool isNegative = digits.starts_with('-');
        const Number magnitude = FormulaReader<Number>::numberOf(isNegative ? digits.substr(1) : digits);
        return isNegative ? -magnitude : magnitude;
    };
    const auto demand = [&explanation](bool holds, const std::string& text) {
        if (!holds)
            throw std::runtime_error(explanation.subject + ": " + text);
    };
    std::map<std::string, Number> symbols;
    for (const SymbolExplanation& symbol : explanation.symbols) {
        const Number value = numberOf(symbol.value);
        if (!symbol.definition.empty())
            demand(FormulaReader<Number>(symbol.definition, symbols).evaluate() == value,
                   symbol.symbol + " = " + symbol.definition + " is not " + symbol.value);
        demand(symbols.emplace(symbol.symbol, value).second, symbol.symbol + " stands for two things");
    }
    std::map<std::string, Number> results;
    for (const FactExplanation& fact : explanation.facts) {
        const Number result = numberOf(fact.result);
        demand(FormulaReader<Number>(fact.formula, symbols).evaluate() == result,
               fact.formula + " is not " + fact.result);
        demand(FormulaReader<Number>(fact.substituted, {}).evaluate() == result,
               fact.substituted + " is not " + fact.result);
        results[fact.fact] = result;
    }
    return results;
}

} // namespace planscope
