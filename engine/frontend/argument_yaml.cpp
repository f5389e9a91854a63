#include "frontend/megatron_arguments.h"

#include <utility>

namespace planscope {
namespace {

constexpr std::size_t mostArguments = 100'000;

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Without the comment, which begins at a # after a blank and outside quotes.
std::string_view withoutComment(std::string_view line)
{
    char quote = 0;
    for (std::size_t k = 0; k < line.size(); ++k) {
        const char c = line[k];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if ((c == '"' || c == '\'')
                 && (k == 0 || isBlank(line[k - 1]) || line[k - 1] == '[' || line[k - 1] == ','))
            quote = c;
        else if (c == '#' && (k == 0 || isBlank(line[k - 1])))
            return line.substr(0, k);
    }
    return line;
}

std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

/// Bytes of `name` in `name: value`; 0 when the line has not that form.
std::size_t keyLength(std::string_view line)
{
    std::size_t length = 0;
    while (length < line.size() && line[length] == '-')
        ++length;
    if (length >= line.size() || !isNameStart(line[length]))
        return 0;
    while (length < line.size() && (isNamePart(line[length]) || line[length] == '-'))
        ++length;
    const bool isKey = length < line.size() && line[length] == ':'
        && (length + 1 == line.size() || isBlank(line[length + 1]));
    return isKey ? length : 0;
}

bool isMarker(std::string_view line)
{
    return line == "---" || line == "...";
}

class Reader {
public:
    explicit Reader(std::string_view text)
        : m_rest(text)
    {
    }

    Result<MegatronArguments> read()
    {
        MegatronArguments read;
        read.isYaml = true;
        while (!m_rest.empty()) {
            ++m_line;
            const std::string_view whole = withoutComment(takeLine(m_rest));
            const std::string_view line = trimmed(whole);
            if (line.empty() || isMarker(line))
                continue;
            if (auto fault = readLine(whole, line, read.list))
                return refuse(std::move(*fault));
        }
        return read;
    }

private:
    std::optional<Diagnostic> readLine(std::string_view whole, std::string_view line, std::vector<MegatronArgument>& to)
    {
        const auto indent = static_cast<std::size_t>(line.data() - whole.data());
        if (whole.substr(0, indent).find('\t') != std::string_view::npos)
            return fault("tabs do not indent YAML");
        const std::size_t length = keyLength(line);
        if (length == 0)
            return fault("only lines of the form name: value are read");
        if (indent > 0 && !m_inSection)
            return fault("values below values are not read, only sections one deep");
        if (indent > 0 && m_sectionIndent != 0 && indent != m_sectionIndent)
            return fault("values below values are not read, only sections one deep");
        const std::string_view value = trimmed(line.substr(length + 1));
        m_sectionIndent = indent == 0 ? 0 : indent;
        if (indent == 0)
            m_inSection = value.empty();
        if (value.empty()) {
            if (indent > 0)
                return fault("values below values are not read, only sections one deep");
            return std::nullopt;
        }
        if (to.size() >= mostArguments)
            return fault("more lines than are read");
        to.push_back({normalisedArgument(line.substr(0, length)), {}, m_line});
        return readValue(value, to.back().values);
    }

    std::optional<Diagnostic> readValue(std::string_view value, std::vector<ShellWord>& to)
    {
        if (value.front() != '[')
            return readScalar(value, to);
        if (value.back() != ']')
            return fault("the list does not end in its line");
        std::string_view rest = trimmed(value.substr(1, value.size() - 2));
        while (!rest.empty()) {
            const std::size_t comma = rest.find(',');
            if (auto wrong = readScalar(trimmed(rest.substr(0, comma)), to))
                return wrong;
            rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
        }
        return std::nullopt;
    }
    std::optional<Diagnostic> readScalar(std::string_view value, std::vector<ShellWord>& to)
    {
        if (value.empty())
            return fault("a value is missing");
        constexpr std::string_view special = "{[&*!|>%@`-?:,]}";
        const char first = value.front();
        if (first == '"' || first == '\'') {
            if (value.size() < 2 || value.back() != first)
                return fault("the quote is not closed");
            value = value.substr(1, value.size() - 2);
            if (value.find(first) != std::string_view::npos || value.find('\\') != std::string_view::npos)
                return fault("quotes and backslashes inside quotes are not read");
        } else if (special.find(first) != std::string_view::npos
                   && !(first == '-' && value.size() > 1 && value[1] != ' ')) {
            return fault("only plain and quoted values and lists in one line are read");
        }
        to.push_back({std::string{value}, {}});
        return std::nullopt;
    }

    Diagnostic fault(std::string message) const { return megatronFault("yaml", m_line, std::move(message)); }

    std::string_view m_rest;
    std::size_t m_line = 0;
    bool m_inSection = false;
    std::size_t m_sectionIndent = 0; ///< blanks before the lines of the open section; 0 before its first
};

} // namespace

bool looksLikeArgumentYaml(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = trimmed(withoutComment(takeLine(text)));
        if (!line.empty() && !isMarker(line))
            return keyLength(line) > 0;
    }
    return false;
}

Result<MegatronArguments> readArgumentYaml(std::string_view text)
{
    return Reader{text}.read();
}

} // namespace planscope
