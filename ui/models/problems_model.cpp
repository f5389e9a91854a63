#include "ui/models/problems_model.h"

#include "ui/models/model_roles.h"
#include "ui/models/shown_text.h"

#include <algorithm>

namespace planscope::ui {
namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// Whether it speaks of what all candidates have in common.
bool isOfCommonPart(Accounting accounting, const Diagnostic& problem)
{
    const auto place = placeOf(accounting, problem.path);
    return problem.origin == Origin::Import && place && !place->candidate && !place->field;
}

/// "given 7; legal: 1, 2, 4"
QString mending(const Diagnostic& problem)
{
    QStringList legal;
    for (const std::string& value : problem.legal)
        legal << text(value);
    QStringList parts;
    if (!problem.given.empty())
        parts << ProblemsModel::tr("given %1").arg(text(problem.given));
    if (!legal.isEmpty())
        parts << ProblemsModel::tr("legal: %1").arg(legal.join(QStringLiteral(", ")));
    return parts.join(QStringLiteral("; "));
}

/// The checks that a checkpoint failed, each as the diagnostic's code names it.
EntityKey checkOf(const CandidateResult& result, const Diagnostic& problem)
{
    if (!result.derivation)
        return {};
    for (const CheckpointReport& report : result.derivation->history.checkpoints)
        for (const CheckOutcome& outcome : report.outcomes)
            if (!outcome.passed && outcome.code == problem.code)
                return {EntityKey::Kind::Check,
                        QStringLiteral("%1/%2").arg(text(std::string{nameOf(report.stage)}), text(outcome.code))};
    return {};
}

} // namespace

ProblemsModel::ProblemsModel(StudyController& study, QObject* parent)
    : QAbstractTableModel(parent)
    , m_study(study)
{
    connect(&m_study, &StudyController::documentChanged, this, &ProblemsModel::show);
    connect(&m_study, &StudyController::candidatesChanged, this, &ProblemsModel::show);
    connect(&m_study, &StudyController::stateChanged, this, &ProblemsModel::show);
    connect(&m_study, &StudyController::referenceChanged, this, &ProblemsModel::show);
    show();
}

std::vector<ProblemsModel::Row> ProblemsModel::rows() const
{
    std::vector<Row> all;
    const auto isTold = [&all](const Diagnostic& problem) {
        return std::any_of(all.begin(), all.end(), [&problem](const Row& row) {
            return row.diagnostic.code == problem.code && row.diagnostic.path == problem.path;
        });
    };
    for (std::size_t k = 0; k < m_study.candidateCount(); ++k) {
        for (const Diagnostic& problem : m_study.state(k)->problems) {
            const bool isCommon = isOfCommonPart(m_study.document().accounting, problem);
            if (isCommon && isTold(problem))
                continue;
            all.push_back({problem, k, isCommon ? QString{} : text(m_study.document().candidates[k].name), {}});
        }
    }
    const CandidateResultPtr reference = m_study.referenceResult();
    if (reference && reference->status == ResultStatus::Rejected)
        for (const Diagnostic& problem : reference->diagnostics)
            all.push_back({problem, m_study.currentCandidate(), text(reference->name.value_or(std::string{})),
                           checkOf(*reference, problem)});
    return all;
}

void ProblemsModel::show()
{
    std::vector<Row> next = rows();
    if (next == m_rows)
        return;
    beginResetModel();
    m_rows = std::move(next);
    endResetModel();
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const Diagnostic& problem = row.diagnostic;
    const bool isError = problem.severity == Severity::Error;
    switch (role) {
    case Qt::ToolTipRole: {
        const QString mend = mending(problem);
        const QString message = shownText(problem.message);
        return mend.isEmpty() ? message : message + QLatin1Char('\n') + shownText(mend);
    }
    case EntityRole: return QVariant::fromValue(row.key);
    case CandidateRole: return static_cast<qulonglong>(row.candidate);
    case PathRole: return text(problem.path);
    case SeverityRole: return static_cast<int>(problem.severity);
    case Qt::DisplayRole:
    case SortRole:
    case ExactRole: break;
    default: return {};
    }
    switch (static_cast<Column>(index.column())) {
    case Column::Severity:
        if (role == SortRole)
            return static_cast<int>(problem.severity);
        if (role == ExactRole)
            return text(std::string{toString(problem.severity)});
        return isError ? tr("✖ error") : tr("▲ warning");
    case Column::Candidate:
        if (role != Qt::DisplayRole)
            return row.candidateName;
        return row.candidateName.isEmpty() ? tr("all candidates") : shownText(row.candidateName);
    case Column::Code: return text(problem.code);
    case Column::Path: return text(problem.path);
    case Column::Message: return role == Qt::DisplayRole ? shownText(problem.message) : text(problem.message);
    }
    return {};
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    const bool isExact = role == ExactRole;
    if (!isExact && role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Column::Severity: return isExact ? QStringLiteral("severity") : tr("Severity");
    case Column::Candidate: return isExact ? QStringLiteral("candidate") : tr("Candidate");
    case Column::Code: return isExact ? QStringLiteral("code") : tr("Code");
    case Column::Path: return isExact ? QStringLiteral("path") : tr("Where");
    case Column::Message: return isExact ? QStringLiteral("message") : tr("What is wrong");
    }
    return {};
}

} // namespace planscope::ui
