#include "ui/models/invocation_model.h"

#include "study/predicted_times.h"
#include "study/work_total.h"
#include "ui/models/display_names.h"

namespace planscope::ui {
namespace {

TableCell messageCell(const PlanTask& task)
{
    return task.collective ? bytesCell(task.facts.message) : absentCell();
}

/// Of local work; a task that moves nothing in local memory has none.
TableCell intensityOf(const WorkloadFacts& facts)
{
    const auto intensity = arithmeticIntensity(facts);
    return intensity ? intensityCell(*intensity) : absentCell();
}

template <NamedEnum E>
TableCell nameCell(E value)
{
    return textCell(displayName(nameOf(value)), nameOf(value));
}

} // namespace

InvocationModel::InvocationModel(QObject* parent)
    : SnapshotTableModel({{tr("Task"), QStringLiteral("task"), false, {}},
                          {tr("Layer"), QStringLiteral("source_layer"), false, {}},
                          {tr("Phase"), QStringLiteral("phase"), false, {}},
                          {tr("Primitive"), QStringLiteral("primitive"), false, {}},
                          {tr("Engine"), QStringLiteral("engine"), false, {}},
                          {tr("Collective"), QStringLiteral("collective"), false, {}},
                          {tr("Operations"), QStringLiteral("operations"), true,
                           tr("Arithmetic operations of one rank")},
                          {tr("Read"), QStringLiteral("read_bytes"), true, tr("Bytes read from local memory")},
                          {tr("Write"), QStringLiteral("write_bytes"), true, tr("Bytes written to local memory")},
                          {tr("Message"), QStringLiteral("message_bytes"), true,
                           tr("Full logical message of a collective")},
                          {tr("Intensity (op/B)"), QStringLiteral("operations_per_byte"), true,
                           tr("Operations a byte read or written in local memory")},
                          {tr("Peak only"), QStringLiteral("peak_only_seconds"), true,
                           tr("Predicted time at peak rates, local and network parts")},
                          {tr("System evidence"), QStringLiteral("system_evidence_seconds"), true,
                           tr("Predicted time with the profile's efficiencies, local and network parts")}},
                         parent)
{
}

void InvocationModel::setResult(const CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    if (result && result->derivation && result->derivation->complete()) {
        const auto seconds = predictedTaskSeconds(*result);
        const auto timeCell = [&seconds](EstimateMode mode, std::size_t task) {
            return seconds ? secondsCell((*seconds)[static_cast<std::size_t>(mode)][task]) : absentCell();
        };
        const std::vector<PlanTask>& tasks = result->derivation->plan().tasks;
        rows.reserve(tasks.size());
        for (std::size_t k = 0; k < tasks.size(); ++k) {
            const PlanTask& task = tasks[k];
            const QString name = QString::fromStdString(task.name);
            const std::string_view layer = nameOf(task.layer);
            rows.push_back({{EntityKey::Kind::Task, name},
                            {textCell(name),
                             textCell(QString::fromUtf8(layer.data(), static_cast<qsizetype>(layer.size()))),
                             nameCell(task.phase), nameCell(task.primitive), nameCell(engineOf(task.primitive)),
                             task.collective ? nameCell(*task.collective) : textCell(QStringLiteral("–"), {}),
                             operationsCell(task.facts.operations), bytesCell(task.facts.read),
                             bytesCell(task.facts.write), messageCell(task), intensityOf(task.facts),
                             timeCell(EstimateMode::PeakOnly, k), timeCell(EstimateMode::SystemEvidence, k)}});
        }
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
