#include "ui/panels/task_sections.h"

#include "report/number_format.h"
#include "study/work_total.h"
#include "ui/panels/figure_explanation.h"

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

} // namespace

EntityKey taskKey(const QString& name)
{
    return {EntityKey::Kind::Task, name};
}

DetailSection workSection(const WorkloadFacts& facts, const QString& note)
{
    DetailSection section = sectionOf(Details::tr("Work of one rank"));
    section.rows = factRows(facts);
    section.note = note;
    if (const auto intensity = arithmeticIntensity(facts))
        section.rows.push_back({Details::tr("intensity"),
                                plainText(threeDigits(*intensity)) + Details::tr(" FLOP/B"),
                                plainText(exactDigits(*intensity)),
                                QStringLiteral("FLOP/B"),
                                {},
                                {}});
    return section;
}

DetailSection workSection(const QString& title, const PhaseWork& work, const QString& counted)
{
    DetailSection section = sectionOf(title);
    section.rows = {countRow(counted, work.invocations, counted),
                    operationsRow(Details::tr("operations"), work.operations),
                    bytesRow(Details::tr("read"), work.read), bytesRow(Details::tr("written"), work.write),
                    bytesRow(Details::tr("message"), work.message)};
    return section;
}

DetailSection needsSection(Capability capability, const std::vector<ResourceClass>& alternatives,
                           ConcurrencyGroup concurrency, const ResourceDemand& demand)
{
    DetailSection section = sectionOf(Details::tr("Needs of any target"));
    section.rows.push_back(textRow(Details::tr("capability"), wordsOf(capability)));
    QStringList resources;
    for (const ResourceClass resource : alternatives)
        resources << wordsOf(resource);
    section.rows.push_back(textRow(Details::tr("resource"), resources.join(Details::tr(" or "))));
    section.rows.push_back(textRow(Details::tr("runs with"), wordsOf(concurrency)));
    if (demand.compute)
        section.rows.push_back(operationsRow(Details::tr("compute"), *demand.compute));
    if (demand.memoryTraffic)
        section.rows.push_back(bytesRow(Details::tr("memory traffic"), *demand.memoryTraffic));
    if (demand.network)
        section.rows.push_back(bytesRow(Details::tr("network"), *demand.network));
    return section;
}

DetailSection timeSection(const std::vector<Explanation>& explanations, const std::string& subject,
                          const QString& note)
{
    DetailSection section = sectionOf(Details::tr("Predicted time"));
    section.rightOfBoundary = true;
    section.note = note;
    for (const EstimateMode mode : {EstimateMode::SystemEvidence, EstimateMode::PeakOnly}) {
        const std::string wanted = subject + ".time." + std::string{nameOf(mode)};
        const auto found = std::find_if(explanations.begin(), explanations.end(),
                                        [&wanted](const Explanation& known) { return known.subject == wanted; });
        if (found == explanations.end())
            continue;
        const QString words = wordsOf(mode);
        for (const FactExplanation& fact : found->facts) {
            const QString label = fact.fact == "local_seconds" ? Details::tr("%1, local").arg(words)
                : fact.fact == "network_seconds"               ? Details::tr("%1, network").arg(words)
                                                               : words;
            section.rows.push_back(rowOf(label, fact));
        }
    }
    return section;
}

} // namespace planscope::ui
