#include "ui/panels/strip_cards.h"

#include "report/mapping_text.h"
#include "report/number_format.h"
#include "report/whole_breakdown.h"
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

void addTimes(StripCardContent& card, const std::array<whole::ModeEstimate, countOf<EstimateMode>()>& modes)
{
    const whole::ModeEstimate& peak = modes[static_cast<std::size_t>(EstimateMode::PeakOnly)];
    const whole::ModeEstimate& evidence = modes[static_cast<std::size_t>(EstimateMode::SystemEvidence)];
    const TableCell total = secondsCell(evidence.time.total);
    const TableCell bound = secondsCell(peak.time.total);
    card.headline = {total.text, total.toolTip};
    card.lines = {
        {tr("an iteration; peak only %1").arg(bound.text), tr("peak only %1").arg(bound.toolTip), Role::Muted}};
    const auto addMfu = [&card](const QString& words, double mfu) {
        const TableCell cell = percentCell(mfu, tr("of the matrix peak"));
        card.notes.push_back({words.arg(cell.text), words.arg(cell.toolTip)});
    };
    addMfu(tr("MFU %1 causal"), evidence.utilisation.mfuCausal);
    addMfu(tr("MFU %1 full square"), evidence.utilisation.mfuFull);
    const double tokens = evidence.utilisation.tokensPerSecond;
    card.notes.push_back(
        {tr("%1 tokens/s").arg(text(humanRate(tokens))), tr("%1 tokens/s").arg(text(exactDigits(tokens)))});
}

/// Why there is no time: what the estimate tells first, but of memory.
void addWhy(StripCardContent& card, const Diagnostics& told)
{
    const auto why = std::find_if(told.begin(), told.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.code != "memory.over_capacity";
    });
    if (why == told.end())
        return;
    const Role role = why->severity == Severity::Error ? Role::Error : Role::Warn;
    card.headline = {tr("no time"), {}, role};
    card.lines = {{text(why->message), text(why->code), role}};
}

} // namespace

StripCardContent specsCard(const whole::Training& training)
{
    const whole::ModelSpec& model = training.model();
    const whole::WorkloadSpec& workload = training.workload();
    const whole::MappingSpec& mapping = training.mapping();
    StripCardContent card;
    card.title = tr("Specs");
    card.subtitle = shownText(model.name);
    card.lines = {
        {tr("%1, hidden %2, %3 heads with %4 of keys and values, vocabulary %5")
             .arg(countText(model.blockCount, "block", "blocks"), QString::number(model.hiddenSize),
                  QString::number(model.attentionHeads), QString::number(model.keyValueHeads),
                  QString::number(model.vocabularySize)),
         {}},
        {tr("sequence %1, global batch %2, %3")
             .arg(QString::number(workload.sequenceLength), QString::number(workload.globalBatchSize),
                  text(nameOf(workload.datatype))),
         {}},
        {tr("%1 = %2; %3")
             .arg(countText(training.shape().worldSize, "rank", "ranks"), text(degreesText(mapping)),
                  text(scheduleText(mapping.pipeline))),
         {}},
    };
    card.verdict = {tr("✓ every law holds"), {}, Role::Ok};
    card.key = {EntityKey::Kind::Component, QStringLiteral("shape")};
    card.facts = specsFacts(training);
    return card;
}

StripCardContent estimateCard(const whole::CandidateResult& result)
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
    const whole::Estimate& estimate = *result.estimate;
    card.subtitle = tr("predicted for the target");
    card.facts = estimateFacts(result);
    if (estimate.modes)
        addTimes(card, *estimate.modes);
    else
        addWhy(card, estimate.diagnostics);
    const TableCell used = bytesCell(estimate.peak);
    const TableCell capacity = bytesCell(estimate.capacity);
    card.lines.push_back(
        {tr("memory %1 of %2, stage %3").arg(used.text, capacity.text).arg(whole::fullestStage(estimate)),
         tr("%1 of %2").arg(used.toolTip, capacity.toolTip)});
    card.gauge = StripGauge{whole::memoryParts(estimate).back().shareOfCapacity.value_or(0)};
    card.verdict = whole::isOverCapacity(estimate) ? StripLine{tr("▲ over capacity"), {}, Role::Warn}
                                                   : StripLine{tr("✓ memory fits"), {}, Role::Ok};
    return card;
}

} // namespace planscope::ui
