#include "golden_pictures.h"

#include "desktop/main_window.h"
#include "desktop/views.h"
#include "frontend/presets.h"
#include "ui/export/view_export.h"
#include "ui/panels/derivation_strip.h"
#include "ui/panels/document_session.h"

#include <QApplication>
#include <QScreen>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace planscope::ui::test {
namespace {

const QString windowSubject = QStringLiteral("window");

QString study()
{
    return QStringLiteral("gpt3-175B-64xA100");
}

EntityKey selectedTask()
{
    return {EntityKey::Kind::Task, QStringLiteral("mlp.expand.forward")};
}

/// The only figures that differ from run to run: how long each pass took on this computer.
void fixHostTimes(QWidget& root, const Theme& theme)
{
    for (DerivationStrip* const strip : root.findChildren<DerivationStrip*>()) {
        StripContent content = strip->content();
        for (StripStep& step : content.steps)
            if (!step.hostTime.text.isEmpty())
                step.hostTime.text = QStringLiteral("host 1.00 ms");
        strip->setContent(content, theme);
    }
}

View* viewNamed(const QList<View*>& views, const QString& name)
{
    const auto found = std::find_if(views.begin(), views.end(),
                                    [&name](const View* view) { return view->exportName() == name; });
    return found == views.end() ? nullptr : *found;
}

QImage exportedView(const GoldenPicture& picture)
{
    StudyController controller;
    Selection selection;
    ThemeHolder holder;
    holder.setChoice(picture.theme == ThemeKind::Dark ? ThemeHolder::Choice::Dark : ThemeHolder::Choice::Light);
    QApplication::setPalette(holder.theme().palette());
    QApplication::setFont(holder.theme().body());
    const Preset* const preset = findPreset(PresetKind::Studies, study().toStdString());
    auto document = StudyDocument::parse(preset->json);
    if (!document)
        return {};
    controller.setDocument(std::move(*document));
    controller.waitForResults();
    selection.select(selectedTask());

    QWidget window;
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    View* const view = viewNamed(makeViews({&controller, &selection, &holder}, &window), picture.subject);
    if (view == nullptr)
        return {};
    view->ensureFresh();
    fixHostTimes(*view, holder.theme());
    const QTemporaryDir folder;
    if (!exportViews({view}, QDir(folder.path()), picture.scale).empty())
        return {};
    return QImage(folder.filePath(view->exportName() + QStringLiteral(".png")));
}

QScreen* screenOf(int scale)
{
    const QList<QScreen*> screens = QGuiApplication::screens();
    const auto found = std::find_if(screens.begin(), screens.end(), [scale](const QScreen* screen) {
        return qRound(screen->devicePixelRatio()) == scale;
    });
    return found == screens.end() ? nullptr : *found;
}

QImage shownWindow(const GoldenPicture& picture)
{
    constexpr QSize size(1366, 768);
    QScreen* const screen = screenOf(picture.scale);
    if (screen == nullptr)
        return {};
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    MainWindow window(settings);
    window.theme().setChoice(picture.theme == ThemeKind::Dark ? ThemeHolder::Choice::Dark
                                                              : ThemeHolder::Choice::Light);
    window.setScreen(screen);
    window.setGeometry(QRect(screen->geometry().topLeft(), size));
    window.show();
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window))
        return {};
    window.session().openBundled(study());
    window.study().waitForResults();
    window.findChild<QTabWidget*>()->setCurrentWidget(viewNamed(window.views(), QStringLiteral("task-graph")));
    window.selection().select(selectedTask());
    window.setFocus();
    for (int round = 0; round < 3; ++round) // what is laid out may ask for another layout
        QApplication::processEvents();
    window.resize(size);
    QApplication::processEvents();
    return window.grab().toImage();
}

} // namespace

QString GoldenPicture::name() const
{
    const QString themeName = theme == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
    return QStringLiteral("%1_%2_%3x").arg(QString(subject).replace(u'-', u'_'), themeName).arg(scale);
}

QString GoldenPicture::path() const
{
    return QStringLiteral(PLANSCOPE_SOURCE_DIR "/tests/golden/ui/%1.png").arg(name());
}

const std::vector<GoldenPicture>& goldenPictures()
{
    static const std::vector<GoldenPicture> pictures{
        {QStringLiteral("overview"), ThemeKind::Light, 1},   {QStringLiteral("overview"), ThemeKind::Dark, 2},
        {QStringLiteral("task-graph"), ThemeKind::Light, 2}, {QStringLiteral("task-graph"), ThemeKind::Dark, 1},
        {QStringLiteral("estimate"), ThemeKind::Dark, 1},    {windowSubject, ThemeKind::Light, 1},
        {windowSubject, ThemeKind::Dark, 2},
    };
    return pictures;
}

QImage painted(const GoldenPicture& picture)
{
    return picture.subject == windowSubject ? shownWindow(picture) : exportedView(picture);
}

} // namespace planscope::ui::test
