#include "ui/export/report_subject.h"

#include "ui/export/source_date.h"
#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"
#include "ui/models/shown_text.h"

#include <algorithm>

namespace planscope::ui {
namespace {

template <class Result>
AnyResult refusedAs(const std::string& name, const Diagnostics& problems)
{
    Result refused;
    refused.name = name;
    refused.status = ResultStatus::Refused;
    refused.diagnostics = problems;
    return std::make_shared<const Result>(std::move(refused));
}

AnyResult resultOf(const CandidateState& state, const std::string& name, Accounting accounting)
{
    const bool isCurrent = state.result && !state.stale;
    if (isCurrent)
        return state.result;
    return accounting == Accounting::Block ? refusedAs<CandidateResult>(name, state.problems)
                                           : refusedAs<whole::CandidateResult>(name, state.problems);
}

void addComparison(ReportSubject& subject)
{
    const auto pinnedA = subject.study.pinnedA;
    const auto pinnedB = subject.study.pinnedB;
    if (!pinnedA || !pinnedB)
        return;
    subject.pair = comparedPair({subject.candidates[*pinnedA].result, subject.candidates[*pinnedB].result});
    const auto& time = subject.pair->attribution.time;
    if (time && !time->causes.empty())
        subject.followed = followedCauses(subject.pair, EstimateMode::SystemEvidence);
}

} // namespace

std::vector<AnyResult> ReportSubject::results() const
{
    std::vector<AnyResult> all;
    for (const ReportCandidate& candidate : candidates)
        all.push_back(candidate.result);
    return all;
}

bool ReportSubject::hasRefused() const
{
    return std::any_of(candidates.begin(), candidates.end(), [](const ReportCandidate& candidate) {
        return candidate.head().status != ResultStatus::Ok || hasError(candidate.head().diagnostics);
    });
}

ReportSubject reportSubjectOf(StudyController& study, const QString& tool)
{
    study.waitForResults();
    ReportSubject subject;
    subject.study = study.document();
    subject.tool = tool;
    subject.made = reportDate();
    const CandidateListModel candidates(study);
    subject.overview = tableOf(candidates);
    for (std::size_t k = 0; k < study.candidateCount(); ++k) {
        const std::string& name = study.document().candidates[k].name;
        const QString pin = candidates.index(static_cast<int>(k), 0).data(PinRole).toString();
        subject.candidates.push_back(
            {shownText(name), pin, resultOf(*study.state(k), name, study.document().accounting)});
        ReportCell& shown = subject.overview.rows[k].cells.front();
        if (!pin.isEmpty())
            shown.text = QStringLiteral("%1  %2").arg(pin, shown.text);
    }
    addComparison(subject);
    return subject;
}

QDateTime reportDate()
{
    const auto named = sourceDate();
    return named && *named ? **named : QDateTime::currentDateTimeUtc();
}

} // namespace planscope::ui
