#pragma once

#include "ui/sweep/sweep_rows.h"

#include <QString>

class QWidget;

namespace planscope::ui {

/// Writes the rows in the order of their index as the CSV of sweeps (sweep/sweep_row.h), whole or not at all. Gives why
/// it could not be written; empty when it was.
QString writeRows(const QString& path, const SweepRows& rows);
/// Writes a space as a planscope.space/1 in the same way.
QString writeSpaceFile(const QString& path, const sweep::MappingSpace& space);

/// Asks where to, writes, and tells when it could not be written.
void saveRowsByDialog(QWidget* parent, const SweepRows& rows);
void saveSpaceByDialog(QWidget* parent, const sweep::MappingSpace& space);

} // namespace planscope::ui
