#pragma once

#include "report/aside_file.h"

#include <QByteArray>
#include <QString>

namespace planscope::ui {

/// Writes one file aside and puts it in its place, whole or not at all. Fails as publishFiles().
Diagnostics writeExported(const QString& path, const QByteArray& bytes, ExistingFiles existing);

} // namespace planscope::ui
