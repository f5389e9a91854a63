#pragma once

#include "ui/panels/view.h"

#include <QMainWindow>
#include <QSettings>

#include <functional>

class QDockWidget;
class QMenu;
class QStackedWidget;
class QTabWidget;

namespace planscope::ui {

class DocumentSession;
class EditorPanel;
class ExportDialogs;
class ProblemsPanel;
class StartPage;
class StudyPanel;

/// Builds the docks, the views and the actions, and connects them; nothing else.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    /// `settings` keeps the layout, the theme and the recent files; it outlives the window.
    explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    StudyController& study() { return *m_study; }
    Selection& selection() { return *m_selection; }
    ThemeHolder& theme() { return *m_theme; }
    DocumentSession& session() { return *m_session; }
    QList<View*> views() const { return m_views; }
    EditorPanel* editor() const { return m_editor; }
    StudyPanel* studyPanel() const { return m_studyPanel; }
    ProblemsPanel* problems() const { return m_problems; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildViews();
    void buildDocks();
    void buildMenus();
    QAction* add(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> act);
    void buildFileMenu();
    void buildExportMenu(QMenu* file);
    void buildEditMenu();
    void buildViewMenu();
    void buildGoAndHelpMenus();
    void showViews();
    void showStudyOrStart();
    void showTheme();
    void showTitle();
    void restoreLayout();
    void showBestViewFor(const EntityKey& key);
    QList<QAction*> allActions() const;

    QSettings& m_settings;
    StudyController* m_study;
    Selection* m_selection;
    ThemeHolder* m_theme;
    DocumentSession* m_session;
    ExportDialogs* m_exports;
    ViewContext m_context;
    QList<View*> m_views;
    QStackedWidget* m_stack = nullptr;
    QTabWidget* m_tabs = nullptr;
    QList<QAction*> m_viewActions; ///< of each view, in order
    StartPage* m_start = nullptr;
    StudyPanel* m_studyPanel = nullptr;
    EditorPanel* m_editor = nullptr;
    ProblemsPanel* m_problems = nullptr;
    QList<QDockWidget*> m_docks;
    QByteArray m_defaultState;
    QByteArray m_openState; ///< of the docks, while none is shown
};

} // namespace planscope::ui
