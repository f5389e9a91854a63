#include "desktop/view_exporter.h"

#include "desktop/headless_study.h"
#include "desktop/views.h"
#include "ui/export/view_export.h"

#include <QApplication>
#include <QDir>

namespace planscope::ui {
int exportViewsOf(const QString& study, const QString& folder, const QString& theme, const QString& scale)
{
    if (study.isEmpty())
        return refuseCall("--export-views needs a study: a file or a bundled name");
    if (theme != QLatin1String("light") && theme != QLatin1String("dark"))
        return refuseCall("--theme is light or dark");
    if (scale != QLatin1String("1") && scale != QLatin1String("2"))
        return refuseCall("--scale is 1 or 2");
    auto document = readStudy(study);
    if (!document)
        return refuseCall(document.error());

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
        return refuseCall(faults);
    const CandidateStatePtr state = controller.currentState();
    if (state && hasError(state->problems)) {
        refuseCall(state->problems);
        return exitRefused;
    }
    return 0;
}

} // namespace planscope::ui
