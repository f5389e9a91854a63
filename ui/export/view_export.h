#pragma once

#include "base/diagnostic.h"
#include "ui/panels/view.h"

#include <QDir>
#include <QList>

namespace planscope::ui {

/// Writes each view as <name>.png and <name>.svg into a folder, which is made when it is missing. `scale` is the number of
/// image pixels a device-independent pixel takes; SVG is vector and has none. Each file is written aside and then renamed.
/// The views' window must be shown, if only off the screen (Qt::WA_DontShowOnScreen): a hidden one is not laid out.
/// Fails with one export.* diagnostic for each file that cannot be written; the others are written all the same.
Diagnostics exportViews(const QList<View*>& views, const QDir& folder, int scale);

} // namespace planscope::ui
