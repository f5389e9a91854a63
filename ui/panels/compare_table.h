#pragma once

#include "ui/panels/compare_part.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace planscope::ui {

class DifferenceFilter;
class DifferenceModel;

/// Every numeric fact of both sides with B − A, sortable by its size; what is equal is grey, or left out.
class CompareTable final : public ComparePart {
    Q_OBJECT
public:
    explicit CompareTable(QWidget* parent);

    QString title() const override;
    QString exportName() const override;
    void setShown(const CompareShown& shown, const Theme& theme) override;
    void showSelection(const EntityKey& key) override;
    QString copyText() const override;
    void stepDifference(bool forward) override;

    void setChangedOnly(bool changedOnly);
    bool changedOnly() const;
    QTableView& table() { return *m_table; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Delegate;
    void showTheme(const Theme& theme);
    void showCount();
    void offerGroups();
    void fitColumns();
    void tell(const QModelIndex& index);
    QModelIndex rowOf(const EntityKey& key) const;

    DifferenceModel* m_model;
    DifferenceFilter* m_filter;
    QTableView* m_table;
    Delegate* m_delegate;
    QComboBox* m_group;
    std::vector<bool> m_groups; ///< offered, indexed by FactGroup
    QCheckBox* m_changedOnly;
    QLineEdit* m_words;
    QLabel* m_count;
    ComparedPairPtr m_pair;
    std::optional<Theme> m_theme; ///< shown last
    bool m_showing = false;       ///< the selection is being set from outside
    bool m_fitted = false;
};

} // namespace planscope::ui
