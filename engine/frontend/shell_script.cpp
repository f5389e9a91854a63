#include "frontend/shell_script.h"

#include "frontend/shell_arithmetic.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace planscope {
namespace {

constexpr std::size_t mostExpandedBytes = std::size_t{16} << 20;
constexpr std::size_t mostWords = std::size_t{1} << 20;

class Reader {
public:
    Reader(std::string_view text, const std::map<std::string, std::string>& given)
        : m_text(text)
        , m_given(given)
    {
        for (const auto& [name, value] : given)
            m_script.variables[name] = {{value, {}}};
    }

    Result<ShellScript> read()
    {
        while (!m_fault && m_at < m_text.size())
            readCommand();
        if (m_fault)
            return refuse(std::move(*m_fault));
        return std::move(m_script);
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    char next()
    {
        const char c = m_text[m_at++];
        m_line += c == '\n' ? 1U : 0U;
        return c;
    }
    void fail(std::string code, std::size_t line, std::string message)
    {
        if (!m_fault)
            m_fault = {Severity::Error,
                       Origin::Import,
                       "import.megatron." + std::move(code),
                       {},
                       "line " + std::to_string(line) + ": " + std::move(message),
                       {},
                       {}};
    }

    /// Blanks and continued lines; comments up to the line's end.
    void skipBlanks()
    {
        while (!atEnd()) {
            if (isBlank(peek()))
                next();
            else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n')))
                while (next() != '\n') { }
            else if (peek() == '#')
                while (!atEnd() && peek() != '\n')
                    next();
            else
                return;
        }
    }

    void readCommand()
    {
        ShellCommand command;
        bool atStart = true; // assignments and words like `export` leave it so
        while (!m_fault) {
            skipBlanks();
            if (atEnd() || endsCommand(peek())) {
                if (!atEnd())
                    next();
                break;
            }
            if (peek() == '<' || peek() == '>') {
                skipRedirection();
                continue;
            }
            if (atStart && readAssignment())
                continue;
            const std::size_t line = m_line;
            std::vector<ShellWord> words = readWords();
            if (atStart && words.size() == 1 && followConstruct(words.front().text))
                continue;
            atStart = false;
            for (ShellWord& word : words)
                add(command, std::move(word), line);
        }
        if (!command.words.empty())
            m_script.commands.push_back(std::move(command));
    }
    static bool endsCommand(char c) { return c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' || c == ')'; }

    void add(ShellCommand& command, ShellWord word, std::size_t line)
    {
        count(word.text.size());
        command.words.push_back(std::move(word));
        command.lines.push_back(line);
    }
    void count(std::size_t bytes)
    {
        m_bytes += bytes;
        if (++m_words > mostWords || m_bytes > mostExpandedBytes)
            fail("too_long", m_line, "the variables of this text expand to more than is read");
    }

    /// True for a word of the shell's own, after which a command begins anew.
    bool followConstruct(std::string_view word)
    {
        constexpr std::array<std::string_view, 5> opening{"if", "for", "while", "until", "case"};
        constexpr std::array<std::string_view, 3> closing{"fi", "done", "esac"};
        constexpr std::array<std::string_view, 13> others{"then", "else",   "elif",  "do",      "{",        "}",   "!",
                                                          "time", "export", "local", "declare", "readonly", "exec"};
        const auto isOneOf = [word](const auto& words) {
            return std::find(words.begin(), words.end(), word) != words.end();
        };
        if (isOneOf(opening))
            ++m_conditions;
        else if (isOneOf(closing))
            m_conditions -= m_conditions > 0 ? 1U : 0U;
        else
            return isOneOf(others);
        return true;
    }

    void skipRedirection()
    {
        while (peek() == '<' || peek() == '>' || peek() == '&')
            next();
        skipBlanks();
        if (!atEnd() && !endsCommand(peek()))
            readWords();
    }

    bool readAssignment()
    {
        std::size_t length = 0;
        if (!isNameStart(peek()))
            return false;
        while (isNamePart(peek(length)))
            ++length;
        const bool appends = peek(length) == '+' && peek(length + 1) == '=';
        if (!appends && peek(length) != '=')
            return false;
        const std::string name{m_text.substr(m_at, length)};
        m_at += length + (appends ? 2 : 1);
        std::vector<ShellWord> value;
        const bool isArray = peek() == '(';
        if (isArray)
            value = readArray();
        else
            value = {joined(isBlank(peek()) || atEnd() || endsCommand(peek()) ? std::vector<ShellWord>{}
                                                                              : readWords(false))};
        assign(name, std::move(value), isArray, appends);
        return true;
    }
    static ShellWord joined(const std::vector<ShellWord>& words)
    {
        ShellWord whole;
        for (const ShellWord& word : words) {
            whole.text += (whole.text.empty() ? "" : " ") + word.text;
            if (whole.unresolved.empty())
                whole.unresolved = word.unresolved;
        }
        return whole;
    }
    std::vector<ShellWord> readArray()
    {
        const std::size_t line = m_line;
        std::vector<ShellWord> words;
        next(); // the bracket
        while (!m_fault) {
            skipBlanks();
            if (atEnd()) {
                fail("syntax", line, "the bracket is not closed");
            } else if (peek() == ')') {
                next();
                break;
            } else if (peek() == '\n' || endsCommand(peek()) || peek() == '<' || peek() == '>') {
                next();
            } else {
                for (ShellWord& word : readWords())
                    words.push_back(std::move(word));
            }
        }
        return words;
    }
    void assign(const std::string& name, std::vector<ShellWord> value, bool isArray, bool appends)
    {
        for (const ShellWord& word : value)
            count(word.text.size());
        if (m_given.find(name) != m_given.end())
            return;
        const auto [variable, isNew] = m_script.variables.try_emplace(name);
        if (isNew)
            m_script.order.push_back(name);
        if (m_conditions > 0) {
            variable->second = {{"$" + name, "$" + name}};
        } else if (!appends || isNew) {
            variable->second = std::move(value);
        } else if (isArray) {
            for (ShellWord& word : value)
                variable->second.push_back(std::move(word));
        } else {
            ShellWord whole = joined(variable->second);
            whole.text += value.front().text;
            count(whole.text.size());
            if (whole.unresolved.empty())
                whole.unresolved = value.front().unresolved;
            variable->second = {std::move(whole)};
        }
    }

    /// One word of the text, which variables outside quotes may make none or several of.
    std::vector<ShellWord> readWords(bool splits = true)
    {
        m_done.clear();
        m_word = {};
        m_exists = false;
        m_splits = splits;
        while (!m_fault && !atEnd() && !isBlank(peek()) && !endsCommand(peek())) {
            if (peek() == '<' || peek() == '>') {
                const bool isDescriptor = std::all_of(m_word.text.begin(), m_word.text.end(), isDigit);
                m_exists = m_exists && !isDescriptor; // the 2 of 2>
                break;
            }
            readPiece();
        }
        if (m_exists)
            m_done.push_back(std::move(m_word));
        return std::move(m_done);
    }

    void readPiece()
    {
        const std::size_t line = m_line;
        const char c = peek();
        if (c == '\'') {
            next();
            m_exists = true;
            while (!atEnd() && peek() != '\'')
                m_word.text += next();
            close(line);
        } else if (c == '"') {
            next();
            m_expandedAll = false;
            while (!m_fault && !atEnd() && peek() != '"')
                readQuoted();
            m_exists = m_exists || !m_expandedAll; // "$@" of no words is none
            close(line);
        } else if (c == '\\') {
            next();
            if (peek() == '\r')
                next();
            if (peek() == '\n' || atEnd()) {
                if (!atEnd())
                    next();
                return;
            }
            m_exists = true;
            m_word.text += next();
        } else if (c == '$' || c == '`') {
            readExpansion(false);
        } else {
            m_exists = true;
            m_word.text += next();
        }
    }
    void close(std::size_t line)
    {
        if (atEnd())
            fail("syntax", line, "the quote is not closed");
        else
            next();
    }
    void readQuoted()
    {
        const char c = peek();
        if (c == '\\' && (peek(1) == '$' || peek(1) == '"' || peek(1) == '\\' || peek(1) == '`')) {
            next();
            m_exists = true;
            m_word.text += next();
        } else if (c == '\\' && peek(1) == '\n') {
            next();
            next();
        } else if (c == '$' || c == '`') {
            readExpansion(true);
        } else {
            m_exists = true;
            m_word.text += next();
        }
    }

    void readExpansion(bool quoted)
    {
        const std::size_t begin = m_at;
        if (next() == '`') {
            while (!atEnd() && peek() != '`')
                next();
            if (!atEnd())
                next();
            return missing("`…`");
        }
        if (peek() == '(')
            return readSubstitution(begin);
        if (peek() == '{')
            return readBraced(quoted);
        if (peek() == '@' || peek() == '*') {
            next(); // the words of the call, of which there are none here
            m_expandedAll = true;
            return;
        }
        std::size_t length = 0;
        while (isNamePart(peek(length)) && (length > 0 || !isDigit(peek())))
            ++length;
        if (length == 0 && (isDigit(peek()) || peek() == '?' || peek() == '#' || peek() == '$' || peek() == '!'))
            length = 1;
        if (length == 0) {
            m_exists = true;
            m_word.text += '$';
            return;
        }
        const std::string name{m_text.substr(m_at, length)};
        m_at += length;
        expand(name, quoted, false);
    }
    void readSubstitution(std::size_t begin)
    {
        int depth = 0;
        const std::size_t line = m_line;
        do {
            if (atEnd())
                return fail("syntax", line, "the bracket is not closed");
            const char c = next();
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        } while (depth > 0);
        const std::string_view whole = m_text.substr(begin, m_at - begin);
        if (whole.starts_with("$((") && whole.ends_with("))")) {
            const auto value = shellArithmetic(whole.substr(3, whole.size() - 5), m_script.variables);
            if (value) {
                m_exists = true;
                m_word.text += std::to_string(*value);
                return;
            }
        }
        missing(excerpt(whole, 40));
    }
    void readBraced(bool quoted)
    {
        const std::size_t line = m_line;
        next();
        const std::size_t begin = m_at;
        int depth = 1;
        while (depth > 0) {
            if (atEnd())
                return fail("syntax", line, "the brace is not closed");
            const char c = next();
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
        const std::string_view inside = m_text.substr(begin, m_at - 1 - begin);
        std::size_t length = 0;
        while (length < inside.size() && isNamePart(inside[length]))
            ++length;
        const std::string name{inside.substr(0, length)};
        const std::string_view rest = inside.substr(length);
        if (!name.empty() && rest.empty())
            return expand(name, quoted, false);
        if (!name.empty() && (rest == "[@]" || rest == "[*]"))
            return expand(name, quoted, true);
        const std::size_t mark = rest.starts_with(":-") ? 2 : rest.starts_with('-') ? 1 : 0;
        const std::string_view otherwise = rest.substr(mark);
        const bool isPlain = otherwise.find_first_of("$`'\"\\") == std::string_view::npos;
        if (name.empty() || mark == 0 || !isPlain)
            return missing("${" + excerpt(inside, 40) + "}");
        if (m_script.variables.find(name) != m_script.variables.end())
            return expand(name, quoted, false);
        m_exists = m_exists || quoted || !otherwise.empty();
        m_word.text += otherwise;
    }
    void missing(std::string what)
    {
        m_exists = true;
        m_word.text += what;
        if (m_word.unresolved.empty())
            m_word.unresolved = std::move(what);
    }

    void expand(const std::string& name, bool quoted, bool all)
    {
        const auto variable = m_script.variables.find(name);
        if (variable == m_script.variables.end())
            return missing("$" + name);
        const std::vector<ShellWord>& words = variable->second;
        m_expandedAll = m_expandedAll || all;
        const std::size_t last = all ? words.size() : std::min<std::size_t>(words.size(), 1);
        for (std::size_t k = 0; k < last && !m_fault; ++k) {
            if (k > 0)
                breakWord();
            if (m_word.unresolved.empty())
                m_word.unresolved = words[k].unresolved;
            append(words[k].text, quoted);
        }
    }
    /// Ends the word where an expansion does.
    void breakWord()
    {
        if (!m_splits) {
            m_word.text += ' ';
        } else if (m_exists) {
            m_done.push_back(std::exchange(m_word, {}));
            m_exists = false;
        }
    }
    void append(std::string_view text, bool quoted)
    {
        count(text.size());
        if (quoted || !m_splits) {
            m_exists = true;
            m_word.text += text;
            return;
        }
        for (const char c : text) {
            if (isBlank(c) || c == '\n') {
                breakWord();
            } else {
                m_exists = true;
                m_word.text += c;
            }
        }
        m_exists = m_exists || !m_word.unresolved.empty();
    }

    std::string_view m_text;
    const std::map<std::string, std::string>& m_given;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_bytes = 0, m_words = 0; ///< expanded so far
    std::size_t m_conditions = 0;         ///< open conditions and loops
    std::optional<Diagnostic> m_fault;
    ShellScript m_script;
    // The word being read.
    std::vector<ShellWord> m_done;
    ShellWord m_word;
    bool m_exists = false; ///< "" in quotes is a word, an empty variable is none
    bool m_splits = true;
    bool m_expandedAll = false; ///< in the quotes that are open: all words of an array or of the call
};

} // namespace

Result<ShellScript> readShellScript(std::string_view text, const std::map<std::string, std::string>& given)
{
    return Reader{text, given}.read();
}

} // namespace planscope
