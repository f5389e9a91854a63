#pragma once

#include "ui/theme/theme.h"

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace planscope::ui {

/// What stands in the window while no study is open: bundled studies, recent files, "Open…".
class StartPage final : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(ThemeHolder* theme, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);

Q_SIGNALS:
    void bundledStudyChosen(const QString& name);
    void fileChosen(const QString& path);
    void openRequested();

private:
    void rebuild();

    ThemeHolder* m_theme;
    QStringList m_recentFiles;
    QWidget* m_content = nullptr;
};

} // namespace planscope::ui
