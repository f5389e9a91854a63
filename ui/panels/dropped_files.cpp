#include "ui/panels/dropped_files.h"

#include <QMimeData>
#include <QUrl>

namespace planscope::ui {

QStringList localFilesOf(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

} // namespace planscope::ui
