#include "ui/models/saved_tensor_model.h"

#include "study/stage_saved_tensors.h"

#include <algorithm>

namespace planscope::ui {
namespace {

QString words(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

template <NamedEnum E>
TableCell nameCell(E value)
{
    return textCell(words(nameOf(value)));
}

/// The name of a task class; ids are of no use to people.
TableCell taskCell(const whole::PortablePlanIR& plan, PlanTaskId id)
{
    const auto task = std::find_if(plan.tasks.begin(), plan.tasks.end(),
                                   [id](const whole::PlanTask& candidate) { return candidate.id == id; });
    return textCell(task == plan.tasks.end() ? QString{} : QString::fromStdString(task->name));
}

TableCell noneCell()
{
    return textCell(QStringLiteral("–"), {});
}

TableCell aliasesCell(const std::vector<std::string>& aliases)
{
    QStringList names;
    for (const std::string& alias : aliases)
        names << QString::fromStdString(alias);
    return names.isEmpty() ? noneCell() : textCell(names.join(QStringLiteral(", ")));
}

} // namespace

SavedTensorModel::SavedTensorModel(QObject* parent)
    : SnapshotTableModel(
          {{tr("Tensor"), QStringLiteral("tensor"), false, {}},
           {tr("Owner"), QStringLiteral("owner"), false, tr("The operation whose backward needs it")},
           {tr("Type"), QStringLiteral("element_type"), false, {}},
           {tr("Elements"), QStringLiteral("elements"), true, tr("On one rank, of one microbatch")},
           {tr("Bytes"), QStringLiteral("bytes"), true, tr("Of one microbatch on one rank; of one block")},
           {tr("Times"), QStringLiteral("multiplicity"), true,
            tr("How often a microbatch keeps it in this stage: once a block of its chunks")},
           {tr("Kept in the stage"), QStringLiteral("kept_bytes_per_microbatch"), true,
            tr("By one microbatch, in all chunks of the stage")},
           {tr("Rebuilt"), QStringLiteral("rebuilt"), false,
            tr("Not kept, but there again while a recomputed block runs backward")},
           {tr("Why it is saved"), QStringLiteral("reason"), false, {}},
           {tr("Same storage"), QStringLiteral("aliases"), false,
            tr("Operands that share it and are counted here alone")},
           {tr("Born at"), QStringLiteral("birth"), false, tr("The task after which it must stay")},
           {tr("Free after"), QStringLiteral("death"), false, tr("The backward task after which it is free")}},
          parent)
{
}

void SavedTensorModel::setStage(const whole::CandidateResultPtr& result, int stage)
{
    std::vector<TableRow> rows;
    if (result && result->derivation && result->derivation->complete()) {
        const whole::PortablePlanIR& plan = result->derivation->plan();
        Total<BytesUnit> kept;
        for (const whole::StageSavedTensor& tensor : whole::savedTensorsOf(plan, stage)) {
            const whole::SavedBuffer& buffer = plan.saved[tensor.index];
            kept += tensor.kept;
            rows.push_back({{EntityKey::Kind::Value, QString::fromStdString(buffer.name)},
                            {textCell(QString::fromStdString(buffer.name)), nameCell(buffer.owner),
                             nameCell(buffer.elementType), countCell(buffer.elements.value()),
                             bytesCell(buffer.bytes), countCell(tensor.multiplicity), bytesCell(tensor.kept),
                             buffer.rebuilt ? textCell(tr("yes"), "true") : textCell(tr("no"), "false"),
                             textCell(words(textOf(buffer.reason)), nameOf(buffer.reason)),
                             aliasesCell(buffer.aliases), taskCell(plan, buffer.birth), taskCell(plan, buffer.death)}});
        }
        TableRow total{{}, {}, true};
        total.cells.assign(static_cast<std::size_t>(columnCount()), TableCell{});
        total.cells[static_cast<std::size_t>(Column::Name)] = textCell(tr("All that is kept"), "total");
        total.cells[static_cast<std::size_t>(Column::Kept)] = bytesCell(kept);
        rows.push_back(std::move(total));
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
