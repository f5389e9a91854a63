#include "ui/models/table_cell.h"

#include "report/number_format.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString unit(const char* name)
{
    return QCoreApplication::translate("TableCell", name);
}

/// The minus sign of people, not of programs.
QString shown(const std::string& number)
{
    QString text = QString::fromStdString(number);
    if (text.startsWith(QLatin1Char('-')))
        text[0] = QChar{0x2212};
    return text;
}

TableCell numberCell(const std::string& text, const std::string& exact, const QString& ofUnit, double sort)
{
    const QString exactText = QString::fromStdString(exact);
    const QString toolTip = ofUnit.isEmpty() ? exactText : QStringLiteral("%1 %2").arg(exactText, ofUnit);
    return {shown(text), exactText, toolTip, sort, true};
}

} // namespace

TableCell textCell(const QString& text)
{
    return {text, text, text, text, false};
}

TableCell textCell(const QString& text, std::string_view exact)
{
    const QString exactText = QString::fromUtf8(exact.data(), static_cast<qsizetype>(exact.size()));
    return {text, exactText, exactText, text, false};
}

TableCell absentCell()
{
    return {QStringLiteral("–"), {}, unit("none"), -1.0, true};
}

TableCell countCell(qint64 value)
{
    return numberCell(exactDigits(std::int64_t{value}), exactDigits(std::int64_t{value}), {},
                      static_cast<double>(value));
}

TableCell operationsCell(const Total<OperationsUnit>& value)
{
    return numberCell(humanOperations(value.toDouble()), value.toString(), unit("operations"), value.toDouble());
}

TableCell bytesCell(const Total<BytesUnit>& value)
{
    return numberCell(humanBytes(value.toDouble()), value.toString(), unit("bytes"), value.toDouble());
}

TableCell bytesCell(double bytes)
{
    return numberCell(humanBytes(bytes), exactDigits(bytes), unit("bytes"), bytes);
}

TableCell secondsCell(double seconds)
{
    return numberCell(humanSeconds(seconds), exactDigits(seconds), unit("s"), seconds);
}

TableCell percentCell(double fraction, const QString& whole)
{
    return numberCell(humanPercent(fraction), exactDigits(fraction), whole, fraction);
}

TableCell intensityCell(double operationsPerByte)
{
    return numberCell(threeDigits(operationsPerByte), exactDigits(operationsPerByte), unit("operations a byte"),
                      operationsPerByte);
}

} // namespace planscope::ui
