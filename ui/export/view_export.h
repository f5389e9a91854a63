#pragma once

#include "base/diagnostic.h"
#include "ui/panels/view.h"

#include <QDir>
#include <QList>

namespace planscope::ui {

enum class PictureFormat { Png, Svg };

/// Writes each view that draws the study as <name>.png and <name>.svg into a folder, which is made when it is missing.
/// `scale` is the number of image pixels a device-independent pixel takes; SVG is vector and has none. All files are
/// written aside, then renamed: a failure leaves everything as it was. The views' window must be shown, if only off the
/// screen (Qt::WA_DontShowOnScreen): a hidden one is not laid out. Fails as publishFiles(), replacing what is there.
Diagnostics exportViews(const QList<View*>& views, const QDir& folder, int scale);

/// A view that stands in a window, as one picture of the size it wants to be exported at; it keeps its place. Whatever
/// is at the path is replaced.
Diagnostics exportView(View& view, PictureFormat format, int scale, const QString& path);

} // namespace planscope::ui
