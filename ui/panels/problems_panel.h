#pragma once

#include "ui/panels/view.h"

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QStackedLayout;
class QTreeView;

namespace planscope::ui {

/// All diagnostics and failed checks, one row each. Enter jumps to the culprit, a field or a check; next() goes through
/// them.
class ProblemsPanel final : public QWidget {
    Q_OBJECT
public:
    /// `problems` has the roles PathRole (the diagnostic's path) and CandidateRole (its candidate's index).
    ProblemsPanel(const ViewContext& context, QAbstractItemModel* problems, int pathRole, int candidateRole,
                  QWidget* parent = nullptr);

    void next(); ///< selects the next problem and jumps to its culprit

Q_SIGNALS:
    void culpritRequested(const QString& path, std::size_t candidate);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    void jump(const QModelIndex& problem);
    void showCount();

    ViewContext m_context;
    int m_pathRole;
    int m_candidateRole;
    QTreeView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    QStackedLayout* m_pages = nullptr;
};

} // namespace planscope::ui
