#include "ui/models/stage_table_model.h"

#include "study/whole_result_figures.h"
#include "ui/models/display_names.h"
#include "ui/models/model_roles.h"
#include "ui/models/stage_key.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("StageTableModel", text);
}

QString words(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// What a column shows and whose entity its cells are.
struct StageColumn {
    TableHeading heading;
    std::string figure; ///< of stageFigureKey(); "" : the stage itself
};

std::vector<StageColumn> stageColumns()
{
    const QString onRank = tr("On one rank of the stage");
    std::vector<StageColumn> columns{
        {{tr("Stage"), QStringLiteral("stage"), true, tr("From the one that embeds to the one with the loss")}, {}},
        {{tr("Chunks"), QStringLiteral("blocks_of_chunks"), false, tr("The blocks of each chunk, in model order")},
         "blocks"},
        {{tr("Also holds"), QStringLiteral("units"), false, tr("Beside its blocks")}, {}},
        {{tr("Moment of the peak"), QStringLiteral("peak_moment"), false, tr("What runs when the peak is reached")},
         "memory.peak"},
        {{tr("Blocks"), QStringLiteral("blocks"), true, tr("Of all chunks of the stage")}, "blocks"},
        {{tr("Parameters"), QStringLiteral("parameters"), true, onRank}, "parameters"},
        {{tr("Saved a microbatch"), QStringLiteral("saved_bytes_per_microbatch"), true,
          tr("What one microbatch keeps for its backward in all chunks of the stage")},
         "memory.saved"},
        {{tr("In flight"), QStringLiteral("in_flight"), true, tr("Chunks of microbatches alive at once, at most")},
         "in_flight"},
        {{tr("Peak"), QStringLiteral("peak_bytes"), true, tr("The most that one rank of the stage holds at once")},
         "memory.peak"},
        {{tr("% of capacity"), QStringLiteral("peak_share_of_capacity"), true, tr("Of the system's memory")},
         "memory.peak"},
    };
    for (std::size_t part = 0; part < countOf<whole::PeakPart>(); ++part) {
        const std::string name{nameOf(static_cast<whole::PeakPart>(part))};
        columns.push_back({{displayName(name), words(name) + QStringLiteral("_bytes"), true, tr("Part of the peak")},
                           "memory." + name});
    }
    for (const auto& figure : whole::stageTimeFigures)
        columns.push_back({{tr("%1 time").arg(displayName(figure.name)),
                            words(figure.name) + QStringLiteral("_seconds"), true,
                            tr("Of one step of the stage")},
                           "time." + std::string{figure.name}});
    return columns;
}

const std::vector<StageColumn>& columnsOfStages()
{
    static const std::vector<StageColumn> columns = stageColumns();
    return columns;
}

std::vector<TableHeading> headings()
{
    std::vector<TableHeading> all;
    for (const StageColumn& column : columnsOfStages())
        all.push_back(column.heading);
    return all;
}

/// Where a figure is seen that has no column of its own: what is held as a part of the peak, what one chunk saves in the
/// sum of all.
std::string shownAs(const std::string& figure)
{
    return figure.starts_with("saved_per_microbatch.") ? "memory.saved" : "memory." + figure;
}

TableCell unitsCell(bool first, bool last)
{
    QStringList units;
    if (first)
        units << words(nameOf(whole::Unit::Embedding));
    if (last)
        units << words(nameOf(whole::Unit::Head));
    const QString all = units.join(QStringLiteral(", "));
    return units.isEmpty() ? textCell(QStringLiteral("–"), {}) : textCell(all);
}

std::vector<TableCell> cellsOf(const whole::CandidateResult& result, EstimateMode mode, std::size_t stage)
{
    const whole::PortablePlanIR& plan = result.derivation->plan();
    const whole::PlanStage& held = plan.stages[stage];
    const whole::StagePeak& peak = result.estimate->peaks[stage];
    const auto& chunks = plan.program.shape.chunks;
    qint64 blocks = 0;
    QStringList counts;
    for (std::size_t chunk = stage; chunk < chunks.size(); chunk += plan.stages.size()) {
        blocks += chunks[chunk];
        counts << QString::number(chunks[chunk]);
    }
    Total<BytesUnit> saved;
    for (const Bytes bytes : held.savedPerMicrobatch)
        saved += bytes;
    std::vector<TableCell> cells{
        countCell(static_cast<qint64>(stage)),
        textCell(counts.join(QStringLiteral(" + ")), counts.join(QLatin1Char(' ')).toStdString()),
        unitsCell(stage == 0, stage + 1 == plan.stages.size()),
        textCell(words(nameOf(peak.moment))),
        countCell(blocks),
        countCell(held.parameters.value()),
        bytesCell(saved),
        countCell(held.inFlight),
        bytesCell(peak.bytes),
        result.estimate->capacity > 0
            ? percentCell(static_cast<double>(peak.bytes.value()) / result.estimate->capacity, tr("of the capacity"))
            : absentCell(),
    };
    for (const Bytes part : peak.parts)
        cells.push_back(bytesCell(part));
    const auto& modes = result.estimate->modes;
    for (const auto& figure : whole::stageTimeFigures)
        cells.push_back(
            modes ? secondsCell((*modes)[static_cast<std::size_t>(mode)].time.stages[stage].*figure.member)
                  : absentCell());
    return cells;
}

} // namespace

StageTableModel::StageTableModel(QObject* parent) : SnapshotTableModel(headings(), parent) {}

void StageTableModel::setResult(const whole::CandidateResultPtr& result, EstimateMode mode)
{
    std::vector<TableRow> rows;
    if (result && result->estimate)
        for (std::size_t stage = 0; stage < result->estimate->peaks.size(); ++stage)
            rows.push_back({stageKey(static_cast<int>(stage)), cellsOf(*result, mode, stage)});
    setRows(std::move(rows));
}

QVariant StageTableModel::data(const QModelIndex& index, int role) const
{
    if (role == EntityRole && checkIndex(index, CheckIndexOption::IndexIsValid))
        if (const auto& figure = columnsOfStages()[static_cast<std::size_t>(index.column())].figure; !figure.empty())
            return QVariant::fromValue(stageFigureKey(index.row(), figure));
    return SnapshotTableModel::data(index, role);
}

QModelIndex StageTableModel::cellOf(const EntityKey& key) const
{
    const std::optional<int> stage = stageOf(key);
    if (!stage || *stage >= rowCount())
        return {};
    const std::string figure = stageFigureOf(key).toStdString();
    for (const std::string& name : {figure, shownAs(figure)}) {
        const auto& columns = columnsOfStages();
        const auto found = std::find_if(columns.begin(), columns.end(),
                                        [&name](const StageColumn& column) { return column.figure == name; });
        if (found != columns.end())
            return index(*stage, static_cast<int>(found - columns.begin()));
    }
    return {};
}

} // namespace planscope::ui
