#pragma once

#include "base/diagnostic.h"

#include <QDateTime>

#include <optional>

namespace planscope::ui {

/// The moment that SOURCE_DATE_EPOCH names, in whole seconds since 1970; absent where it is empty or not set.
/// Fails: call.source_date_epoch, when it is set to anything else, or beyond the year 9999.
Result<std::optional<QDateTime>> sourceDate();

} // namespace planscope::ui
