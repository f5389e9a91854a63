#include "ui/models/memory_model.h"

#include "ui/models/display_names.h"

#include <array>

namespace planscope::ui {
namespace {

constexpr std::array<std::pair<std::string_view, Bytes IterationMemory::*>, 7> components{{
    {"weights", &IterationMemory::weights},
    {"activations", &IterationMemory::activations},
    {"activation_checkpoints", &IterationMemory::activationCheckpoints},
    {"weight_gradients", &IterationMemory::weightGradients},
    {"activation_gradients", &IterationMemory::activationGradients},
    {"optimizer", &IterationMemory::optimizer},
    {"total", &IterationMemory::total},
}};

TableCell shareCell(double part, double whole, const QString& ofWhat)
{
    return whole > 0 ? percentCell(part / whole, ofWhat) : absentCell();
}

EntityKey keyOf(std::string_view component)
{
    const QString name = QString::fromUtf8(component.data(), static_cast<qsizetype>(component.size()));
    return {EntityKey::Kind::Component, QStringLiteral("memory.%1").arg(name)};
}

} // namespace

MemoryModel::MemoryModel(QObject* parent)
    : SnapshotTableModel({{tr("Memory"), QStringLiteral("component"), false, {}},
                          {tr("Bytes"), QStringLiteral("bytes"), true, tr("On one rank of the first stage")},
                          {tr("% of total"), QStringLiteral("share_of_total"), true, {}},
                          {tr("% of capacity"), QStringLiteral("share_of_capacity"), true, {}}},
                         parent)
{
}

void MemoryModel::setResult(const CandidateResultPtr& result)
{
    std::vector<TableRow> rows;
    if (result && result->estimate) {
        const IterationMemory& memory = result->estimate->memory;
        const double capacity = result->estimate->capacity;
        const auto total = static_cast<double>(memory.total.value());
        for (const auto& [name, member] : components) {
            const Bytes bytes = memory.*member;
            const auto value = static_cast<double>(bytes.value());
            rows.push_back({keyOf(name),
                            {textCell(displayName(name), name), bytesCell(bytes),
                             shareCell(value, total, tr("of the total")),
                             shareCell(value, capacity, tr("of the capacity"))},
                            member == &IterationMemory::total});
        }
        rows.push_back({keyOf("capacity"),
                        {textCell(tr("Capacity"), "capacity"), bytesCell(capacity), absentCell(),
                         shareCell(capacity, capacity, tr("of the capacity"))},
                        true});
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
