#include "ui/models/shown_text.h"

#include "report/text_table.h"

#include <limits>

namespace planscope::ui {

QString shownText(const std::string& utf8)
{
    return QString::fromStdString(printable(utf8, std::numeric_limits<std::size_t>::max()));
}

QString shownText(const QString& text)
{
    return shownText(text.toStdString());
}

} // namespace planscope::ui
