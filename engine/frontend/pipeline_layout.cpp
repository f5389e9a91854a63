#include "frontend/pipeline_layout.h"

#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace planscope::whole {
namespace {

constexpr std::size_t mostLetters = 1'000'000;

Diagnostic fault(std::string code, std::string message)
{
    return {Severity::Error, Origin::Import, "import.megatron." + std::move(code), {}, std::move(message), {}, {}};
}
Diagnostic wrongForm(std::string message)
{
    return fault("layout", std::move(message));
}

/// A number after *, which is taken from the text; nothing when there is none.
std::optional<std::size_t> takeFactor(std::string_view& rest)
{
    if (!rest.starts_with('*'))
        return std::nullopt;
    std::size_t factor = 0;
    const char* const begin = rest.data() + 1;
    const auto [end, error] = std::from_chars(begin, rest.data() + rest.size(), factor);
    if (end == begin)
        return std::nullopt;
    if (error != std::errc{} || factor > mostLetters)
        factor = mostLetters + 1;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return factor;
}

/// Letters and |, every repetition written out.
class Unroller {
public:
    explicit Unroller(std::string_view text)
        : m_rest(text)
    {
    }

    Result<std::string> read()
    {
        while (!m_rest.empty()) {
            if (auto wrong = m_rest.front() == '(' ? readGroup() : readLetter(m_rest, m_letters))
                return refuse(std::move(*wrong));
        }
        return std::move(m_letters);
    }

private:
    std::optional<Diagnostic> readGroup()
    {
        const std::size_t close = m_rest.find(')');
        if (close == std::string_view::npos)
            return wrongForm("a bracket is not closed");
        std::string_view inside = m_rest.substr(1, close - 1);
        if (inside.find('(') != std::string_view::npos)
            return wrongForm("brackets stand inside brackets");
        m_rest.remove_prefix(close + 1);
        const auto factor = takeFactor(m_rest);
        if (!factor)
            return wrongForm("a bracket is not followed by *n");
        std::string letters;
        while (!inside.empty())
            if (auto wrong = readLetter(inside, letters))
                return wrong;
        return append(m_letters, letters, *factor);
    }

    static std::optional<Diagnostic> readLetter(std::string_view& rest, std::string& to)
    {
        const char letter = rest.front();
        if (letter == 'm')
            return wrongForm("m stands for multi-token prediction, which is not derived");
        if (letter != 'E' && letter != 't' && letter != 'L' && letter != '|')
            return wrongForm("\"" + excerpt(rest, 8) + "\" begins with none of E, t, L, | and (");
        rest.remove_prefix(1);
        return append(to, {&letter, 1}, takeFactor(rest).value_or(1));
    }

    static std::optional<Diagnostic> append(std::string& to, std::string_view letters, std::size_t times)
    {
        if (times > mostLetters || to.size() + letters.size() * times > mostLetters)
            return fault("too_long", "the layout has more than a million letters");
        for (std::size_t k = 0; k < times; ++k)
            to += letters;
        return std::nullopt;
    }

    std::string_view m_rest;
    std::string m_letters;
};

} // namespace

Result<std::vector<std::int64_t>> readPipelineLayout(std::string_view text)
{
    std::string plain;
    for (const char c : text)
        if (c != ',')
            plain += c;
    const auto letters = Unroller{plain}.read();
    if (!letters)
        return refuse(letters.error());
    if (!letters->starts_with('E') || letters->find('E', 1) != std::string::npos)
        return refuse(wrongForm("E stands once, at the beginning"));
    if (!letters->ends_with('L') || letters->find('L') != letters->size() - 1)
        return refuse(wrongForm("L stands once, at the end"));
    std::vector<std::int64_t> chunks{0};
    for (const char letter : *letters) {
        if (letter == '|')
            chunks.push_back(0);
        else if (letter == 't')
            ++chunks.back();
    }
    return chunks;
}

} // namespace planscope::whole
