#pragma once

#include "frontend/import_account.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// The outcomes and notes of a field, as "read: model.hidden_size", in the order of the account.
inline std::vector<std::string> rowsOf(const CaseImport& import, std::string_view field)
{
    constexpr std::string_view names[] = {"read", "assumed", "ignored", "refused"};
    std::vector<std::string> rows;
    for (const ImportRow& row : import.rows)
        if (row.field == field)
            rows.push_back(std::string{names[static_cast<std::size_t>(row.outcome)]} + ": " + row.note);
    return rows;
}

/// "code path" of each diagnostic.
inline std::vector<std::string> refusalsOf(const CaseImport& import)
{
    std::vector<std::string> refusals;
    for (const Diagnostic& diagnostic : import.diagnostics)
        refusals.push_back(diagnostic.code + " " + diagnostic.path);
    return refusals;
}

/// The text with one piece changed; the piece must stand there.
inline std::string withChange(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

} // namespace planscope
