#pragma once

#include "ui/models/study_controller.h"
#include "ui/models/table_row.h"

#include <QAbstractTableModel>

#include <vector>

namespace planscope::ui {

/// The candidates of a study in its order, with their headline numbers. A name can be edited: that is a step of the
/// controller. The controller outlives the model.
class CandidateListModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { Name, Status, IterationTime, Memory, Mfu };
    static constexpr int columns = 5;

    explicit CandidateListModel(StudyController& study, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Display, ToolTip, TextAlignment, Edit (the name), and of ModelRole: Exact, Sort, Candidate, Pin, Stale, Running,
    /// Severity (of the worst problem; invalid when there is none).
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

private:
    struct Row {
        std::vector<TableCell> cells;
        QString pin;
        QVariant severity;
        bool stale = false;
        bool running = false;
    };
    Row rowOf(std::size_t candidate) const;
    void showAll();
    void show(std::size_t candidate);

    StudyController& m_study;
    std::vector<TableHeading> m_headings;
    std::vector<Row> m_rows;
};

} // namespace planscope::ui
