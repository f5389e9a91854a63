#pragma once

#include "frontend/import_account.h"

#include <string_view>

namespace planscope {

/// With an indented planscope.case/1.
using CalculonImport = CaseImport;

/// Translates Calculon's model, execution and system files into a case. Names every field it read,
/// assumed, ignored or refused. The case still has to pass the laws.
CalculonImport importCalculon(std::string_view model, std::string_view execution, std::string_view system,
                              std::string_view caseName);

} // namespace planscope
