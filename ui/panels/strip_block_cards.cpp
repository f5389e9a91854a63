#include "ui/panels/strip_cards.h"

#include "report/breakdown.h"
#include "report/mapping_text.h"
#include "report/number_format.h"
#include "ui/models/shown_text.h"
#include "ui/models/table_cell.h"
#include "ui/panels/strip_facts.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("DerivationStrip", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

void addTimes(StripCardContent& card, const CandidateResult& result)
{
    const auto& modes = *result.estimate->modes;
    const ModeEstimate& peak = modes[static_cast<std::size_t>(EstimateMode::PeakOnly)];
    const ModeEstimate& evidence = modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const TableCell total = secondsCell(evidence.iteration.total);
    const TableCell bound = secondsCell(peak.iteration.total);
    card.headline = {total.text, total.toolTip};
    card.lines = {
        {tr("an iteration; peak only %1").arg(bound.text), tr("peak only %1").arg(bound.toolTip), Role::Muted}};
    const TableCell mfu = percentCell(evidence.utilisation.mfu, tr("of the matrix peak"));
    card.notes.push_back({tr("MFU %1").arg(mfu.text), tr("MFU %1").arg(mfu.toolTip)});
    const double tokens = evidence.utilisation.tokensPerSecond;
    card.notes.push_back(
        {tr("%1 tokens/s").arg(text(humanRate(tokens))), tr("%1 tokens/s").arg(text(exactDigits(tokens)))});
}

} // namespace

StripCardContent specsCard(const TransformerTraining& training)
{
    const auto& model = training.model();
    const auto& workload = training.workload();
    const auto& mapping = training.mapping();
    StripCardContent card;
    card.title = tr("Specs");
    card.subtitle = shownText(model.name);
    card.lines = {
        {tr("%1, hidden %2, global batch %3, %4")
             .arg(countText(model.blockCount, "block", "blocks"), QString::number(model.hiddenSize),
                  QString::number(workload.globalBatchSize), text(nameOf(workload.datatype))),
         {}},
        {tr("%1, %2").arg(text(degreesText(mapping)), text(scheduleText(mapping.pipeline.schedule))), {}},
    };
    card.verdict = {tr("✓ every law holds"), {}, Role::Ok};
    card.key = {EntityKey::Kind::Component, QStringLiteral("shape")};
    card.facts = specsFacts(training);
    return card;
}

StripCardContent estimateCard(const CandidateResult& result)
{
    StripCardContent card;
    card.title = tr("Estimate");
    card.key = {EntityKey::Kind::Component, QStringLiteral("time.total")};
    if (!result.estimate) {
        card.subtitle = tr("none");
        card.lines = {{tr("There is no plan to estimate."), {}, Role::Muted}};
        card.verdict = {tr("– no plan"), {}, Role::Muted};
        card.facts = {textFact("status", "no plan")};
        return card;
    }
    card.subtitle = tr("predicted for the target");
    const Estimate& estimate = *result.estimate;
    const TableCell used = bytesCell(estimate.memory.total);
    const TableCell capacity = bytesCell(estimate.capacity);
    card.facts = estimateFacts(result);
    if (estimate.modes) {
        addTimes(card, result);
    } else {
        card.headline = {tr("no time"), {}, Role::Error};
        const auto error = std::find_if(estimate.diagnostics.begin(), estimate.diagnostics.end(),
                                        [](const Diagnostic& found) { return found.severity == Severity::Error; });
        if (error != estimate.diagnostics.end())
            card.lines = {{text(error->message), text(error->code), Role::Error}};
    }
    card.lines.push_back(
        {tr("memory %1 of %2").arg(used.text, capacity.text), tr("%1 of %2").arg(used.toolTip, capacity.toolTip)});
    card.gauge = StripGauge{memoryParts(estimate).back().shareOfCapacity.value_or(0)};
    card.verdict = estimate.overCapacity ? StripLine{tr("▲ over capacity"), {}, Role::Warn}
                          : StripLine{tr("✓ memory fits"), {}, Role::Ok};
    return card;
}

} // namespace planscope::ui
