#include "ui/models/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace planscope::ui {
namespace {

QString key()
{
    return QStringLiteral("recent_files");
}

} // namespace

RecentFiles::RecentFiles(QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_settings(settings)
    , m_paths(settings.value(key()).toStringList())
{
    m_paths.removeAll(QString{});
    m_paths.removeDuplicates();
    m_paths = m_paths.mid(0, mostKept);
}

void RecentFiles::add(const QString& path)
{
    const QString absolute = QFileInfo{path}.absoluteFilePath();
    QStringList paths = m_paths;
    paths.removeAll(absolute);
    paths.prepend(absolute);
    keep(paths.mid(0, mostKept));
}

void RecentFiles::remove(const QString& path)
{
    QStringList paths = m_paths;
    paths.removeAll(QFileInfo{path}.absoluteFilePath());
    keep(paths);
}

void RecentFiles::clear()
{
    keep({});
}

void RecentFiles::keep(const QStringList& paths)
{
    if (paths == m_paths)
        return;
    m_paths = paths;
    m_settings.setValue(key(), paths);
    Q_EMIT changed();
}

} // namespace planscope::ui
