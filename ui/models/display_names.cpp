#include "ui/models/display_names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string>

namespace planscope::ui {

QString displayName(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> hyphenated{"all_reduce", "reduce_scatter", "all_gather",
                                                                "all_to_all", "point_to_point"};
    const bool isHyphenated = std::find(hyphenated.begin(), hyphenated.end(), name) != hyphenated.end();
    std::string words{name};
    std::replace(words.begin(), words.end(), '_', isHyphenated ? '-' : ' ');
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return QCoreApplication::translate("DisplayNames", words.c_str());
}

QString rankRangeText(qint64 first, qint64 count)
{
    return count == 1 ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(first + count - 1);
}

} // namespace planscope::ui
