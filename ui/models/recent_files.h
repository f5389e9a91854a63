#pragma once

#include <QObject>
#include <QStringList>

class QSettings;

namespace planscope::ui {

/// The files opened last, newest first, kept in the settings. The settings outlive this.
class RecentFiles final : public QObject {
    Q_OBJECT
public:
    static constexpr int mostKept = 10;

    explicit RecentFiles(QSettings& settings, QObject* parent = nullptr);

    /// Absolute paths, each once. A file that is gone stays until it is removed.
    const QStringList& paths() const { return m_paths; }
    void add(const QString& path);
    void remove(const QString& path);
    void clear();

Q_SIGNALS:
    void changed();

private:
    void keep(const QStringList& paths);

    QSettings& m_settings;
    QStringList m_paths;
};

} // namespace planscope::ui
