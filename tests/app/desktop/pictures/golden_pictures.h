#pragma once

#include "ui/theme/theme.h"

#include <QImage>
#include <QString>

#include <vector>

namespace planscope::ui::test {

/// A picture of the bundled GPT-3 175B study that is kept in tests/golden/ui.
struct GoldenPicture {
    QString subject; ///< a view's export name, or "window"
    ThemeKind theme = ThemeKind::Light;
    int scale = 1; ///< image pixels a device-independent pixel takes

    QString name() const; ///< overview_light_1x
    QString path() const; ///< of the kept file
};

const std::vector<GoldenPicture>& goldenPictures();

/// Paints it as it looks now: a view through the export, the window as the screen of its scale shows it.
QImage painted(const GoldenPicture& picture);

} // namespace planscope::ui::test
