#pragma once

#include "base/diagnostic.h"

#include <string>
#include <string_view>
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
    std::string field; ///< "execution.tensor_par"
    std::string value; ///< as written; "" when assumed
    std::string note;  ///< where it went, or why not
};

struct CalculonImport {
    std::vector<ImportRow> rows;
    Diagnostics diagnostics; ///< import.calculon.* for what is refused; file.* for unusable fields
    std::string caseJson;    ///< an indented planscope.case/1; empty when refused
};

/// Translates Calculon's model, execution and system files into a case. Names every field it read,
/// assumed, ignored or refused. The case still has to pass the laws.
CalculonImport importCalculon(std::string_view model, std::string_view execution, std::string_view system,
                              std::string_view caseName);

} // namespace planscope
