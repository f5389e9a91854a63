#pragma once

#include "ui/panels/view.h"

#include <QList>
#include <QStringList>

namespace planscope::ui {

/// All views, in the order of their tabs; they belong to `parent`.
QList<View*> makeViews(const ViewContext& context, QWidget* parent);

/// Names of the bundled studies.
QStringList bundledStudies();

} // namespace planscope::ui
