#include "ui/panels/strip_cards.h"

#include "base/match.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("DerivationStrip", text);
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

StripLine countLine(std::size_t count, const char* one, const char* many)
{
    return {countText(static_cast<qint64>(count), one, many), {}};
}

StripLine meshLine(const LogicalMesh& logical)
{
    QString mesh;
    for (const MeshAxis& axis : logical.axes)
        mesh += (mesh.isEmpty() ? QString{} : QStringLiteral(" × "))
            + QStringLiteral("%1\u00a0=\u00a0%2").arg(text(axis.name), QString::number(axis.size.value()));
    return {tr("mesh %1").arg(mesh), {}};
}

std::vector<StripLine> countsIn(const ModelIR& ir)
{
    return {countLine(ir.operations.size(), "operation", "operations"), countLine(ir.values.size(), "value", "values")};
}

std::vector<StripLine> countsIn(const DistributedTaskIR& ir)
{
    const auto collectives = std::count_if(ir.tasks.begin(), ir.tasks.end(), [](const DistributedTask& task) {
        return std::holds_alternative<Collective>(task.body);
    });
    return {{tr("%1, %2").arg(countText(static_cast<qint64>(ir.tasks.size()), "task", "tasks"),
                              countText(collectives, "collective", "collectives")),
             {}},
            countLine(ir.values.size(), "value", "values"),
            meshLine(ir.mesh)};
}

std::vector<StripLine> countsIn(const PortablePlanIR& ir)
{
    return {countLine(ir.tasks.size(), "task", "tasks"),
            countLine(ir.buffers.size(), "boundary buffer", "boundary buffers"),
            countLine(ir.layerMemory.size(), "memory row", "memory rows")};
}

std::vector<StripLine> countsIn(const whole::ModelIR& ir)
{
    QStringList bodies;
    for (const whole::ModelBody& body : ir.bodies)
        bodies << (body.repetitions == 1
                       ? text(nameOf(body.unit))
                       : QStringLiteral("%1 × %2").arg(text(nameOf(body.unit))).arg(body.repetitions));
    return {countLine(ir.operations.size(), "operation", "operations"),
            countLine(ir.values.size(), "value", "values"),
            {bodies.join(QStringLiteral(", ")), {}}};
}

std::vector<StripLine> countsIn(const whole::DistributedTaskIR& ir)
{
    const auto collectives = std::count_if(ir.tasks.begin(), ir.tasks.end(), [](const whole::DistributedTask& task) {
        return task.invocation.collective.has_value();
    });
    return {{tr("%1, %2").arg(countText(static_cast<qint64>(ir.tasks.size()), "task class", "task classes"),
                              countText(collectives, "collective", "collectives")),
             {}},
            countLine(ir.values.size(), "value", "values"),
            {tr("%1, %2").arg(countText(ir.rule.stages, "stage", "stages"),
                              countText(static_cast<qint64>(ir.shape.chunks.size()), "chunk", "chunks")),
             {}},
            countLine(ir.edges.size(), "edge class", "edge classes"),
            meshLine(ir.mesh)};
}

std::vector<StripLine> countsIn(const whole::PortablePlanIR& ir)
{
    std::size_t persistent = 0;
    for (const whole::PlanStage& stage : ir.stages)
        persistent += stage.persistent.size();
    const auto kept = std::count_if(ir.saved.begin(), ir.saved.end(),
                                    [](const whole::SavedBuffer& buffer) { return !buffer.rebuilt; });
    return {countLine(ir.tasks.size(), "task class", "task classes"),
            countLine(static_cast<std::size_t>(kept), "saved tensor", "saved tensors"),
            countLine(persistent, "persistent buffer", "persistent buffers"),
            countLine(ir.transients.size(), "transient", "transients"), countLine(ir.stages.size(), "stage", "stages")};
}

} // namespace

std::vector<StripLine> countsOf(const IrSnapshot& snapshot)
{
    return std::visit([](const auto& ir) { return countsIn(ir); }, snapshot.ir());
}

QString countText(qint64 count, const char* one, const char* many)
{
    return QStringLiteral("%1 %2").arg(QString::number(count), count == 1 ? tr(one) : tr(many));
}

} // namespace planscope::ui
