#include "ui/sweep/sweep_table_model.h"

#include "report/number_format.h"
#include "ui/models/display_names.h"
#include "ui/models/model_roles.h"
#include "ui/models/table_text.h"

#include <algorithm>
#include <array>

namespace planscope::ui {
namespace {

struct Heading {
    const char* title;
    const char* exact;
    const char* toolTip;
};

constexpr std::array<Heading, sweepColumnCount> headings{{
    {QT_TRANSLATE_NOOP("SweepTable", "Front"), "on_front",
     QT_TRANSLATE_NOOP("SweepTable", "No other mapping beats it")},
    {QT_TRANSLATE_NOOP("SweepTable", "Time"), "time_seconds",
     QT_TRANSLATE_NOOP("SweepTable", "Of an iteration, system evidence")},
    {QT_TRANSLATE_NOOP("SweepTable", "Memory"), "memory_bytes",
     QT_TRANSLATE_NOOP("SweepTable", "A rank of the first stage")},
    {QT_TRANSLATE_NOOP("SweepTable", "MFU"), "mfu",
     QT_TRANSLATE_NOOP("SweepTable", "Model FLOP utilisation, system evidence")},
    {QT_TRANSLATE_NOOP("SweepTable", "Tokens/s"), "tokens_per_second",
     QT_TRANSLATE_NOOP("SweepTable", "Tokens a second, system evidence")},
    {QT_TRANSLATE_NOOP("SweepTable", "Tensor"), "tensor_degree",
     QT_TRANSLATE_NOOP("SweepTable", "Tensor parallel, ranks")},
    {QT_TRANSLATE_NOOP("SweepTable", "Pipeline"), "pipeline_degree",
     QT_TRANSLATE_NOOP("SweepTable", "Pipeline parallel, stages")},
    {QT_TRANSLATE_NOOP("SweepTable", "Data"), "data_degree",
     QT_TRANSLATE_NOOP("SweepTable", "Data parallel, replicas")},
    {QT_TRANSLATE_NOOP("SweepTable", "Microbatch"), "microbatch_size",
     QT_TRANSLATE_NOOP("SweepTable", "Sequences of a microbatch")},
    {QT_TRANSLATE_NOOP("SweepTable", "Virtual"), "virtual_stages",
     QT_TRANSLATE_NOOP("SweepTable", "Virtual stages; 1 does not interleave")},
    {QT_TRANSLATE_NOOP("SweepTable", "Communication"), "communication",
     QT_TRANSLATE_NOOP("SweepTable", "How tensor ranks exchange activations")},
    {QT_TRANSLATE_NOOP("SweepTable", "Recompute"), "recompute",
     QT_TRANSLATE_NOOP("SweepTable", "What the backward pass computes again")},
    {QT_TRANSLATE_NOOP("SweepTable", "Redo"), "sequence_parallel_all_gather_redo",
     QT_TRANSLATE_NOOP("SweepTable", "Inputs of sharded layers are gathered again in backward")},
    {QT_TRANSLATE_NOOP("SweepTable", "Sharded"), "optimizer_sharding",
     QT_TRANSLATE_NOOP("SweepTable", "Replicas share the optimizer's state")},
    {QT_TRANSLATE_NOOP("SweepTable", "Fused"), "fused_activation", QT_TRANSLATE_NOOP("SweepTable", "Fused activation")},
    {QT_TRANSLATE_NOOP("SweepTable", "Tier t"), "tensor_tier",
     QT_TRANSLATE_NOOP("SweepTable", "Network of tensor groups")},
    {QT_TRANSLATE_NOOP("SweepTable", "Tier p"), "pipeline_tier", QT_TRANSLATE_NOOP("SweepTable", "Network of stages")},
    {QT_TRANSLATE_NOOP("SweepTable", "Tier D"), "data_tier", QT_TRANSLATE_NOOP("SweepTable", "Network of replicas")},
    {QT_TRANSLATE_NOOP("SweepTable", "Accelerators"), "accelerators",
     QT_TRANSLATE_NOOP("SweepTable", "Tensor × pipeline × data")},
    {QT_TRANSLATE_NOOP("SweepTable", "Messages"), "message_bytes",
     QT_TRANSLATE_NOOP("SweepTable", "Bytes that a rank of the first stage exchanges in an iteration")},
}};

QString translated(const char* text)
{
    return QCoreApplication::translate("SweepTable", text);
}

TableCell flagCell(bool value)
{
    return textCell(value ? QStringLiteral("✓") : QString{}, value ? "true" : "false");
}

TableCell nameCell(std::string_view name)
{
    return textCell(choiceName(name), name);
}

} // namespace

TableCell sweepCell(const SweepRow& row, SweepColumn column)
{
    const TransformerTrainingMappingSpec& mapping = row.point.mapping;
    const sweep::Figures& figures = row.evaluated.figures;
    switch (column) {
    case SweepColumn::Front: return flagCell(false);
    case SweepColumn::Tensor: return countCell(mapping.tensor.degree);
    case SweepColumn::Pipeline: return countCell(mapping.pipeline.degree);
    case SweepColumn::Data: return countCell(mapping.data.degree);
    case SweepColumn::Microbatch: return countCell(row.point.microbatchSize);
    case SweepColumn::VirtualStages: return countCell(virtualStagesOf(mapping.pipeline.schedule));
    case SweepColumn::Communication: return nameCell(nameOf(mapping.tensor.communication));
    case SweepColumn::Recompute: return nameCell(nameOf(mapping.recompute));
    case SweepColumn::AllGatherRedo: return flagCell(mapping.sequenceParallelAllGatherRedo);
    case SweepColumn::OptimizerSharding: return flagCell(mapping.data.optimizerSharding);
    case SweepColumn::FusedActivation: return flagCell(mapping.fusedActivation);
    case SweepColumn::TensorTier: return countCell(row.point.tiers.tensor);
    case SweepColumn::PipelineTier: return countCell(row.point.tiers.pipeline);
    case SweepColumn::DataTier: return countCell(row.point.tiers.data);
    case SweepColumn::Accelerators: return countCell(figures.accelerators);
    case SweepColumn::Time: return secondsCell(figures.seconds);
    case SweepColumn::TokensPerSecond: {
        TableCell cell = percentCell(figures.tokensPerSecond, translated("tokens a second"));
        cell.text = QString::fromStdString(humanRate(figures.tokensPerSecond));
        return cell;
    }
    case SweepColumn::Mfu: return percentCell(figures.mfu, translated("of the peak"));
    case SweepColumn::Memory: return bytesCell(Bytes{figures.memoryBytes});
    case SweepColumn::MessageBytes: return bytesCell(figures.messageBytes);
    }
    return absentCell();
}

QString sweepTitle(const sweep::Point& point)
{
    const TransformerTrainingMappingSpec& mapping = point.mapping;
    QString title = translated("%1 × %2 × %3, microbatch %4")
                        .arg(mapping.tensor.degree)
                        .arg(mapping.pipeline.degree)
                        .arg(mapping.data.degree)
                        .arg(point.microbatchSize);
    if (const std::int64_t chunks = virtualStagesOf(mapping.pipeline.schedule); chunks > 1)
        title += translated(", %1 virtual stages").arg(chunks);
    if (mapping.recompute != RecomputePolicy::None)
        title += translated(", recompute %1").arg(choiceName(nameOf(mapping.recompute)).toLower());
    return title;
}

SweepTableModel::SweepTableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

QString SweepTableModel::titleOf(SweepColumn column)
{
    return translated(headings[static_cast<std::size_t>(column)].title);
}

QString SweepTableModel::exactTitleOf(SweepColumn column)
{
    return QString::fromLatin1(headings[static_cast<std::size_t>(column)].exact);
}

void SweepTableModel::setOrder(SweepOrderPtr order)
{
    beginResetModel();
    m_order = std::move(order);
    endResetModel();
}

const SweepRow& SweepTableModel::row(int row) const
{
    return m_order->rows.at(m_order->positions[static_cast<std::size_t>(row)]);
}

int SweepTableModel::rowOf(std::int64_t index) const
{
    if (!m_order)
        return -1;
    const std::size_t position = m_order->rows.find(index);
    const auto found = std::find(m_order->positions.begin(), m_order->positions.end(), position);
    return found == m_order->positions.end() ? -1 : static_cast<int>(found - m_order->positions.begin());
}

QString SweepTableModel::toTsv(int mostRows) const
{
    QList<QStringList> lines;
    QStringList heading;
    for (int column = 0; column < sweepColumnCount; ++column)
        heading << exactTitleOf(columnOf(column));
    lines << heading;
    for (int row = 0; row < std::min(rowCount(), mostRows); ++row) {
        QStringList cells;
        for (int column = 0; column < sweepColumnCount; ++column)
            cells << index(row, column).data(ExactRole).toString();
        lines << cells;
    }
    return tsvOf(lines);
}

bool SweepTableModel::isOnFront(const SweepRow& row) const
{
    return std::binary_search(m_order->ordering.front.begin(), m_order->ordering.front.end(), row.evaluated.index);
}

int SweepTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_order ? 0 : static_cast<int>(m_order->positions.size());
}

int SweepTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : sweepColumnCount;
}

QVariant SweepTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != ExactRole && role != Qt::TextAlignmentRole)
        return {};
    const SweepColumn column = columnOf(index.column());
    const SweepRow& shown = row(index.row());
    const TableCell cell = column == SweepColumn::Front ? flagCell(isOnFront(shown)) : sweepCell(shown, column);
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return cell.toolTip;
    case ExactRole: return cell.exact;
    default:
        return QVariant::fromValue(Qt::Alignment{Qt::AlignVCenter | (cell.isNumber ? Qt::AlignRight : Qt::AlignLeft)});
    }
}

QVariant SweepTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const SweepColumn column = columnOf(section);
    switch (role) {
    case Qt::DisplayRole: return titleOf(column);
    case Qt::ToolTipRole: return translated(headings[static_cast<std::size_t>(section)].toolTip);
    case ExactRole: return exactTitleOf(column);
    default: return {};
    }
}

void SweepTableModel::sort(int column, Qt::SortOrder order)
{
    if (column >= 0)
        Q_EMIT sortRequested(columnOf(column), order == Qt::DescendingOrder);
}

} // namespace planscope::ui
