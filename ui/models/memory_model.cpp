#include "ui/models/memory_model.h"

#include "report/whole_breakdown.h"
#include "ui/models/display_names.h"

#include <optional>

namespace planscope::ui {
namespace {

TableCell shareCell(const std::optional<double>& share, const QString& ofWhat)
{
    return share ? percentCell(*share, ofWhat) : absentCell();
}

EntityKey keyOf(std::string_view component)
{
    const QString name = QString::fromUtf8(component.data(), static_cast<qsizetype>(component.size()));
    return {EntityKey::Kind::Component, QStringLiteral("memory.%1").arg(name)};
}

std::vector<MemoryPart> partsOf(const AnyResult& result)
{
    if (result.block() && result.block()->estimate)
        return memoryParts(*result.block()->estimate);
    if (result.whole() && result.whole()->estimate)
        return whole::memoryParts(*result.whole()->estimate);
    return {};
}

/// Requires: parts.
double capacityOf(const AnyResult& result)
{
    return result.block() ? result.block()->estimate->capacity : result.whole()->estimate->capacity;
}

} // namespace

MemoryModel::MemoryModel(QObject* parent)
    : SnapshotTableModel({{tr("Memory"), QStringLiteral("component"), false, {}},
                          {tr("Bytes"), QStringLiteral("bytes"), true,
                           tr("On one rank: of the first stage; of a whole model, of the fullest stage at its peak")},
                          {tr("% of total"), QStringLiteral("share_of_total"), true, {}},
                          {tr("% of capacity"), QStringLiteral("share_of_capacity"), true, {}}},
                         parent)
{
}

void MemoryModel::setResult(const AnyResult& result)
{
    std::vector<TableRow> rows;
    const std::vector<MemoryPart> parts = partsOf(result);
    if (!parts.empty()) {
        const double capacity = capacityOf(result);
        for (const MemoryPart& part : parts)
            rows.push_back({keyOf(part.name),
                            {textCell(displayName(part.name), part.name), bytesCell(part.bytes),
                             shareCell(part.shareOfTotal, tr("of the total")),
                             shareCell(part.shareOfCapacity, tr("of the capacity"))},
                            &part == &parts.back()});
        rows.push_back({keyOf("capacity"),
                        {textCell(tr("Capacity"), "capacity"), bytesCell(capacity), absentCell(),
                         capacity > 0 ? percentCell(1, tr("of the capacity")) : absentCell()},
                        true});
    }
    setRows(std::move(rows));
}

} // namespace planscope::ui
