#include "ui/panels/headline_figures.h"

#include "report/breakdown.h"
#include "report/number_format.h"
#include "ui/models/table_cell.h"

#include <QCoreApplication>

#include <string>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("HeadlineFigures", text);
}

/// A figure in both modes, with the paths that results' files give it.
Figure figureOf(const QString& name, std::string_view group, std::string_view path, std::string_view unit,
                const PerMode& values, TableCell (*cellOf)(double))
{
    const auto valueOf = [&values](EstimateMode mode) { return values[static_cast<std::size_t>(mode)]; };
    const TableCell evidence = cellOf(valueOf(EstimateMode::SystemEvidence));
    const TableCell peak = cellOf(valueOf(EstimateMode::PeakOnly));
    Figure figure{name, evidence.text, tr("peak only %1").arg(peak.text),
                  tr("%1: system evidence %2, peak only %3").arg(name, evidence.toolTip, peak.toolTip), Role::Text};
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly})
        figure.facts.push_back(
            numberFact(std::string{group} + '.' + std::string{nameOf(mode)} + '.' + std::string{path}, valueOf(mode),
                       unit));
    figure.key = {EntityKey::Kind::Component, QString::fromStdString(std::string{group} + '.' + std::string{path})};
    return figure;
}

TableCell ratioCell(double fraction)
{
    return percentCell(fraction, tr("of the matrix peak"));
}

TableCell rateCell(double perSecond)
{
    const QString exact = QString::fromStdString(exactDigits(perSecond));
    return {QString::fromStdString(humanRate(perSecond)), exact, exact, perSecond, true};
}

void addTimes(std::vector<Figure>& figures, const std::array<ModeEstimate, countOf<EstimateMode>()>& modes)
{
    const auto perMode = [&modes](double Utilisation::*member) {
        return PerMode{modes[0].utilisation.*member, modes[1].utilisation.*member};
    };
    figures.push_back(figureOf(tr("Iteration time"), "time", "total", "s",
                               {modes[0].iteration.total, modes[1].iteration.total}, secondsCell));
    figures.push_back(figureOf(tr("MFU, of the matrix peak"), "utilisation", "mfu", "", perMode(&Utilisation::mfu),
                               ratioCell));
    figures.push_back(figureOf(tr("HFU, with recomputation"), "utilisation", "hfu", "", perMode(&Utilisation::hfu),
                               ratioCell));
    figures.push_back(figureOf(tr("Tokens a second"), "utilisation", "tokens_per_second", "tokens/s",
                               perMode(&Utilisation::tokensPerSecond), rateCell));
    figures.push_back(figureOf(tr("Samples a second"), "utilisation", "samples_per_second", "samples/s",
                               perMode(&Utilisation::samplesPerSecond), rateCell));
}

} // namespace

std::vector<Figure> headlineFiguresOf(const CandidateResult& result)
{
    std::vector<Figure> figures;
    if (!result.estimate)
        return figures;
    const Estimate& estimate = *result.estimate;
    if (estimate.modes)
        addTimes(figures, *estimate.modes);
    const MemoryPart total = memoryParts(estimate).back();
    const TableCell used = bytesCell(total.bytes);
    const TableCell capacity = bytesCell(estimate.capacity);
    const TableCell share = percentCell(total.shareOfCapacity.value_or(0), tr("of the capacity"));
    Figure memory{tr("Memory, first stage"), used.text,
                  estimate.overCapacity ? tr("▲ %1 of %2").arg(share.text, capacity.text)
                                        : tr("%1 of %2").arg(share.text, capacity.text),
                  tr("%1 of %2, %3").arg(used.toolTip, capacity.toolTip, share.toolTip),
                  estimate.overCapacity ? Role::Warn : Role::Text};
    memory.facts = {numberFact("memory.total", total.bytes.value(), "bytes"),
                    numberFact("memory.capacity", estimate.capacity, "bytes")};
    if (total.shareOfCapacity)
        memory.facts.push_back(numberFact("memory.total.share_of_capacity", *total.shareOfCapacity, ""));
    memory.key = {EntityKey::Kind::Component, QStringLiteral("memory.total")};
    figures.push_back(std::move(memory));
    return figures;
}

} // namespace planscope::ui
