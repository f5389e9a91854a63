#include "frontend/shell_arithmetic.h"

#include "base/checked_integer.h"

#include <charconv>

namespace planscope {
namespace {

class Arithmetic {
public:
    Arithmetic(std::string_view text, const ShellVariables& variables)
        : m_rest(text)
        , m_variables(variables)
    {
    }

    std::optional<std::int64_t> value()
    {
        CheckedInteger sum{0};
        bool minus = false;
        while (true) {
            const CheckedInteger term = product();
            sum = minus ? sum + CheckedInteger{-1} * term : sum + term;
            if (!takeOneOf("+-"))
                break;
            minus = m_taken == '-';
        }
        skipBlanks();
        if (m_failed || !m_rest.empty() || sum.overflowed())
            return std::nullopt;
        return sum.value();
    }

private:
    CheckedInteger product()
    {
        CheckedInteger result = factor();
        while (takeOneOf("*/")) {
            const bool divides = m_taken == '/';
            const CheckedInteger next = factor();
            if (!divides)
                result = result * next;
            else if (next.overflowed() || next.value() <= 0 || result.overflowed())
                m_failed = true;
            else
                result = CheckedInteger{result.value() / next.value()};
        }
        return result;
    }
    CheckedInteger factor()
    {
        skipBlanks();
        if (m_rest.starts_with('$'))
            m_rest.remove_prefix(1);
        const bool braced = m_rest.starts_with('{');
        if (braced)
            m_rest.remove_prefix(1);
        std::size_t length = 0;
        while (length < m_rest.size() && isNamePart(m_rest[length]))
            ++length;
        const std::string_view word = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        if (braced) {
            m_failed = m_failed || !m_rest.starts_with('}');
            m_rest.remove_prefix(m_rest.empty() ? 0 : 1);
        }
        return number(word);
    }
    CheckedInteger number(std::string_view word)
    {
        std::string_view digits = word;
        if (!word.empty() && !isDigit(word.front())) {
            const auto found = m_variables.find(std::string{word});
            digits = found != m_variables.end() && found->second.size() == 1 && found->second[0].unresolved.empty()
                ? std::string_view{found->second[0].text}
                : std::string_view{};
        }
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
            m_failed = true;
        return CheckedInteger{m_failed ? 1 : value};
    }
    bool takeOneOf(std::string_view operators)
    {
        skipBlanks();
        if (m_failed || m_rest.empty() || operators.find(m_rest.front()) == std::string_view::npos)
            return false;
        m_taken = m_rest.front();
        m_rest.remove_prefix(1);
        return true;
    }
    void skipBlanks()
    {
        while (!m_rest.empty() && (isBlank(m_rest.front()) || m_rest.front() == '\n'))
            m_rest.remove_prefix(1);
    }

    std::string_view m_rest;
    const ShellVariables& m_variables;
    char m_taken = 0;
    bool m_failed = false;
};

} // namespace

std::optional<std::int64_t> shellArithmetic(std::string_view text, const ShellVariables& variables)
{
    return Arithmetic{text, variables}.value();
}

} // namespace planscope
