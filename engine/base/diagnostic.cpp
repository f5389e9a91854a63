#include "base/diagnostic.h"

#include <algorithm>
#include <iterator>

namespace planscope {

std::string_view toString(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    }
    return "";
}

std::string_view toString(Origin origin)
{
    switch (origin) {
    case Origin::Import: return "import";
    case Origin::Work: return "work";
    case Origin::Distribution: return "distribution";
    case Origin::Plan: return "plan";
    case Origin::Check: return "check";
    case Origin::Evaluation: return "evaluation";
    }
    return "";
}

bool hasError(const Diagnostics& diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

void append(Diagnostics& to, Diagnostics from)
{
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

std::string excerpt(std::string_view text, std::size_t longest)
{
    if (text.size() <= longest)
        return std::string{text};
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) // inside a character
        --end;
    return std::string{text.substr(0, end)} + "…";
}

std::string oneLine(const Diagnostic& diagnostic)
{
    std::string line{toString(diagnostic.severity)};
    line += ": ";
    if (!diagnostic.path.empty())
        line += diagnostic.path + ": ";
    line += diagnostic.message + " [" + diagnostic.code + "]";
    return line;
}

} // namespace planscope
