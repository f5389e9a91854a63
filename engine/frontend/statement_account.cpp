#include "frontend/statement_account.h"

#include "base/json_document.h"
#include "frontend/case_writer.h"
#include "frontend/field_reader.h"

#include <cassert>
#include <utility>
#include <vector>

namespace planscope::whole {
namespace {

struct Leaf {
    std::string path;
    std::string value;
};

/// The fields of a case in file order. A profile in place counts as one field, by its name.
void collectLeaves(JsonValue value, const std::string& path, std::vector<Leaf>& leaves)
{
    if (!value.isObject()) {
        leaves.push_back({path, value.brief()});
        return;
    }
    const auto name = value.find("name");
    if ((path == "system" || path == "framework") && name) {
        leaves.push_back({path, name->brief()});
        return;
    }
    for (const JsonValue::Member member : value.members())
        collectLeaves(member.value, joinPath(path, member.name), leaves);
}

} // namespace

void StatementAccount::read(std::string field, std::string value, std::string_view destination, std::string_view note)
{
    std::string text{destination};
    if (!note.empty())
        text.append(": ").append(note);
    m_decided.emplace(destination);
    ImportAccount::note(ImportOutcome::Read, std::move(field), std::move(value), std::move(text));
}

void StatementAccount::assume(std::string_view destination, std::string_view value, std::string_view reason)
{
    m_decided.emplace(destination);
    note(ImportOutcome::Assumed, std::string{destination}, {}, std::string{value} + ": " + std::string{reason});
}

bool StatementAccount::isDecided(std::string_view path) const
{
    while (m_decided.find(path) == m_decided.end()) {
        const std::size_t dot = path.rfind('.');
        if (dot == std::string_view::npos)
            return false;
        path = path.substr(0, dot);
    }
    return true;
}

CaseImport StatementAccount::finish(const CaseStatement& statement, std::string_view reason) &&
{
    std::string caseJson;
    if (!refused()) {
        caseJson = writeCase(statement);
        const auto document = JsonDocument::parse(caseJson);
        assert(document && "what is written is JSON");
        std::vector<Leaf> leaves;
        collectLeaves(document->root(), {}, leaves);
        for (const Leaf& leaf : leaves)
            if (leaf.path != "schema" && leaf.path != "name" && !isDecided(leaf.path))
                assume(leaf.path, leaf.value, reason);
    }
    CaseImport import = std::move(*this).take();
    import.caseJson = std::move(caseJson);
    return import;
}

} // namespace planscope::whole
