#pragma once

#include "frontend/import_account.h"
#include "frontend/whole_case_statement.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace planscope::whole {

/// The account of an import into a whole case. It remembers which fields of the case the file decided, so that in the
/// end every one is accounted for.
class StatementAccount : public ImportAccount {
public:
    /// A field of the file went to a field of the case ("model.hidden_size"); `note` says how, where it is not as
    /// written.
    void read(std::string field, std::string value, std::string_view destination, std::string_view note = {});
    /// The file does not say; the case has `value`, for this reason.
    void assume(std::string_view destination, std::string_view value, std::string_view reason);

    /// The case, with a row for each of its fields that nothing decided: assumed, for this reason. None when
    /// something was refused.
    CaseImport finish(const CaseStatement& statement, std::string_view reason) &&;

private:
    bool isDecided(std::string_view path) const;

    std::set<std::string, std::less<>> m_decided; ///< paths of the case; of objects they stand for all below
};

} // namespace planscope::whole
