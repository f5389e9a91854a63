#pragma once

#include "frontend/statement_account.h"

namespace planscope::whole {

/// A layout that a case has from the base of an import is of the base's blocks and chunks: it counts where the case has
/// as many of both. Else the case has none, and the account says so; `baseReason` as ImportSettings have it.
void dropForeignLayout(StatementAccount& account, std::string_view baseReason, CaseStatement& statement);

} // namespace planscope::whole
