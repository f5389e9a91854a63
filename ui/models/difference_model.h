#pragma once

#include "compare/comparison.h"
#include "ui/models/snapshot_table_model.h"

#include <string>
#include <string_view>
#include <vector>

namespace planscope::ui {

/// What a fact of a comparison belongs to, in the order in which they are told.
enum class FactGroup {
    Time, Utilisation, Memory, Stage, Task, Block, BlockMemory, Program, Parameters, TokenOperations, Shape,
    Model, Distributed, Plan,
};
inline constexpr int factGroupCount = static_cast<int>(FactGroup::Plan) + 1;
QString titleOf(FactGroup group);
/// A figure of a stage as people read it: "memory.peak" is "Peak".
QString stageFigureName(std::string_view figure);

/// One numeric fact on both sides, as a table shows it.
struct DifferenceRow {
    FactGroup group = FactGroup::Time;
    EntityKey key;
    QString subject; ///< whose fact: "system evidence", "mlp.expand.forward"
    QString name;    ///< "total", "read bytes"
    ComparedFact fact;
    Change change = Change::Same;
    bool isTotal = false;
};

/// Every numeric fact of a comparison: figures, tasks of the plans, and what else the three IRs state. A plain value,
/// made on any thread.
std::vector<DifferenceRow> differenceRows(const Comparison& comparison);
/// Those of the memory against the capacity: of the first stage; of whole models, of the fullest, its parts before
/// their sum.
std::vector<DifferenceRow> memoryDifferenceRows(const Comparison& comparison);
/// The figures that the stages of whole models have, once each, as stageFigureKey() names them; empty of other models.
std::vector<std::string> stageFiguresOf(const Comparison& comparison);
/// One figure on each stage, as stageFigureKey() names it: "memory.peak", "time.busy", "operations".
/// Times are of that mode.
std::vector<DifferenceRow> stageDifferenceRows(const Comparison& comparison, std::string_view figure,
                                               EstimateMode mode);

/// Facts with A, B, B − A and (B − A) / A.
class DifferenceModel final : public SnapshotTableModel {
    Q_OBJECT
public:
    enum class Column { Group, Subject, Fact, A, B, Delta, Relative };
    static constexpr int columns = 7;

    explicit DifferenceModel(QObject* parent = nullptr);

    void setDifferences(std::vector<DifferenceRow> rows);
    const DifferenceRow& row(int index) const { return m_differences[static_cast<std::size_t>(index)]; }
    /// As SnapshotTableModel, and of ModelRole: Change, Direction.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<DifferenceRow> m_differences;
};

} // namespace planscope::ui
