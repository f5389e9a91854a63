#pragma once

#include "ui/sweep/sweep_rows.h"

#include <QString>

#include <string>

namespace planscope::ui {

/// Writes a file whole or not at all. Gives why it could not be written; empty when it was.
QString writeFile(const QString& path, const std::string& text);
/// The rows in the order of their index as the CSV of sweeps (sweep/sweep_row.h), in the same way.
QString writeRows(const QString& path, const SweepRows& rows);

} // namespace planscope::ui
