#pragma once

#include "ui/charts/plot_axis.h"
#include "ui/theme/theme.h"

#include <QPointF>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// Points by the thousand or million, three columns of one length. Immutable once shared.
struct ScatterCloud {
    std::vector<float> x, y;              ///< finite
    std::vector<std::uint8_t> isForemost; ///< 0: only hinted at, behind the others
};

/// A point that is told apart.
struct ScatterMark {
    QPointF at;
    QString text; ///< beside it: "A"; may be empty
    Role role = Role::Accent;
};

struct ScatterLimit {
    double value = 0;
    QString text; ///< "capacity 80.0 GiB"
};

struct ScatterData {
    QString subject; ///< accessible name
    PlotAxis x, y;
    std::shared_ptr<const ScatterCloud> cloud; ///< may be null
    std::vector<QPointF> front;                ///< in the order in which a line joins them
    bool joinsFront = true;                    ///< by steps; else they are only marked
    std::vector<ScatterMark> marks;
    std::optional<ScatterLimit> xLimit, yLimit;
    QString frontName; ///< in the legend: "Pareto front"
    QString empty;     ///< said where there is no point
};

} // namespace planscope::ui
