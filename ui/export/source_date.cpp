#include "ui/export/source_date.h"

#include <QString>

namespace planscope::ui {

Result<std::optional<QDateTime>> sourceDate()
{
    if (qEnvironmentVariableIsEmpty("SOURCE_DATE_EPOCH"))
        return std::nullopt;
    constexpr qint64 endOf9999 = 253'402'300'799;
    const QString given = qEnvironmentVariable("SOURCE_DATE_EPOCH");
    bool isNumber = false;
    const qint64 seconds = given.toLongLong(&isNumber);
    if (isNumber && seconds >= 0 && seconds <= endOf9999)
        return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    return refuse(Diagnostic{Severity::Error,
                             Origin::Import,
                             "call.source_date_epoch",
                             "SOURCE_DATE_EPOCH",
                             "the moment that SOURCE_DATE_EPOCH gives the report has to be whole seconds since 1970, up to the "
                             "end of 9999",
                             given.toStdString(),
                             {}});
}

} // namespace planscope::ui
