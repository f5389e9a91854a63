#include "frontend/import_account.h"

#include <utility>

namespace planscope {

void ImportAccount::note(ImportOutcome outcome, std::string field, std::string value, std::string note)
{
    if (m_rows.size() < maximumRows)
        m_rows.push_back({outcome, std::move(field), std::move(value), std::move(note)});
}

void ImportAccount::refuse(std::string code, std::string path, std::string message, std::string given,
                           std::vector<std::string> legal)
{
    m_faults.add(Diagnostic{Severity::Error, Origin::Import, std::move(code), std::move(path), std::move(message),
                            std::move(given), std::move(legal)});
}

CaseImport ImportAccount::take() &&
{
    CaseImport import{std::move(m_rows), std::move(m_faults).take(), {}};
    for (const Diagnostic& fault : import.diagnostics)
        import.rows.push_back({ImportOutcome::Refused, fault.path, fault.given, fault.message});
    return import;
}

} // namespace planscope
