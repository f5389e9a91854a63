#pragma once

#include <QtGlobal>

/// QCustomPlot, whose header uses Qt's keywords, for code that is compiled without them. The only place that names it.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef foreach
#undef slots
#undef signals
