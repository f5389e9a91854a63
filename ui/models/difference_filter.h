#pragma once

#include "ui/models/difference_model.h"

#include <QSortFilterProxyModel>
#include <QString>

#include <optional>

namespace planscope::ui {

/// Some of the facts of a comparison, sorted by size: B − A within its unit, since seconds are no bytes.
class DifferenceFilter final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    /// The model outlives the filter.
    explicit DifferenceFilter(DifferenceModel* model, QObject* parent = nullptr);

    bool changedOnly() const { return m_changedOnly; }
    void setChangedOnly(bool changedOnly);
    void setGroup(std::optional<FactGroup> group);
    /// Words that must all stand in what the fact is of, or in its name.
    void setWords(const QString& words);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    DifferenceModel* m_model;
    bool m_changedOnly = false;
    std::optional<FactGroup> m_group;
    QStringList m_words;
};

} // namespace planscope::ui
