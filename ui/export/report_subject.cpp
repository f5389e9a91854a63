#include "ui/export/report_subject.h"

#include "ui/models/candidate_list_model.h"
#include "ui/models/model_roles.h"

#include <algorithm>

namespace planscope::ui {
namespace {

CandidateResultPtr resultOf(const CandidateState& state, const std::string& name)
{
    const bool isCurrent = state.result && !state.stale;
    if (isCurrent)
        return state.result.block();
    CandidateResult refused;
    refused.name = name;
    refused.status = ResultStatus::Refused;
    refused.diagnostics = state.problems;
    return std::make_shared<const CandidateResult>(std::move(refused));
}

void addComparison(ReportSubject& subject)
{
    const auto pinnedA = subject.study.pinnedA;
    const auto pinnedB = subject.study.pinnedB;
    if (!pinnedA || !pinnedB)
        return;
    const CandidateResultPtr a = subject.candidates[*pinnedA].result;
    const CandidateResultPtr b = subject.candidates[*pinnedB].result;
    subject.pair = std::make_shared<const ComparedPair>(ComparedPair{{a, b}, compare(*a, *b), attribute(*a, *b)});
    const auto& time = subject.pair->attribution.time;
    if (!time || time->causes.empty())
        return;
    constexpr EstimateMode mode = EstimateMode::SystemEvidence;
    subject.followed = std::make_shared<const FollowedCauses>(
        FollowedCauses{subject.pair, mode, attributeTasks(*a, *b, time->causes, mode)});
}

} // namespace

std::vector<CandidateResultPtr> ReportSubject::results() const
{
    std::vector<CandidateResultPtr> all;
    for (const ReportCandidate& candidate : candidates)
        all.push_back(candidate.result);
    return all;
}

bool ReportSubject::hasRefused() const
{
    return std::any_of(candidates.begin(), candidates.end(), [](const ReportCandidate& candidate) {
        return candidate.result->status != ResultStatus::Ok || hasError(candidate.result->diagnostics);
    });
}

Diagnostics reportRefusal(const StudyDocument& study)
{
    if (study.accounting == Accounting::Block)
        return {};
    return {Diagnostic{Severity::Error,
                       Origin::Import,
                       "call.whole_model",
                       "schema",
                       "reports and tables are made of one-block studies, and this study is of a whole model; planscope-cli "
                       "evaluate writes its tables as CSV and JSON",
                       "planscope.study/2",
                       {"planscope.study/1"}}};
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
        subject.candidates.push_back({QString::fromStdString(name), pin, resultOf(*study.state(k), name)});
        ReportCell& shown = subject.overview.rows[k].cells.front();
        if (!pin.isEmpty())
            shown.text = QStringLiteral("%1  %2").arg(pin, shown.text);
    }
    addComparison(subject);
    return subject;
}

QDateTime reportDate()
{
    bool isNumber = false;
    const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&isNumber);
    return isNumber ? QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC) : QDateTime::currentDateTimeUtc();
}

} // namespace planscope::ui
