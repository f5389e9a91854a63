#pragma once

#include "base/diagnostic.h"

#include <fstream>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace planscope {

/// One way to break one verifier rule of a legal IR, and nothing else.
template <class Ir>
struct BrokenRule {
    std::string rule;
    std::string how; ///< in CamelCase, for the test's name
    std::function<void(Ir&)> breakIt;

    friend void PrintTo(const BrokenRule& broken, std::ostream* out) { *out << broken.rule << " by " << broken.how; }
};

template <class Ir>
std::string testName(const testing::TestParamInfo<BrokenRule<Ir>>& info)
{
    return info.param.rule + "_" + info.param.how;
}

inline std::set<std::string> codesOf(const Diagnostics& diagnostics)
{
    std::set<std::string> codes;
    for (const Diagnostic& diagnostic : diagnostics)
        codes.insert(diagnostic.code);
    return codes;
}

inline std::string linesOf(const Diagnostics& diagnostics)
{
    std::string lines;
    for (const Diagnostic& diagnostic : diagnostics)
        lines += oneLine(diagnostic) + "\n";
    return lines;
}

/// The rules that a verifier's header lists: lines "///   rule_name  what it says".
inline std::set<std::string> rulesListedIn(const std::string& header)
{
    std::ifstream file{std::string{PLANSCOPE_SOURCE_DIR} + "/engine/derivation/" + header};
    std::set<std::string> rules;
    const std::string indent = "///   ";
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, indent.size(), indent) != 0)
            continue;
        const std::size_t end = line.find(' ', indent.size());
        if (end != indent.size() && line.compare(end, 2, "  ") == 0)
            rules.insert(line.substr(indent.size(), end - indent.size()));
    }
    return rules;
}

template <class Ir>
std::set<std::string> rulesBrokenBy(const std::vector<BrokenRule<Ir>>& cases)
{
    std::set<std::string> rules;
    for (const BrokenRule<Ir>& broken : cases)
        rules.insert(broken.rule);
    return rules;
}

} // namespace planscope
