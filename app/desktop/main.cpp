#include "desktop/main_window.h"
#include "desktop/report_exporter.h"
#include "desktop/view_exporter.h"
#include "ui/panels/control_style.h"
#include "ui/panels/document_session.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QSettings>

#include <cstdio>
#include <initializer_list>
#include <utility>

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
        {QStringLiteral("report"),
         QCoreApplication::translate("main", "Write all of the study as one PDF, without a display."),
         QStringLiteral("file.pdf")},
        {QStringLiteral("paper"), QCoreApplication::translate("main", "Paper of the report: a4 or letter."),
         QStringLiteral("a4|letter"), QStringLiteral("a4")},
        {QStringLiteral("force"), QCoreApplication::translate("main", "Replace a report that is there already.")},
        {QStringLiteral("theme"), QCoreApplication::translate("main", "Theme of the export: light or dark."),
         QStringLiteral("light|dark"), QStringLiteral("light")},
        {QStringLiteral("scale"), QCoreApplication::translate("main", "Pixels of the export's images: 1 or 2."),
         QStringLiteral("1|2"), QStringLiteral("1")},
    });
    parser.addPositionalArgument(QStringLiteral("study"),
                                 QCoreApplication::translate("main", "A study or case, as a file or a bundled name."),
                                 QStringLiteral("[study]"));
}

bool hasArgument(int argc, char** argv, std::initializer_list<const char*> beginnings)
{
    for (int k = 1; k < argc; ++k)
        for (const char* const beginning : beginnings)
            if (QByteArray(argv[k]).startsWith(beginning))
                return true;
    return false;
}

/// Qt looks for a display before the parser has seen an argument, and ends the program by a signal for want of one.
/// Chooses none where the call may need none, and gives whether a window could be seen.
bool choosePlatform(int argc, char** argv)
{
    if (!qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") || hasArgument(argc, argv, {"-platform", "--platform"}))
        return true; // the person chose
    const bool hasDisplay = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || hasArgument(argc, argv, {"-display", "--display"});
    if (!hasDisplay || hasArgument(argc, argv, {"--export-views", "--report", "--help", "-h", "--version", "-v"}))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    return hasDisplay;
}

int refuseCall(const QString& message)
{
    std::fprintf(stderr, "planscope: error: %s\nplanscope --help tells how to call it\n", qPrintable(message));
    return 2;
}

/// What is wrong with a call whose words are known; "" when nothing is.
QString faultOf(const QCommandLineParser& parser)
{
    const QString report = QStringLiteral("report");
    const QString exportViews = QStringLiteral("export-views");
    if (parser.positionalArguments().size() > 1)
        return QCoreApplication::translate("main", "one study is opened at a time.");
    if (parser.isSet(report) && parser.isSet(exportViews))
        return QCoreApplication::translate("main", "--report and --export-views are two calls.");
    const std::initializer_list<std::pair<const char*, QString>> belongings{
        {"paper", report}, {"force", report}, {"theme", exportViews}, {"scale", exportViews}};
    for (const auto& [option, call] : belongings)
        if (parser.isSet(QLatin1String(option)) && !parser.isSet(call))
            return QCoreApplication::translate("main", "--%1 goes with --%2 alone.").arg(QLatin1String(option), call);
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    const bool hasDisplay = choosePlatform(argc, argv);
    QApplication application(argc, argv);
    QApplication::setStyle(new ControlStyle);
    QApplication::setApplicationName(QStringLiteral("planscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Planscope"));
    QApplication::setApplicationVersion(QStringLiteral(PLANSCOPE_VERSION));
    QApplication::setOrganizationName(QStringLiteral("planscope"));
    QApplication::setDesktopFileName(QStringLiteral("planscope"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/planscope.svg")));

    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(QApplication::arguments()))
        return refuseCall(parser.errorText());
    parser.process(application); // answers --help and --version
    if (const QString fault = faultOf(parser); !fault.isEmpty())
        return refuseCall(fault);
    const QString study = parser.positionalArguments().value(0);
    if (parser.isSet(QStringLiteral("report")))
        return reportOf(study, parser.value(QStringLiteral("report")), parser.value(QStringLiteral("paper")),
                        parser.isSet(QStringLiteral("force")));
    if (parser.isSet(QStringLiteral("export-views")))
        return exportViewsOf(study, parser.value(QStringLiteral("export-views")),
                             parser.value(QStringLiteral("theme")), parser.value(QStringLiteral("scale")));
    if (!hasDisplay)
        return refuseCall(QCoreApplication::translate(
            "main", "there is no display to open a window on; --export-views and --report need none."));

    QSettings settings;
    MainWindow window(settings);
    window.show();
    window.session().start(study);
    return QApplication::exec();
}
