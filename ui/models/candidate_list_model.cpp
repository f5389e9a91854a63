#include "ui/models/candidate_list_model.h"

#include "report/number_format.h"
#include "ui/models/model_roles.h"
#include "ui/models/shown_text.h"

#include <algorithm>
#include <optional>

namespace planscope::ui {
namespace {

constexpr auto evidence = static_cast<std::size_t>(EstimateMode::SystemEvidence);

TableCell nameCell(const std::string& name)
{
    TableCell cell = textCell(shownText(name), name);
    cell.toolTip = cell.text;
    return cell;
}

/// What one can say of a candidate in a word: the worst thing first.
TableCell statusCell(const CandidateState& state)
{
    const auto cell = [](const QString& text, std::string_view exact) { return textCell(text, exact); };
    if (state.running)
        return cell(CandidateListModel::tr("running"), "running");
    if (hasError(state.problems)) {
        const ResultHead* const result = state.result.head();
        const bool noTime = result && !state.stale && result->status == ResultStatus::Ok;
        return noTime ? cell(CandidateListModel::tr("no time"), "no_time")
                      : cell(CandidateListModel::tr("refused"), "refused");
    }
    if (!state.problems.empty()) {
        TableCell warning = cell(CandidateListModel::tr("warning"), "warning");
        warning.toolTip = shownText(state.problems.front().message);
        return warning;
    }
    return state.result ? cell(CandidateListModel::tr("ok"), "ok") : textCell(QStringLiteral("–"), {});
}

/// The figures of a candidate that stand in its row.
struct HeadlineFigures {
    Bytes memory;
    double capacity = 0;
    std::optional<double> iteration; ///< seconds, by system evidence
    double mfu = 0;                  ///< there with the time
};

HeadlineFigures figuresOf(const Estimate& estimate)
{
    HeadlineFigures figures{estimate.memory.total, estimate.capacity, {}, 0};
    if (estimate.modes) {
        figures.iteration = (*estimate.modes)[evidence].iteration.total;
        figures.mfu = (*estimate.modes)[evidence].utilisation.mfu;
    }
    return figures;
}

HeadlineFigures figuresOf(const whole::Estimate& estimate)
{
    HeadlineFigures figures{estimate.peak, estimate.capacity, {}, 0};
    if (estimate.modes) {
        figures.iteration = (*estimate.modes)[evidence].time.total;
        figures.mfu = (*estimate.modes)[evidence].utilisation.mfuCausal;
    }
    return figures;
}

std::optional<HeadlineFigures> figuresOf(const AnyResult& result)
{
    if (result.block() && result.block()->estimate)
        return figuresOf(*result.block()->estimate);
    if (result.whole() && result.whole()->estimate)
        return figuresOf(*result.whole()->estimate);
    return std::nullopt;
}

/// "54.1 GiB of 80 GiB"; exact: the bytes held.
TableCell memoryCell(const HeadlineFigures& figures)
{
    TableCell cell = bytesCell(figures.memory);
    cell.toolTip = CandidateListModel::tr("%1 bytes of %2")
                       .arg(cell.exact, QString::fromStdString(exactDigits(figures.capacity)));
    cell.text = CandidateListModel::tr("%1 of %2").arg(cell.text, bytesCell(figures.capacity).text);
    return cell;
}

QVariant worstOf(const Diagnostics& problems)
{
    if (problems.empty())
        return {};
    return static_cast<int>(hasError(problems) ? Severity::Error : Severity::Warning);
}

QString pinOf(const StudyDocument& study, std::size_t candidate)
{
    QString pin;
    if (study.pinnedA == candidate)
        pin += QLatin1Char('A');
    if (study.pinnedB == candidate)
        pin += QLatin1Char('B');
    return pin;
}

} // namespace

CandidateListModel::CandidateListModel(StudyController& study, QObject* parent)
    : QAbstractTableModel(parent)
    , m_study(study)
    , m_headings{{tr("Candidate"), QStringLiteral("name"), false, {}},
                 {tr("Status"), QStringLiteral("status"), false, {}},
                 {tr("Iteration"), QStringLiteral("iteration_seconds"), true,
                  tr("Predicted time of an iteration with system evidence")},
                 {tr("Memory"), QStringLiteral("memory_bytes"), true,
                  tr("On one rank, of the capacity: of the first stage of equal blocks, of the fullest stage of a whole "
                     "model")},
                 {tr("MFU"), QStringLiteral("mfu"), true,
                  tr("Model operations, of the peak of all ranks; of a whole model with the causal half of attention")}}
{
    connect(&m_study, &StudyController::candidatesChanged, this, &CandidateListModel::showAll);
    connect(&m_study, &StudyController::stateChanged, this, &CandidateListModel::show);
    showAll();
}

CandidateListModel::Row CandidateListModel::rowOf(std::size_t candidate) const
{
    const StudyDocument& study = m_study.document();
    const CandidateStatePtr state = m_study.state(candidate);
    Row row;
    row.pin = pinOf(study, candidate);
    row.severity = worstOf(state->problems);
    row.stale = state->stale;
    row.running = state->running;
    row.cells = {nameCell(study.candidates[candidate].name), statusCell(*state), absentCell(),
                 absentCell(), absentCell()};
    const auto figures = figuresOf(state->result);
    if (!figures)
        return row;
    row.cells[static_cast<std::size_t>(Column::Memory)] = memoryCell(*figures);
    if (figures->iteration) {
        row.cells[static_cast<std::size_t>(Column::IterationTime)] = secondsCell(*figures->iteration);
        row.cells[static_cast<std::size_t>(Column::Mfu)] = percentCell(figures->mfu, tr("of the peak"));
    }
    return row;
}

void CandidateListModel::showAll()
{
    std::vector<Row> rows;
    for (std::size_t k = 0; k < m_study.candidateCount(); ++k)
        rows.push_back(rowOf(k));
    const bool sameCount = !rows.empty() && rows.size() == m_rows.size();
    if (!sameCount)
        beginResetModel();
    m_rows = std::move(rows);
    if (!sameCount)
        endResetModel();
    else
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

void CandidateListModel::show(std::size_t candidate)
{
    if (candidate >= m_rows.size() || candidate >= m_study.candidateCount())
        return;
    m_rows[candidate] = rowOf(candidate);
    const int row = static_cast<int>(candidate);
    Q_EMIT dataChanged(index(row, 0), index(row, columns - 1));
}

int CandidateListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CandidateListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant CandidateListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const TableCell& cell = row.cells[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::EditRole: return index.column() == static_cast<int>(Column::Name) ? QVariant{cell.exact} : QVariant{};
    case Qt::ToolTipRole: return row.stale ? tr("%1 (before the last edit)").arg(cell.toolTip) : cell.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment{(cell.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter});
    case ExactRole: return cell.exact;
    case SortRole: return cell.sort;
    case CandidateRole: return static_cast<qulonglong>(index.row());
    case PinRole: return row.pin;
    case StaleRole: return row.stale;
    case RunningRole: return row.running;
    case SeverityRole: return row.severity;
    default: return {};
    }
}

QVariant CandidateListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    const TableHeading& heading = m_headings[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return heading.text;
    case Qt::ToolTipRole: return heading.toolTip.isEmpty() ? QVariant{} : heading.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment{(heading.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter});
    case ExactRole: return heading.exact;
    default: return {};
    }
}

Qt::ItemFlags CandidateListModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const bool isName = index.isValid() && index.column() == static_cast<int>(Column::Name);
    return isName ? flags | Qt::ItemIsEditable : flags;
}

bool CandidateListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString name = value.toString();
    if (role != Qt::EditRole || !index.isValid() || index.column() != static_cast<int>(Column::Name) || name.isEmpty())
        return false;
    m_study.renameCandidate(static_cast<std::size_t>(index.row()), name);
    return true;
}

} // namespace planscope::ui
