#pragma once

#include <QString>

#include <functional>

namespace planscope::ui {

/// What an axis shows, and how a person reads a value of it.
struct PlotAxis {
    QString title;                       ///< with the unit where values do not name it
    std::function<QString(double)> text; ///< "20 GiB"
    bool isOfBytes = false;              ///< then round values are round in binary prefixes
    bool isLogarithmic = false;          ///< then all values are above 0
};

} // namespace planscope::ui
