#include "desktop/view_exporter.h"

#include "desktop/views.h"
#include "frontend/input_file.h"
#include "frontend/presets.h"
#include "ui/export/view_export.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

namespace planscope::ui {
namespace {

constexpr int unusable = 2;

int tell(const Diagnostics& diagnostics)
{
    for (const Diagnostic& diagnostic : diagnostics)
        std::fprintf(stderr, "planscope: %s\n", oneLine(diagnostic).c_str());
    return unusable;
}

int tell(const char* message)
{
    std::fprintf(stderr, "planscope: error: %s\n", message);
    return unusable;
}

/// A file, or a bundled study of that name.
Result<std::string> bytesOf(const QString& study)
{
    auto bytes = readInput(study.toStdString());
    if (bytes)
        return bytes;
    if (const Preset* const preset = findPreset(PresetKind::Studies, study.toStdString()))
        return std::string{preset->json};
    return bytes;
}

} // namespace

int exportViewsOf(const QString& study, const QString& folder, const QString& theme, const QString& scale)
{
    if (study.isEmpty())
        return tell("--export-views needs a study: a file or a bundled name");
    if (theme != QLatin1String("light") && theme != QLatin1String("dark"))
        return tell("--theme is light or dark");
    if (scale != QLatin1String("1") && scale != QLatin1String("2"))
        return tell("--scale is 1 or 2");
    const auto bytes = bytesOf(study);
    if (!bytes)
        return tell(bytes.error());
    auto document = StudyDocument::parse(*bytes);
    if (!document)
        return tell(document.error());

    StudyController controller;
    Selection selection;
    ThemeHolder holder;
    holder.setChoice(theme == QLatin1String("dark") ? ThemeHolder::Choice::Dark : ThemeHolder::Choice::Light);
    QApplication::setPalette(holder.theme().palette());
    QApplication::setFont(holder.theme().body());
    controller.setDocument(std::move(*document));
    controller.waitForResults();

    QWidget window;
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.show();
    const QList<View*> views = makeViews({&controller, &selection, &holder}, &window);
    if (const Diagnostics faults = exportViews(views, QDir(folder), scale.toInt()); !faults.empty())
        return tell(faults);
    const CandidateStatePtr state = controller.currentState();
    if (state && hasError(state->problems)) {
        tell(state->problems);
        return 1;
    }
    return 0;
}

} // namespace planscope::ui
