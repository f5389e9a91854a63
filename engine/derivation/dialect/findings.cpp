#include "derivation/dialect/findings.h"

namespace planscope {

void Findings::add(std::string_view rule, std::string path, std::string message, std::string given,
                   std::vector<std::string> legal)
{
    if (m_findings.size() >= maximum) {
        ++m_unlisted;
        return;
    }
    std::string code = "verify.";
    code.append(m_ir).append(1, '.').append(rule);
    m_findings.push_back({Severity::Error, m_origin, std::move(code), std::move(path), std::move(message),
                          std::move(given), std::move(legal)});
}

Diagnostics Findings::take() &&
{
    if (m_unlisted > 0)
        m_findings.push_back({Severity::Error,
                              m_origin,
                              "verify." + std::string{m_ir} + ".more",
                              {},
                              std::to_string(m_unlisted) + " further findings are not listed",
                              {},
                              {}});
    return std::move(m_findings);
}

std::string EntityPlace::text() const
{
    constexpr std::size_t longestName = 80;
    return std::string{list} + "[" + std::to_string(position) + "] " + excerpt(name, longestName);
}

} // namespace planscope
