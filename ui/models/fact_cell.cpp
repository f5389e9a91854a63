#include "ui/models/fact_cell.h"

#include "report/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace planscope::ui {
namespace {

const QChar minus{0x2212};
const QString almostEqual = QStringLiteral("≈");

QString tr(const char* text)
{
    return QCoreApplication::translate("FactCell", text);
}

std::string human(double value, FactUnit unit)
{
    switch (unit) {
    case FactUnit::Count:
        return value == std::floor(value) && value < 1e6 ? exactDigits(static_cast<std::int64_t>(value))
                                                         : humanRate(value);
    case FactUnit::InOperations: return humanOperations(value);
    case FactUnit::InBytes: return humanBytes(value);
    case FactUnit::InSeconds: return humanSeconds(value);
    case FactUnit::Ratio: return humanPercent(value);
    case FactUnit::TokensPerSecond: return humanRate(value);
    }
    Q_UNREACHABLE();
}

QString sized(double value, FactUnit unit)
{
    return QString::fromStdString(human(std::abs(value), unit));
}

QString withUnit(const QString& digits, FactUnit unit)
{
    const QString name = unitName(unit);
    return name.isEmpty() ? digits : QStringLiteral("%1 %2").arg(digits, name);
}

TableCell signedCell(const Number& delta, FactUnit unit)
{
    const QString exact = QString::fromStdString(delta.digits());
    return {signedText(delta.toDouble(), unit), exact, withUnit(exact, unit), std::abs(delta.toDouble()), true};
}

} // namespace

QString factText(double value, FactUnit unit)
{
    return value < 0 ? minus + sized(value, unit) : sized(value, unit);
}

QString deltaText(double delta, FactUnit unit)
{
    if (delta == 0)
        return QStringLiteral("=");
    const QString points = unit == FactUnit::Ratio ? sized(delta, unit).replace(QLatin1Char('%'), tr("points"))
                                                   : sized(delta, unit);
    return (delta > 0 ? QChar{u'+'} : minus) + points;
}

QString signedText(double delta, FactUnit unit)
{
    if (delta == 0)
        return QStringLiteral("=");
    return (delta > 0 ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + deltaText(delta, unit);
}

QString relativeText(std::optional<double> relative)
{
    if (!relative)
        return QStringLiteral("–");
    if (*relative == 0)
        return QStringLiteral("=");
    return (*relative > 0 ? QChar{u'+'} : minus) + QString::fromStdString(humanPercent(std::abs(*relative)));
}

QString unitName(FactUnit unit)
{
    switch (unit) {
    case FactUnit::Count:
    case FactUnit::Ratio: return {};
    case FactUnit::InOperations: return tr("operations");
    case FactUnit::InBytes: return tr("bytes");
    case FactUnit::InSeconds: return tr("s");
    case FactUnit::TokensPerSecond: return tr("tokens/s");
    }
    Q_UNREACHABLE();
}

QString exactFact(const Number& value, FactUnit unit)
{
    return withUnit(QString::fromStdString(value.digits()), unit);
}

QString exactFact(double value, FactUnit unit)
{
    return withUnit(QString::fromStdString(exactDigits(value)), unit);
}

TableCell factCell(const std::optional<Number>& value, FactUnit unit)
{
    if (!value)
        return absentCell();
    const QString exact = QString::fromStdString(value->digits());
    return {factText(value->toDouble(), unit), exact, withUnit(exact, unit), value->toDouble(), true};
}

bool isRounding(const ComparedFact& fact)
{
    if (!fact.a || !fact.b || *fact.a == *fact.b || (fact.a->isInteger() && fact.b->isInteger()))
        return false;
    const double a = fact.a->toDouble(), b = fact.b->toDouble();
    return std::abs(b - a) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

TableCell deltaCell(const ComparedFact& fact)
{
    const auto delta = fact.delta();
    if (!delta)
        return absentCell();
    TableCell cell = signedCell(*delta, fact.unit);
    if (isRounding(fact))
        cell.text = almostEqual;
    return cell;
}

TableCell deltaCell(double delta, FactUnit unit)
{
    return signedCell(Number::real(delta), unit);
}

TableCell relativeCell(const ComparedFact& fact)
{
    const auto relative = fact.relative();
    if (!relative)
        return absentCell();
    const QString exact = QString::fromStdString(exactDigits(*relative));
    return {isRounding(fact) ? almostEqual : relativeText(relative), exact, QStringLiteral("%1 (B − A) / A").arg(exact), std::abs(*relative), true};
}

} // namespace planscope::ui
