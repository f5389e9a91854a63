#include "ui/panels/headline_figures.h"

#include "report/number_format.h"
#include "report/whole_breakdown.h"
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
        figure.facts.push_back(numberFact(
            std::string{group} + '.' + std::string{nameOf(mode)} + '.' + std::string{path}, valueOf(mode), unit));
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
    figures.push_back(
        figureOf(tr("MFU, of the matrix peak"), "utilisation", "mfu", "", perMode(&Utilisation::mfu), ratioCell));
    figures.push_back(
        figureOf(tr("HFU, with recomputation"), "utilisation", "hfu", "", perMode(&Utilisation::hfu), ratioCell));
    figures.push_back(figureOf(tr("Tokens a second"), "utilisation", "tokens_per_second", "tokens/s",
                               perMode(&Utilisation::tokensPerSecond), rateCell));
    figures.push_back(figureOf(tr("Samples a second"), "utilisation", "samples_per_second", "samples/s",
                               perMode(&Utilisation::samplesPerSecond), rateCell));
}

/// `path`: of the memory held, as files have it: "memory.total".
Figure memoryFigure(const QString& name, const std::string& path, const MemoryPart& total, double capacityBytes,
                    bool isOver)
{
    const TableCell used = bytesCell(total.bytes);
    const TableCell capacity = bytesCell(capacityBytes);
    const TableCell share = percentCell(total.shareOfCapacity.value_or(0), tr("of the capacity"));
    Figure memory{
        name, used.text,
        isOver ? tr("▲ %1 of %2").arg(share.text, capacity.text) : tr("%1 of %2").arg(share.text, capacity.text),
        tr("%1 of %2, %3").arg(used.toolTip, capacity.toolTip, share.toolTip), isOver ? Role::Warn : Role::Text};
    memory.facts = {numberFact(path, total.bytes.value(), "bytes"),
                    numberFact("memory.capacity", capacityBytes, "bytes")};
    if (total.shareOfCapacity)
        memory.facts.push_back(numberFact(path + ".share_of_capacity", *total.shareOfCapacity, ""));
    memory.key = {EntityKey::Kind::Component, QString::fromStdString(path)};
    return memory;
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
    figures.push_back(memoryFigure(tr("Memory, first stage"), "memory.total", memoryParts(estimate).back(),
                                   estimate.capacity, estimate.overCapacity));
    return figures;
}

std::vector<Figure> headlineFiguresOf(const whole::CandidateResult& result)
{
    std::vector<Figure> figures;
    if (!result.estimate)
        return figures;
    const whole::Estimate& estimate = *result.estimate;
    if (estimate.modes) {
        const auto& modes = *estimate.modes;
        const auto perMode = [&modes](double whole::Utilisation::*member) {
            return PerMode{modes[0].utilisation.*member, modes[1].utilisation.*member};
        };
        figures.push_back(figureOf(tr("Iteration time"), "time", "total", "s",
                                   {modes[0].time.total, modes[1].time.total}, secondsCell));
        figures.push_back(figureOf(tr("MFU, causal attention"), "utilisation", "mfu_causal", "",
                                   perMode(&whole::Utilisation::mfuCausal), ratioCell));
        figures.push_back(figureOf(tr("MFU, full attention"), "utilisation", "mfu_full", "",
                                   perMode(&whole::Utilisation::mfuFull), ratioCell));
        figures.push_back(figureOf(tr("Tokens a second"), "utilisation", "tokens_per_second", "tokens/s",
                                   perMode(&whole::Utilisation::tokensPerSecond), rateCell));
    }
    figures.push_back(memoryFigure(tr("Memory, stage %1").arg(whole::fullestStage(estimate)), "memory.peak",
                                   whole::memoryParts(estimate).back(), estimate.capacity,
                                   whole::isOverCapacity(estimate)));
    return figures;
}

std::vector<Figure> headlineFiguresOf(const AnyResult& result)
{
    return result.block() ? headlineFiguresOf(*result.block())
        : result.whole()  ? headlineFiguresOf(*result.whole())
                          : std::vector<Figure>{};
}

} // namespace planscope::ui
