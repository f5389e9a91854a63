#pragma once

#include "ui/models/entity_key.h"
#include "ui/models/study_controller.h"

#include <QAbstractTableModel>

#include <vector>

namespace planscope::ui {

/// Everything that is wrong with a study: the diagnostics of all candidates in their order, then what the reference
/// rejected. What is wrong with the common part stands once. The controller outlives the model.
class ProblemsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { Severity, Candidate, Code, Path, Message };
    static constexpr int columns = 5;

    explicit ProblemsModel(StudyController& study, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Display, ToolTip (the message, what was given and what is legal), and of ModelRole: Exact, Sort, Entity (of a
    /// failed check), Candidate, Path, Severity.
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    const Diagnostic& diagnosticAt(int row) const { return m_rows.at(static_cast<std::size_t>(row)).diagnostic; }

private:
    struct Row {
        Diagnostic diagnostic;
        std::size_t candidate = 0;
        QString candidateName; ///< "" when it is the common part's
        EntityKey key;
        friend bool operator==(const Row&, const Row&) = default;
    };
    std::vector<Row> rows() const;
    void show();

    StudyController& m_study;
    std::vector<Row> m_rows;
};

} // namespace planscope::ui
