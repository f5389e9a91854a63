#include "ui/models/exact_fact.h"

#include "report/number_format.h"
#include "ui/models/table_text.h"

namespace planscope::ui {
namespace {

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

ExactFact numberFact(std::string_view name, std::int64_t value, std::string_view unit)
{
    return {text(name), text(exactDigits(value)), text(unit)};
}

ExactFact numberFact(std::string_view name, double value, std::string_view unit)
{
    return {text(name), text(exactDigits(value)), text(unit)};
}

ExactFact textFact(std::string_view name, std::string_view value)
{
    return {text(name), text(value), {}};
}

QString tsvOf(const std::vector<ExactFact>& facts)
{
    if (facts.empty())
        return {};
    QList<QStringList> lines{{QStringLiteral("figure"), QStringLiteral("value"), QStringLiteral("unit")}};
    for (const ExactFact& fact : facts)
        lines << QStringList{fact.name, fact.value, fact.unit};
    return tsvOf(lines);
}

} // namespace planscope::ui
