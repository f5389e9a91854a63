#pragma once

#include "ui/models/entity_key.h"
#include "ui/theme/theme.h"

#include <QString>

#include <optional>
#include <vector>

namespace planscope::ui {

/// One part of a bar. The value is finite and not negative.
struct BarSegment {
    EntityKey key;
    QString name; ///< "forward"
    double value = 0;
    QString text;  ///< for people, with its unit: "2.93 s"
    QString exact; ///< exact, with its unit
    Role role = Role::TimeForward;
    QString fileName{}; ///< as files name it: "tensor_parallel"; "" where `name` does
    QString digits{};   ///< exact, without a unit
    QString legend{};   ///< as the legend names all segments of its kind; "" where each has its own name
};

struct StackedBar {
    QString name; ///< "system evidence"
    std::vector<BarSegment> segments;
    QString totalText;
    QString totalExact;
    QString fileName{}; ///< as files name it: "system_evidence"; "" where `name` does
    QString totalDigits{};
};

/// A line that bars should stay below; what goes beyond is hatched.
struct BarLimit {
    double value = 0;
    QString text; ///< "capacity 80.0 GiB"
    QString fileName{}; ///< "capacity"
    QString digits{};
};

enum class BarUnit { Seconds, Bytes, Operations };

/// Everything a stacked bar chart shows; it computes nothing but places.
struct StackedBarData {
    QString subject; ///< what the chart is, for who cannot see it: "Iteration time by component"
    QString empty;   ///< said in place of bars when nothing has a value
    BarUnit unit = BarUnit::Seconds;
    std::vector<StackedBar> bars;
    std::optional<BarLimit> limit;
};

} // namespace planscope::ui
