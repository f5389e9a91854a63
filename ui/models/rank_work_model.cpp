#include "ui/models/rank_work_model.h"

#include "study/rank_work.h"
#include "ui/models/display_names.h"

#include <algorithm>

namespace planscope::ui {
namespace {

std::vector<TableCell> workCells(const PhaseWork& work)
{
    const auto timeCell = [&work](EstimateMode mode) {
        return work.seconds ? secondsCell((*work.seconds)[static_cast<std::size_t>(mode)]) : absentCell();
    };
    return {countCell(work.invocations), operationsCell(work.operations),  bytesCell(work.read),
            bytesCell(work.write),       bytesCell(work.message),          timeCell(EstimateMode::PeakOnly),
            timeCell(EstimateMode::SystemEvidence)};
}

TableRow rowOf(const EntityKey& key, const TableCell& ranks, const TableCell& phase, const PhaseWork& work)
{
    TableRow row{key, {ranks, phase}};
    for (TableCell& cell : workCells(work))
        row.cells.push_back(std::move(cell));
    return row;
}

} // namespace

RankWorkModel::RankWorkModel(QObject* parent)
    : SnapshotTableModel({{tr("Ranks"), QStringLiteral("ranks"), false, tr("Logical ranks of a tensor-parallel group")},
                          {tr("Phase"), QStringLiteral("phase"), false, {}},
                          {tr("Invocations"), QStringLiteral("invocations"), true, {}},
                          {tr("Operations"), QStringLiteral("operations"), true, tr("Of each of these ranks")},
                          {tr("Read"), QStringLiteral("read_bytes"), true, tr("Of each of these ranks")},
                          {tr("Write"), QStringLiteral("write_bytes"), true, tr("Of each of these ranks")},
                          {tr("Message"), QStringLiteral("message_bytes"), true, tr("Of each of these ranks")},
                          {tr("Peak only"), QStringLiteral("peak_only_seconds"), true, tr("Predicted at peak rates")},
                          {tr("System evidence"), QStringLiteral("system_evidence_seconds"), true,
                           tr("Predicted with the profile's efficiencies")}},
                         parent)
{
}

void RankWorkModel::setResult(const CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    m_places.clear();
    for (const RankGroup& group : result ? rankWorkOf(*result) : std::vector<RankGroup>{}) {
        const QString exact = group.count == 1
            ? QString::number(group.first)
            : QStringLiteral("%1-%2").arg(group.first).arg(group.first + group.count - 1);
        const EntityKey key{EntityKey::Kind::Rank, exact};
        const TableCell ranks = textCell(rankRangeText(group.first, group.count), exact.toStdString());
        for (std::size_t k = 0; k < group.phases.size(); ++k) {
            if (group.phases[k].invocations == 0)
                continue;
            const auto phase = static_cast<Phase>(k);
            m_places.push_back({group.first, group.count, phase, static_cast<int>(rows.size())});
            rows.push_back(
                rowOf(key, ranks, textCell(displayName(nameOf(phase)), nameOf(phase)), group.phases[k]));
        }
        rows.push_back(rowOf(key, ranks, textCell(tr("All phases"), "total"), group.total));
        rows.back().isTotal = true;
    }
    setRows(std::move(rows));
}

QModelIndex RankWorkModel::indexOf(std::int64_t rank, Phase phase) const
{
    const auto found = std::find_if(m_places.begin(), m_places.end(), [=](const Place& place) {
        return place.phase == phase && rank >= place.first && rank - place.first < place.count;
    });
    return found == m_places.end() ? QModelIndex{} : index(found->row, 0);
}

} // namespace planscope::ui
