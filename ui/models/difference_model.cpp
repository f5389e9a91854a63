#include "ui/models/difference_model.h"

#include "ui/models/fact_cell.h"
#include "ui/models/model_roles.h"

namespace planscope::ui {
namespace {

std::vector<TableHeading> headings()
{
    return {
        {DifferenceModel::tr("Group"), QStringLiteral("group"), false, {}},
        {DifferenceModel::tr("Of"), QStringLiteral("entity"), false, {}},
        {DifferenceModel::tr("Fact"), QStringLiteral("fact"), false, {}},
        {DifferenceModel::tr("A"), QStringLiteral("a"), true, {}},
        {DifferenceModel::tr("B"), QStringLiteral("b"), true, {}},
        {DifferenceModel::tr("Δ"), QStringLiteral("delta"), true,
         DifferenceModel::tr("B − A. Sorts by its size, seconds before bytes before operations before counts")},
        {DifferenceModel::tr("Δ of A"), QStringLiteral("relative"), true, DifferenceModel::tr("(B − A) / A")},
    };
}

TableRow tableRow(const DifferenceRow& row)
{
    const QString unit = unitName(row.fact.unit);
    QString exactName = QString::fromStdString(row.fact.name);
    if (!unit.isEmpty())
        exactName += QStringLiteral(" (%1)").arg(unit);
    TableCell name = textCell(row.name);
    name.exact = exactName;
    name.toolTip = exactName;
    return {row.key,
            {textCell(titleOf(row.group)), textCell(row.subject), std::move(name), factCell(row.fact.a, row.fact.unit),
             factCell(row.fact.b, row.fact.unit), deltaCell(row.fact), relativeCell(row.fact)},
            row.isTotal};
}

int directionOf(const ComparedFact& fact)
{
    const auto delta = fact.delta();
    return !delta || delta->isZero() || isRounding(fact) ? 0 : delta->toDouble() > 0 ? 1 : -1;
}

} // namespace

DifferenceModel::DifferenceModel(QObject* parent)
    : SnapshotTableModel(headings(), parent)
{
}

void DifferenceModel::setDifferences(std::vector<DifferenceRow> rows)
{
    std::vector<TableRow> shown;
    shown.reserve(rows.size());
    for (const DifferenceRow& row : rows)
        shown.push_back(tableRow(row));
    // Before the rows: whoever hears of them asks for the changes at once. They are read by rows that both have.
    m_differences = std::move(rows);
    setRows(std::move(shown));
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const
{
    if ((role != ChangeRole && role != DirectionRole) || !index.isValid()
        || static_cast<std::size_t>(index.row()) >= m_differences.size())
        return SnapshotTableModel::data(index, role);
    const DifferenceRow& shown = row(index.row());
    return role == ChangeRole ? static_cast<int>(shown.change) : directionOf(shown.fact);
}

} // namespace planscope::ui
