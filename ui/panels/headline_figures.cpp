#include "ui/panels/headline_figures.h"

#include "report/number_format.h"
#include "ui/models/table_cell.h"

#include <QCoreApplication>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("HeadlineFigures", text);
}

Figure figureOf(const QString& name, const TableCell& evidence, const TableCell& peak)
{
    return {name, evidence.text, tr("peak only %1").arg(peak.text),
            tr("%1: system evidence %2, peak only %3").arg(name, evidence.toolTip, peak.toolTip), Role::Text};
}

TableCell rateCell(double perSecond)
{
    const QString exact = QString::fromStdString(exactDigits(perSecond));
    return {QString::fromStdString(humanRate(perSecond)), exact, exact, perSecond, true};
}

void addTimes(std::vector<Figure>& figures, const CandidateResult& result)
{
    const auto& modes = *result.estimate->modes;
    const ModeEstimate& peak = modes[static_cast<std::size_t>(EstimateMode::PeakOnly)];
    const ModeEstimate& evidence = modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const auto batch = static_cast<double>(result.derivation->training.workload().globalBatchSize);
    const QString ofPeak = tr("of the matrix peak");
    figures.push_back(
        figureOf(tr("Iteration time"), secondsCell(evidence.iteration.total), secondsCell(peak.iteration.total)));
    figures.push_back(figureOf(tr("MFU, of the matrix peak"), percentCell(evidence.utilisation.mfu, ofPeak),
                               percentCell(peak.utilisation.mfu, ofPeak)));
    figures.push_back(figureOf(tr("HFU, with recomputation"), percentCell(evidence.utilisation.hfu, ofPeak),
                               percentCell(peak.utilisation.hfu, ofPeak)));
    figures.push_back(figureOf(tr("Tokens a second"), rateCell(evidence.utilisation.tokensPerSecond),
                               rateCell(peak.utilisation.tokensPerSecond)));
    figures.push_back(figureOf(tr("Samples a second"), rateCell(batch / evidence.iteration.total),
                               rateCell(batch / peak.iteration.total)));
}

} // namespace

std::vector<Figure> headlineFiguresOf(const CandidateResult& result)
{
    std::vector<Figure> figures;
    if (!result.estimate)
        return figures;
    const Estimate& estimate = *result.estimate;
    if (estimate.modes)
        addTimes(figures, result);
    const auto total = static_cast<double>(estimate.memory.total.value());
    const TableCell used = bytesCell(estimate.memory.total);
    const TableCell capacity = bytesCell(estimate.capacity);
    const bool isOver = total > estimate.capacity;
    const TableCell share = percentCell(estimate.capacity > 0 ? total / estimate.capacity : 0, tr("of the capacity"));
    figures.push_back(
        {tr("Memory, first stage"), used.text,
         isOver ? tr("▲ %1 of %2").arg(share.text, capacity.text) : tr("%1 of %2").arg(share.text, capacity.text),
         tr("%1 of %2, %3").arg(used.toolTip, capacity.toolTip, share.toolTip), isOver ? Role::Warn : Role::Text});
    return figures;
}

} // namespace planscope::ui
