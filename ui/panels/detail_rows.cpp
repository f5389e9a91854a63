#include "ui/panels/detail_rows.h"

#include "report/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace planscope::ui {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

DetailRow exactRow(const QString& label, const std::string& shown, std::int64_t exact, const QString& unit)
{
    return {label, plainText(shown), plainText(exactDigits(exact)), unit, {}, {}};
}

} // namespace

QString plainText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString wordsOf(std::string_view name)
{
    return plainText(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

DetailRow textRow(const QString& label, const QString& text)
{
    return {label, text, {}, {}, {}, {}};
}

DetailRow linkRow(const QString& label, const EntityKey& key)
{
    return {label, key.name, {}, {}, {}, key};
}

DetailRow countRow(const QString& label, std::int64_t count, const QString& unit)
{
    return {label, plainText(exactDigits(count)), {}, unit, {}, {}};
}

DetailRow bytesRow(const QString& label, Bytes bytes)
{
    return exactRow(label, humanBytes(bytes), bytes.value(), QStringLiteral("B"));
}

DetailRow operationsRow(const QString& label, Operations operations)
{
    return exactRow(label, humanOperations(operations), operations.value(), QStringLiteral("FLOP"));
}

DetailRow bytesRow(const QString& label, const Total<BytesUnit>& bytes)
{
    return {label, plainText(humanBytes(bytes.toDouble())), plainText(bytes.toString()), QStringLiteral("B"), {}, {}};
}

DetailRow operationsRow(const QString& label, const Total<OperationsUnit>& operations)
{
    return {label,
            plainText(humanOperations(operations.toDouble())),
            plainText(operations.toString()),
            QStringLiteral("FLOP"),
            {},
            {}};
}

DetailRow secondsRow(const QString& label, double seconds)
{
    return {label, plainText(humanSeconds(seconds)), plainText(exactDigits(seconds)), QStringLiteral("s"), {}, {}};
}

DetailRow linkedRow(DetailRow row, const EntityKey& key)
{
    row.link = key;
    return row;
}

EntityKey rankKey(std::int64_t first, std::int64_t count)
{
    return {EntityKey::Kind::Rank,
            count == 1 ? QString::number(first) : QStringLiteral("%1-%2").arg(first).arg(first + count - 1)};
}

DetailSection sectionOf(const QString& title, DetailSection::Form form)
{
    return {title, form, {}, {}, false};
}

std::vector<DetailRow> factRows(const WorkloadFacts& facts)
{
    std::vector<DetailRow> rows{operationsRow(Details::tr("operations"), facts.operations),
                                bytesRow(Details::tr("read"), facts.read),
                                bytesRow(Details::tr("written"), facts.write)};
    if (facts.message.value() != 0)
        rows.push_back(bytesRow(Details::tr("message"), facts.message));
    else
        rows.push_back(
            {Details::tr("message"), QStringLiteral("–"), QStringLiteral("0"), QStringLiteral("B"), {}, {}});
    return rows;
}

QString irName(IrKind kind)
{
    switch (kind) {
    case IrKind::Model: return QStringLiteral("ModelIR");
    case IrKind::Distributed: return QStringLiteral("DistributedTaskIR");
    case IrKind::PortablePlan: return QStringLiteral("PortablePlanIR");
    }
    return {};
}

QString ranksText(const RankRange& ranks)
{
    if (ranks.count.value() == 1)
        return QString::number(ranks.first);
    return QStringLiteral("%1–%2").arg(ranks.first).arg(ranks.first + (ranks.count.value() - 1));
}

void addLineage(EntityDetails& details, const LineageGraph& lineage, const EntityKey& key)
{
    constexpr std::size_t longestList = 12;
    const std::vector<std::size_t> found = lineage.find(key);
    if (found.empty())
        return;
    const std::vector<LineageNode>& nodes = lineage.nodes();
    const auto rowOf = [&nodes](std::size_t k) {
        const LineageNode& node = nodes[k];
        DetailRow row = linkRow(irName(node.stage), node.key);
        row.exact = node.id;
        row.steps << (node.sources.empty()
                          ? Details::tr("%1, by %2 of %3").arg(wordsOf(node.kind), node.transform, node.statedBy)
                          : Details::tr("%1, by %2").arg(wordsOf(node.kind), node.transform));
        return row;
    };
    DetailSection chain{Details::tr("Lineage"), DetailSection::Form::Chain, {}, {}, false};
    const auto add = [&](const std::vector<std::size_t>& reached, const auto& summary) {
        if (reached.size() <= longestList) {
            for (const std::size_t node : reached)
                chain.rows.push_back(rowOf(node));
            return;
        }
        for (const IrKind stage : {IrKind::Model, IrKind::Distributed, IrKind::PortablePlan}) {
            const auto count =
                std::count_if(reached.begin(), reached.end(), [&](std::size_t k) { return nodes[k].stage == stage; });
            if (count == 0)
                continue;
            DetailRow row = linkRow(irName(stage), {EntityKey::Kind::Snapshot, plainText(nameOf(stage))});
            row.shown = summary(count);
            row.exact = QString::number(count);
            row.unit = Details::tr("entities");
            chain.rows.push_back(std::move(row));
        }
    };
    std::vector<std::size_t> ancestry = lineage.ancestry(found.front());
    ancestry.pop_back(); // itself
    add(ancestry, [](auto count) { return Details::tr("%1 entities that it comes from").arg(count); });
    chain.rows.push_back(rowOf(found.front()));
    add(lineage.descent(found.front()),
        [](auto count) { return Details::tr("%1 entities derived from it").arg(count); });
    if (!lineage.hasStage(IrKind::PortablePlan))
        chain.note = Details::tr("The portable plan was not published.");
    details.sections.push_back(std::move(chain));
}

EntityDetails absentDetails(const EntityKey& key)
{
    EntityDetails details;
    details.title = key.name;
    details.sections.push_back({{},
                                DetailSection::Form::Words,
                                {},
                                Details::tr("This candidate has nothing of that name. The selection is kept: "
                                            "it shows again where it exists."),
                                false});
    return details;
}

} // namespace planscope::ui
