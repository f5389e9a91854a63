#pragma once

#include "study/any_result.h"
#include "ui/models/entity_key.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace planscope::ui {

/// The checkpoints of a derivation: checkpoint → its contract, its record, and each check → evidence. A result that a
/// reference rejected is shown the same way.
class CheckpointTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    /// Expected of a contract's or a record's row is empty; its value stands in Actual.
    enum class Column { Item, Verdict, Expected, Actual, Culprit };
    static constexpr int columns = 5;

    explicit CheckpointTreeModel(QObject* parent = nullptr);
    ~CheckpointTreeModel() override;

    /// A result without derivation empties the tree.
    void setResult(const AnyResult& result);
    /// The checkpoint's or the check's item, or an invalid index.
    QModelIndex indexOf(const EntityKey& key) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Display, ToolTip, and of ModelRole: Exact, Sort, Entity, Passed (of checkpoints, checks and evidence).
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node;
    const Node& nodeOf(const QModelIndex& index) const;
    QModelIndex find(const Node& below, const EntityKey& key) const;

    AnyResult m_result;
    std::unique_ptr<Node> m_root;
};

} // namespace planscope::ui
