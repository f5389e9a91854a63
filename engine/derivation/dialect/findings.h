#pragma once

#include "base/diagnostic.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planscope {

/// An entity by its place and its name, as text only when a finding needs it: "tasks[3] mlp.expand.forward".
struct EntityPlace {
    std::string_view list;
    std::size_t position;
    std::string_view name;

    std::string text() const;
};

/// What one verifier found: a diagnostic for each broken rule and place, none dropped for an earlier one.
/// The code is "verify.<ir>.<rule>".
///
/// An IR read from a file can break rules in millions of places: beyond `maximum` findings they are only
/// counted, and a last one (rule "more") says how many.
class Findings {
public:
    static constexpr std::size_t maximum = 10'000;

    Findings(std::string_view ir, Origin origin)
        : m_ir(ir)
        , m_origin(origin)
    {
    }

    void add(std::string_view rule, std::string path, std::string message, std::string given = {},
             std::vector<std::string> legal = {});
    void add(std::string_view rule, const EntityPlace& place, std::string message, std::string given = {},
             std::vector<std::string> legal = {})
    {
        add(rule, place.text(), std::move(message), std::move(given), std::move(legal));
    }
    Diagnostics take() &&;

private:
    std::string_view m_ir;
    Origin m_origin;
    Diagnostics m_findings;
    std::size_t m_unlisted = 0;
};

} // namespace planscope
