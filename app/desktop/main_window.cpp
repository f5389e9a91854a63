#include "desktop/main_window.h"

#include "desktop/views.h"
#include "ui/export/export_dialogs.h"
#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/problems_model.h"
#include "ui/models/shown_text.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/document_session.h"
#include "ui/panels/dropped_files.h"
#include "ui/panels/editor_panel.h"
#include "ui/panels/pane_cycle.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/start_page.h"
#include "ui/panels/study_choices.h"
#include "ui/panels/study_panel.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>

#include <algorithm>
#include <utility>

namespace planscope::ui {
namespace {

constexpr int themeChoices = static_cast<int>(ThemeHolder::Choice::Dark) + 1;

/// An index below `count` that the settings keep; 0 when they keep none, or something else.
int keptIndex(const QSettings& settings, const QString& key, int count)
{
    bool isNumber = false;
    const int index = settings.value(key).toInt(&isNumber);
    return isNumber && index >= 0 && index < count ? index : 0;
}

double keptScale(const QSettings& settings)
{
    bool isNumber = false;
    const double scale = settings.value(QStringLiteral("scale")).toDouble(&isNumber);
    return isNumber && scale > 0 ? scale : 1.0;
}

} // namespace

MainWindow::MainWindow(QSettings& settings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_study(new StudyController(this))
    , m_selection(new Selection(this))
    , m_theme(new ThemeHolder(this))
    , m_session(new DocumentSession(m_study, settings, m_theme, this))
    , m_exports(new ExportDialogs(*m_study, settings, QStringLiteral("Planscope " PLANSCOPE_VERSION), this))
    , m_context{m_study, m_selection, m_theme}
{
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    const QSize room = QGuiApplication::primaryScreen()->availableSize();
    constexpr QSize wanted(1600, 960);
    constexpr QSize frame(16, 48); // about what a window manager adds, which is not known before the window is shown
    resize(wanted.boundedTo(room - frame));
    if (size() != wanted)
        setWindowState(Qt::WindowMaximized);
    m_theme->followPalette(QApplication::palette());
    m_theme->setChoice(static_cast<ThemeHolder::Choice>(keptIndex(m_settings, QStringLiteral("theme"), themeChoices)));
    m_theme->setScale(keptScale(m_settings));

    buildViews();
    buildDocks();
    buildMenus();
    for (QLineEdit* const field : findChildren<QLineEdit*>())
        field->setAcceptDrops(false); // a file that is dropped is the window's
    m_defaultState = saveState();
    restoreLayout();

    connect(m_session, &DocumentSession::fileChanged, this, &MainWindow::showStudyOrStart);
    connect(m_session, &DocumentSession::fileChanged, m_exports, [this] { m_exports->setStudyFile(m_session->path()); });
    connect(&m_study->undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::showTitle);
    connect(m_study, &StudyController::documentChanged, this, &MainWindow::showTitle); // it may have been renamed
    connect(m_theme, &ThemeHolder::changed, this, &MainWindow::showTheme);
    connect(m_selection, &Selection::activated, this, &MainWindow::showBestViewFor);
    showTheme();
    showStudyOrStart();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildViews()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Views of the current candidate"));
    m_views = makeViews(m_context, m_tabs);
    constexpr QSize leastView(400, 240); // of all alike: no hidden view makes the window larger
    for (View* const view : m_views) {
        view->setMinimumSize(leastView);
        m_tabs->addTab(view, view->title());
        for (const QAction* const action : view->actions()) // of a view out of sight too, from the command palette
            connect(action, &QAction::triggered, m_tabs, [this, view] { m_tabs->setCurrentWidget(view); });
    }

    m_start = new StartPage(m_theme, this);
    connect(m_start, &StartPage::bundledStudyChosen, m_session, &DocumentSession::openBundled);
    connect(m_start, &StartPage::fileChosen, m_session, &DocumentSession::open);
    connect(m_start, &StartPage::openRequested, m_session, &DocumentSession::openByDialog);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_tabs);
    setCentralWidget(m_stack);
}

void MainWindow::buildDocks()
{
    constexpr int leastDockWidth = 180;
    const auto addDock = [this](const QString& title, const char* name, QWidget* content, Qt::DockWidgetArea area) {
        auto* dock = new QDockWidget(title, this);
        dock->setObjectName(QLatin1String(name));
        dock->setWidget(content);
        content->setMinimumWidth(leastDockWidth); // a window made small and large again gives it back
        addDockWidget(area, dock);
        m_docks << dock;
        return dock;
    };
    m_studyPanel = new StudyPanel(m_context, new CandidateListModel(*m_study, this), this);
    m_editor = new EditorPanel(m_context, this);
    m_problems = new ProblemsPanel(m_context, new ProblemsModel(*m_study, this), PathRole, CandidateRole, this);
    connect(m_problems, &ProblemsPanel::culpritRequested, this,
            [this](const QString& path, std::size_t candidate) { m_editor->focusPath(path, candidate); });

    QDockWidget* const study = addDock(tr("Study"), "study", m_studyPanel, Qt::LeftDockWidgetArea);
    QDockWidget* const editor = addDock(tr("Editor"), "editor", m_editor, Qt::LeftDockWidgetArea);
    QDockWidget* const details
        = addDock(tr("Details"), "details", new DetailsPanel(m_context, this), Qt::RightDockWidgetArea);
    QDockWidget* const problems = addDock(tr("Problems"), "problems", m_problems, Qt::BottomDockWidgetArea);
    // The views come first: on a small screen the docks give way.
    const auto share = [](int whole, double part, int least, int most) {
        return std::clamp(static_cast<int>(part * whole), least, most);
    };
    resizeDocks({study, details}, {share(width(), 0.23, 300, 400), share(width(), 0.2, 240, 340)}, Qt::Horizontal);
    const int lowest = share(height(), 0.11, 72, 120);
    const int upper = share(height(), 0.32, 240, 320);
    resizeDocks({study, editor}, {upper, height() - upper - lowest}, Qt::Vertical);
    resizeDocks({problems}, {lowest}, Qt::Vertical);
}

QAction* MainWindow::add(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> act)
{
    QAction* const action = menu->addAction(text);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, std::move(act));
    return action;
}

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildGoAndHelpMenus();
}

void MainWindow::buildFileMenu()
{
    QMenu* const file = menuBar()->addMenu(tr("&File"));
    QMenu* const bundled = file->addMenu(tr("Open &bundled study"));
    for (const QString& name : bundledStudies()) {
        QAction* const open = bundled->addAction(name);
        setCommandName(open, tr("Open bundled study: %1").arg(name));
        connect(open, &QAction::triggered, m_session, [this, name] { m_session->openBundled(name); });
    }
    add(file, tr("&Open…"), QKeySequence::Open, [this] { m_session->openByDialog(); });
    QMenu* const recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const QString& path : m_session->recentFiles())
            connect(recent->addAction(path), &QAction::triggered, m_session, [this, path] { m_session->open(path); });
        recent->setEnabled(true);
        if (recent->isEmpty())
            recent->addAction(tr("No recent files"))->setEnabled(false);
    });
    add(file, tr("&Import from Hugging Face or Megatron-LM…"), {}, [this] { m_session->importByDialog(); });
    add(file, tr("Import from &Calculon…"), {}, [this] { m_session->importCalculonByDialog(); });
    file->addSeparator();
    add(file, tr("&Save"), QKeySequence::Save, [this] { m_session->save(); });
    add(file, tr("Save &as…"), QKeySequence::SaveAs, [this] { m_session->saveAs(); });
    buildExportMenu(file);
    file->addSeparator();
    add(file, tr("&Quit"), QKeySequence::Quit, [this] { close(); });
}

void MainWindow::buildExportMenu(QMenu* file)
{
    QMenu* const menu = file->addMenu(tr("&Export"));
    const auto exportView = [this](PictureFormat format) {
        return [this, format] { m_exports->exportView(*qobject_cast<View*>(m_tabs->currentWidget()), format); };
    };
    add(menu, tr("Export PDF &report…"), QKeySequence(tr("Ctrl+P")), [this] { m_exports->exportReport(); });
    add(menu, tr("Export tables as &CSV…"), {}, [this] { m_exports->exportTables(); });
    add(menu, tr("Export view as &PNG…"), {}, exportView(PictureFormat::Png));
    add(menu, tr("Export view as &SVG…"), {}, exportView(PictureFormat::Svg));
    for (QAction* const action : menu->actions())
        setNeed(action, tr("Open a study first."));
    const auto enable = [this, menu] {
        for (QAction* const action : menu->actions())
            action->setEnabled(m_session->isOpen());
    };
    connect(m_session, &DocumentSession::fileChanged, this, enable);
    enable();
}

void MainWindow::buildEditMenu()
{
    QMenu* const edit = menuBar()->addMenu(tr("&Edit"));
    QAction* const undo = m_study->undoStack().createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* const redo = m_study->undoStack().createRedoAction(this, tr("&Redo"));
    redo->setShortcuts({QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))});
    setNeed(undo, tr("Nothing was edited that could be undone."));
    setNeed(redo, tr("Nothing was undone that could be done again."));
    edit->addActions({undo, redo});
    edit->addSeparator();
    const auto copyView = [this] {
        if (const auto* view = qobject_cast<View*>(m_tabs->currentWidget()))
            QApplication::clipboard()->setText(view->copyText());
    };
    QAction* const copy = add(edit, tr("&Copy"), QKeySequence::Copy, [copyView] {
        if (!copyFromFocus())
            copyView();
    });
    copy->setShortcutContext(Qt::WidgetShortcut); // what has the focus takes the key itself
    add(edit, tr("Copy &all"), {}, [copyView] {
        if (!copyAllFromFocus())
            copyView();
    });
    add(edit, tr("Copy &view as text"), QKeySequence(tr("Ctrl+Shift+C")), copyView);
    edit->addSeparator();
    edit->addActions(m_studyPanel->choices()->actions());
    connect(m_studyPanel->choices(), &StudyChoices::systemFileRequested, m_session,
            &DocumentSession::chooseSystemByDialog);
    edit->addSeparator();
    edit->addActions(m_studyPanel->candidateActions());
}

void MainWindow::buildViewMenu()
{
    QMenu* const viewMenu = menuBar()->addMenu(tr("&View"));
    for (int k = 0; k < m_tabs->count(); ++k)
        m_viewActions << add(viewMenu, m_tabs->tabText(k), {}, [this, k] { m_tabs->setCurrentIndex(k); });
    viewMenu->addSeparator();
    for (QDockWidget* const dock : m_docks)
        viewMenu->addAction(dock->toggleViewAction());
    auto* panes = new PaneCycle(this);
    panes->add(m_stack);
    for (QDockWidget* const dock : m_docks)
        panes->add(dock);
    add(viewMenu, tr("Next pane"), QKeySequence(Qt::Key_F6), [panes] { panes->next(); });
    add(viewMenu, tr("Previous pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6), [panes] { panes->previous(); });
    add(viewMenu, tr("Default layout"), {}, [this] { restoreState(m_defaultState); });
    viewMenu->addSeparator();

    auto* themes = new QActionGroup(this);
    const QStringList names{tr("Theme: as the system"), tr("Theme: light"), tr("Theme: dark")};
    for (int choice = 0; choice < names.size(); ++choice) {
        QAction* const action = add(viewMenu, names[choice], {}, [this, choice] {
            m_theme->setChoice(static_cast<ThemeHolder::Choice>(choice));
            m_settings.setValue(QStringLiteral("theme"), choice);
        });
        action->setCheckable(true);
        action->setChecked(choice == static_cast<int>(m_theme->choice()));
        themes->addAction(action);
    }
    const auto scaleBy = [this](double factor) {
        m_theme->setScale(m_theme->theme().scale() * factor);
        m_settings.setValue(QStringLiteral("scale"), m_theme->theme().scale());
    };
    constexpr double step = 1.1;
    add(viewMenu, tr("Larger text"), QKeySequence(tr("Ctrl+Shift++")), [scaleBy] { scaleBy(step); });
    add(viewMenu, tr("Smaller text"), QKeySequence(tr("Ctrl+Shift+-")), [scaleBy] { scaleBy(1 / step); });
}

void MainWindow::buildGoAndHelpMenus()
{
    QMenu* const go = menuBar()->addMenu(tr("&Go"));
    QAction* const back = add(go, tr("&Back"), QKeySequence::Back, [this] { m_selection->goBack(); });
    QAction* const forward = add(go, tr("&Forward"), QKeySequence::Forward, [this] { m_selection->goForward(); });
    setNeed(back, tr("Nothing was selected before."));
    setNeed(forward, tr("Go back first."));
    const auto updateHistory = [this, back, forward] {
        back->setEnabled(m_selection->canGoBack());
        forward->setEnabled(m_selection->canGoForward());
    };
    connect(m_selection, &Selection::historyChanged, this, updateHistory);
    updateHistory();
    add(go, tr("&Next problem"), QKeySequence(Qt::Key_F8), [this] { m_problems->next(); });
    add(go, tr("&Commands…"), QKeySequence(tr("Ctrl+K")), [this] { CommandPalette(allActions(), this).exec(); });

    QMenu* const help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&Keys"), QKeySequence(tr("?")), [this] { KeyList(allActions(), this).exec(); });
    add(help, tr("&About Planscope"), {}, [this] {
        QMessageBox::about(this, tr("About Planscope"),
                           tr("Planscope %1\n\nExplore, compare and defend training plans of Transformer models.\n"
                              "Free software under the GNU General Public License, version 3 or later.")
                               .arg(QStringLiteral(PLANSCOPE_VERSION)));
    });
}

QList<QAction*> MainWindow::allActions() const
{
    QList<QAction*> actions;
    const auto collect = [&actions](const auto& self, const QList<QAction*>& from) -> void {
        for (QAction* const action : from) {
            if (action->menu() != nullptr)
                self(self, action->menu()->actions());
            else if (!action->isSeparator())
                actions << action;
        }
    };
    collect(collect, menuBar()->actions());
    if (m_session->isOpen())
        for (const View* const view : m_views)
            collect(collect, view->actions());
    return actions;
}

/// The tabs that draw the study, and a key for each of the first ten.
void MainWindow::showViews()
{
    int shown = 0;
    for (int k = 0; k < m_tabs->count(); ++k) {
        const bool isDrawn = m_views[k]->isDrawn();
        shown += isDrawn ? 1 : 0;
        m_tabs->setTabVisible(k, isDrawn);
        m_viewActions[k]->setVisible(isDrawn);
        m_viewActions[k]->setEnabled(isDrawn);
        m_viewActions[k]->setShortcut(isDrawn && shown <= 10 ? QKeySequence(tr("Alt+%1").arg(shown % 10)) : QKeySequence{});
    }
}

void MainWindow::showStudyOrStart()
{
    m_start->setRecentFiles(m_session->recentFiles());
    m_stack->setCurrentWidget(m_session->isOpen() ? static_cast<QWidget*>(m_tabs) : m_start);
    if (!m_session->isOpen()) { // the panels have nothing to show yet
        m_openState = saveState();
        for (QDockWidget* const dock : m_docks)
            dock->hide();
    } else if (!m_openState.isEmpty()) {
        restoreState(std::exchange(m_openState, {}));
    }
    showViews();
    showTitle();
}

void MainWindow::showTitle()
{
    const QString name = shownText(m_study->document().name);
    const QString file = m_session->path().isEmpty() ? tr("not saved") : QFileInfo(m_session->path()).fileName();
    setWindowTitle(m_session->isOpen() ? tr("%1[*] (%2) – Planscope").arg(name, file) : tr("Planscope"));
    setWindowModified(m_session->isOpen() && m_study->isModified());
}

void MainWindow::showTheme()
{
    QApplication::setPalette(m_theme->theme().palette());
    QApplication::setFont(m_theme->theme().body());
}

void MainWindow::restoreLayout()
{
    const QByteArray geometry = m_settings.value(QStringLiteral("geometry")).toByteArray();
    const QByteArray state = m_settings.value(QStringLiteral("state")).toByteArray();
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    if (!state.isEmpty() && !restoreState(state))
        restoreState(m_defaultState); // kept state of another version, or spoilt
    m_tabs->setCurrentIndex(keptIndex(m_settings, QStringLiteral("view"), m_tabs->count()));
}

void MainWindow::showBestViewFor(const EntityKey& key)
{
    if (const auto* current = qobject_cast<View*>(m_tabs->currentWidget()); current && current->isBestFor(key.kind))
        return;
    for (View* const view : m_views) {
        if (view->isDrawn() && view->isBestFor(key.kind)) {
            m_tabs->setCurrentWidget(view);
            return;
        }
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_session->mayClose()) {
        event->ignore();
        return;
    }
    m_settings.setValue(QStringLiteral("geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("state"), m_openState.isEmpty() ? saveState() : m_openState);
    m_settings.setValue(QStringLiteral("view"), m_tabs->currentIndex());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFilesOf(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

/// Asks nothing before the program that the files came from has been answered.
void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    const QStringList paths = localFilesOf(event->mimeData());
    QMetaObject::invokeMethod(
        this, [this, paths] { m_session->take(paths); }, Qt::QueuedConnection);
}

} // namespace planscope::ui
