#pragma once

#include "base/diagnostic.h"
#include "frontend/fault_list.h"

#include <cstddef>
#include <string>
#include <vector>

namespace planscope {

enum class ImportOutcome {
    Read,    ///< taken over
    Assumed, ///< the files do not say; the value used
    Ignored, ///< has no meaning for the case (with the reason)
    Refused, ///< a feature the derivation does not have
};

/// What became of one field of the files.
struct ImportRow {
    ImportOutcome outcome = ImportOutcome::Read;
    std::string field; ///< "execution.tensor_par"; of an assumption, the case's own field
    std::string value; ///< as written; "" when assumed
    std::string note;  ///< where it went, or why not
};

/// What importing another program's files gives. The case still has to pass the laws.
struct CaseImport {
    std::vector<ImportRow> rows;
    Diagnostics diagnostics; ///< import.* for what is refused; file.* for unusable fields
    std::string caseJson;    ///< an indented case file; empty when refused
};

/// What an import has to say of the fields it met. Bounded, however many the files hold.
class ImportAccount {
public:
    static constexpr std::size_t maximumRows = 10'000;

    void note(ImportOutcome outcome, std::string field, std::string value, std::string note);
    void refuse(std::string code, std::string path, std::string message, std::string given,
                std::vector<std::string> legal = {});
    bool refused() const { return !m_faults.empty(); }
    FaultList& faults() { return m_faults; }

    /// The account without a case; what was refused comes last.
    CaseImport take() &&;

private:
    std::vector<ImportRow> m_rows;
    FaultList m_faults;
};

} // namespace planscope
