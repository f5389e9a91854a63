#pragma once

#include <QStringList>

class QMimeData;

namespace planscope::ui {

/// The local files that are dragged; empty when there are none.
QStringList localFilesOf(const QMimeData* data);

} // namespace planscope::ui
