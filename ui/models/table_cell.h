#pragma once

#include "base/quantity.h"

#include <QString>
#include <QVariant>

#include <string_view>

namespace planscope::ui {

/// One cell of a table: as shown, and exactly.
struct TableCell {
    QString text;
    QString exact;   ///< what a copy holds; parses back to the value
    QString toolTip; ///< the exact value with its unit
    QVariant sort;
    bool isNumber = false;

    friend bool operator==(const TableCell&, const TableCell&) = default;
};

TableCell textCell(const QString& text);
/// Shown in words, copied as files write it.
TableCell textCell(const QString& text, std::string_view exact);
/// "–": there is no such number. Sorts before every number, copies as an empty text.
TableCell absentCell();

TableCell countCell(qint64 value);
TableCell operationsCell(const Total<OperationsUnit>& value);
TableCell bytesCell(const Total<BytesUnit>& value);
TableCell bytesCell(double bytes);
TableCell secondsCell(double seconds);
/// A fraction shown as a percentage of `whole`: "of the total".
TableCell percentCell(double fraction, const QString& whole);
/// Operations a byte.
TableCell intensityCell(double operationsPerByte);

inline TableCell operationsCell(Operations value)
{
    Total<OperationsUnit> total;
    return operationsCell(total += value);
}
inline TableCell bytesCell(Bytes value)
{
    Total<BytesUnit> total;
    return bytesCell(total += value);
}

} // namespace planscope::ui
