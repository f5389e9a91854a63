#include "ui/export/exported_file.h"

#include <QFileInfo>

namespace planscope::ui {

Diagnostics writeExported(const QString& path, const QByteArray& bytes, ExistingFiles existing)
{
    const QFileInfo file(path);
    return publishFiles(file.path().toStdString(), {{file.fileName().toStdString(), bytes.toStdString()}}, existing);
}

} // namespace planscope::ui
