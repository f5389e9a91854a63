#include "ui/sweep/sweep_text.h"

#include "report/number_format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace planscope::ui {
namespace {

struct SweepText {
    Q_DECLARE_TR_FUNCTIONS(SweepText)
};

QString line(std::int64_t count, std::string_view name)
{
    return QStringLiteral("%1  %2").arg(groupedText(count),
                                        QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
}

} // namespace

QString groupedText(std::int64_t count)
{
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(static_cast<qlonglong>(count));
}

QString countedText(const sweep::PointSpace& space)
{
    return SweepText::tr("%1 lawful mappings of %2 combinations")
        .arg(groupedText(space.size()), groupedText(space.counts().combinations));
}

QString progressText(const sweep::PointSpace* stated, const SweepRun& run)
{
    if (!run.space())
        return SweepText::tr("Sweep judges every lawful mapping: time, memory, utilisation, messages.");
    const SweepRun::Progress& progress = run.progress();
    QString text = SweepText::tr("%1 of %2 gone through, %3 found, %4 on the front")
                       .arg(groupedText(progress.done), groupedText(progress.total), groupedText(progress.kept),
                            groupedText(static_cast<std::int64_t>(progress.front.size())));
    if (run.isRunning())
        text += SweepText::tr(", %1 a second").arg(QString::fromStdString(humanRate(progress.pointsPerSecond)));
    else if (run.wasCancelled())
        text += SweepText::tr("; cancelled");
    if (stated != nullptr && !run.isRunning() && run.space()->statement() != stated->statement())
        text += SweepText::tr(". The space has changed since");
    if (progress.kept > static_cast<std::int64_t>(SweepRun::mostRows))
        text += SweepText::tr(". Charts and table hold the first %1; the front is of all")
                    .arg(groupedText(SweepRun::mostRows));
    return text;
}

QString leftOutText(const sweep::PointSpace* stated, const SweepRun& run)
{
    QStringList lines;
    if (stated != nullptr) {
        const sweep::SpaceCounts& counts = stated->counts();
        lines << SweepText::tr("%1 combinations, %2 lawful. Laws refuse:")
                     .arg(groupedText(counts.combinations), groupedText(counts.lawful));
        for (std::size_t k = 0; k < counts.refused.size(); ++k)
            if (counts.refused[k] > 0)
                lines << line(counts.refused[k], nameOf(static_cast<Law>(k)));
        if (lines.size() == 1)
            lines = QStringList{SweepText::tr("%1 combinations, all lawful.").arg(groupedText(counts.combinations))};
    }
    const SweepRun::Progress& progress = run.progress();
    if (run.space() && progress.done > progress.kept) {
        if (!lines.isEmpty())
            lines << QString{};
        lines << SweepText::tr("Of the last sweep's lawful mappings, left out:");
        for (std::size_t k = 0; k < progress.filtered.size(); ++k)
            if (progress.filtered[k] > 0)
                lines << line(progress.filtered[k], nameOf(static_cast<sweep::Filter>(k)));
    }
    return lines.join(u'\n');
}

} // namespace planscope::ui
