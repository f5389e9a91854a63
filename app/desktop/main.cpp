#include "desktop/main_window.h"
#include "desktop/view_exporter.h"
#include "ui/panels/document_session.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>

namespace {

using namespace planscope::ui;

void describe(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Explore, compare and defend training plans of Transformer models."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({
        {QStringLiteral("export-views"),
         QCoreApplication::translate("main", "Write each view as PNG and SVG into <folder>, without a display."),
         QStringLiteral("folder")},
        {QStringLiteral("theme"), QCoreApplication::translate("main", "Theme of the export: light or dark."),
         QStringLiteral("light|dark"), QStringLiteral("light")},
        {QStringLiteral("scale"), QCoreApplication::translate("main", "Pixels of the export's images: 1 or 2."),
         QStringLiteral("1|2"), QStringLiteral("1")},
    });
    parser.addPositionalArgument(QStringLiteral("study"),
                                 QCoreApplication::translate("main", "A study or case, as a file or a bundled name."),
                                 QStringLiteral("[study]"));
}

bool wantsExport(int argc, char** argv)
{
    for (int k = 1; k < argc; ++k)
        if (QByteArray(argv[k]).startsWith("--export-views"))
            return true;
    return false;
}

} // namespace

int main(int argc, char** argv)
{
    // An export needs no display, so it must not look for one.
    if (wantsExport(argc, argv) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("planscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Planscope"));
    QApplication::setApplicationVersion(QStringLiteral(PLANSCOPE_VERSION));
    QApplication::setOrganizationName(QStringLiteral("planscope"));

    QCommandLineParser parser;
    describe(parser);
    parser.process(application);
    const QStringList files = parser.positionalArguments();
    if (parser.isSet(QStringLiteral("export-views")))
        return exportViewsOf(files.value(0), parser.value(QStringLiteral("export-views")),
                             parser.value(QStringLiteral("theme")), parser.value(QStringLiteral("scale")));

    QSettings settings;
    MainWindow window(settings);
    window.show();
    if (files.isEmpty())
        window.session().offerRecovery();
    else
        window.session().open(files.front());
    return QApplication::exec();
}
