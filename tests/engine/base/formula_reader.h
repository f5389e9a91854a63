#pragma once

#include "base/quantity.h"

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace planscope {

/// Reads a printed formula by the grammar in expression.h and evaluates it; shares no code with the
/// printer. Throws std::runtime_error on text that is not a formula.
class FormulaReader {
public:
    FormulaReader(std::string_view text, const std::map<std::string, WideInteger>& symbols)
        : m_text(text), m_symbols(symbols)
    {
    }

    WideInteger evaluate()
    {
        const WideInteger value = sum();
        if (!m_text.empty())
            throw std::runtime_error("unread: " + std::string{m_text});
        return value;
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

    WideInteger sum()
    {
        WideInteger value = product();
        for (;;) {
            if (take("+"))
                value += product();
            else if (take("−"))
                value -= product();
            else
                return value;
        }
    }
    WideInteger product()
    {
        WideInteger value = factor();
        for (;;) {
            if (take("·")) {
                value *= factor();
            } else if (m_ceilings == 0 && take("/")) {
                const WideInteger divisor = factor();
                if (value % divisor != 0)
                    throw std::runtime_error("a division that is not exact");
                value /= divisor;
            } else {
                return value;
            }
        }
    }
    WideInteger factor()
    {
        if (take("(")) {
            const int outer = std::exchange(m_ceilings, 0);
            const WideInteger value = sum();
            demand(")");
            m_ceilings = outer;
            return value;
        }
        if (take("⌈")) {
            ++m_ceilings;
            const WideInteger value = sum();
            demand("/");
            const WideInteger divisor = factor();
            --m_ceilings;
            demand("⌉");
            return (value + divisor - 1) / divisor;
        }
        if (!m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9') {
            WideInteger value = 0;
            while (!m_text.empty() && m_text.front() >= '0' && m_text.front() <= '9') {
                value = 10 * value + (m_text.front() - '0');
                m_text.remove_prefix(1);
            }
            return value;
        }
        for (const std::string_view prime : {"′", ""})
            for (const auto& [name, value] : m_symbols)
                if (name.ends_with(prime) && take(name))
                    return value;
        throw std::runtime_error("no factor at " + std::string{m_text});
    }

    std::string_view m_text;
    const std::map<std::string, WideInteger>& m_symbols;
    int m_ceilings = 0; ///< inside ⌈…⌉ the slash belongs to it
};

} // namespace planscope
