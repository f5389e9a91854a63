#include "ui/panels/bar_segments.h"

#include "ui/models/display_names.h"

namespace planscope::ui {
namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

BarSegment barSegment(const EntityKey& key, std::string_view name, const TableCell& cell, Role role)
{
    return {key, displayName(name), cell.sort.toDouble(), cell.text, cell.toolTip, role, text(name), cell.exact, {}};
}

void setTotal(StackedBar& bar, const TableCell& total)
{
    bar.totalText = total.text;
    bar.totalExact = total.toolTip;
    bar.totalDigits = total.exact;
}

EntityKey componentKey(const char* group, std::string_view name)
{
    return {EntityKey::Kind::Component, QLatin1String(group) + text(name)};
}

} // namespace planscope::ui
