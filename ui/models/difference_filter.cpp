#include "ui/models/difference_filter.h"

#include "ui/models/model_roles.h"

#include <algorithm>

namespace planscope::ui {
namespace {

/// Rises with how much a unit tells of a training's cost.
int rankOf(FactUnit unit)
{
    switch (unit) {
    case FactUnit::InSeconds: return 5;
    case FactUnit::InBytes: return 4;
    case FactUnit::InOperations: return 3;
    case FactUnit::TokensPerSecond: return 2;
    case FactUnit::Ratio: return 1;
    case FactUnit::Count: return 0;
    }
    Q_UNREACHABLE();
}

} // namespace

DifferenceFilter::DifferenceFilter(DifferenceModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(model);
    setSortRole(SortRole);
    setDynamicSortFilter(true);
}

void DifferenceFilter::setChangedOnly(bool changedOnly)
{
    if (m_changedOnly == changedOnly)
        return;
    m_changedOnly = changedOnly;
    invalidateFilter();
}

void DifferenceFilter::setGroup(std::optional<FactGroup> group)
{
    if (m_group == group)
        return;
    m_group = group;
    invalidateFilter();
}

void DifferenceFilter::setWords(const QString& words)
{
    m_words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool DifferenceFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const DifferenceRow& shown = m_model->row(row);
    if ((m_changedOnly && shown.change == Change::Same) || (m_group && shown.group != *m_group))
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&shown](const QString& word) {
        return shown.subject.contains(word, Qt::CaseInsensitive) || shown.name.contains(word, Qt::CaseInsensitive);
    });
}

bool DifferenceFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool bySize = left.column() >= static_cast<int>(DifferenceModel::Column::A)
        && left.column() <= static_cast<int>(DifferenceModel::Column::Delta);
    const int leftRank = rankOf(m_model->row(left.row()).fact.unit);
    const int rightRank = rankOf(m_model->row(right.row()).fact.unit);
    if (bySize && leftRank != rightRank)
        return leftRank < rightRank;
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace planscope::ui
