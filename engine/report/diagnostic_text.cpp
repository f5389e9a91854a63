#include "report/diagnostic_text.h"

#include "report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace planscope {
namespace {

/// Messages hold numbers and names of bounded length; a name from a file is not.
constexpr std::size_t longestMessage = 1000;
constexpr std::size_t longestValue = 120;
constexpr std::size_t mostLegalValues = 16;

std::string legalList(const std::vector<std::string>& legal)
{
    std::string list;
    const std::size_t shown = std::min(legal.size(), mostLegalValues);
    for (std::size_t k = 0; k < shown; ++k)
        list += (k == 0 ? "" : ", ") + printable(legal[k], longestValue);
    if (shown < legal.size())
        list += fmt::format(", … ({} in all)", legal.size());
    return list;
}

} // namespace

std::string diagnosticText(const Diagnostic& diagnostic, std::string_view prefix)
{
    const std::string given = diagnostic.given.empty() ? std::string{}
                                                       : "given " + printable(diagnostic.given, longestValue);
    std::string text{prefix};
    text += printable(oneLine(diagnostic), longestMessage);
    if (diagnostic.legal.empty())
        return text + (given.empty() ? "\n" : fmt::format(" ({})\n", given));
    return text + fmt::format("\n    {}{}legal {}\n", given, given.empty() ? "" : "; ", legalList(diagnostic.legal));
}

} // namespace planscope
