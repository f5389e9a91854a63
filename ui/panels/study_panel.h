#pragma once

#include "ui/models/candidate_list_model.h"
#include "ui/panels/view.h"

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QTreeView;

namespace planscope::ui {

class CandidateDelegate;
class StudyChoices;

/// The study's candidates with their headline numbers and pins; adds, duplicates, renames, deletes and reorders them,
/// and gives the study's own choices.
class StudyPanel final : public QWidget {
    Q_OBJECT
public:
    /// `candidates`: one row a candidate in the document's order; belongs to the caller.
    StudyPanel(const ViewContext& context, QAbstractItemModel* candidates, QWidget* parent = nullptr);

    QList<QAction*> candidateActions() const { return m_actions; }
    StudyChoices* choices() const { return m_choices; }
    QTreeView* list() const { return m_list; }

private:
    /// `name` says it in a menu, `brief` on a button beside the list.
    QAction* addAction(const QString& name, const QString& brief, const QKeySequence& key, void (StudyPanel::*act)());
    QWidget* makeChoices();
    /// An action that has Details explain the current candidate's figure.
    void addExplanation(const QString& name, CandidateListModel::Column column);
    void addCandidate();
    void duplicate();
    void rename();
    void remove();
    void moveUp();
    void moveDown();
    void pinA();
    void pinB();
    void showStudy();
    void showTheme();
    void updateActions();

    ViewContext m_context;
    QLabel* m_studyName = nullptr;
    QLabel* m_common = nullptr;
    QTreeView* m_list = nullptr;
    CandidateDelegate* m_delegate = nullptr;
    StudyChoices* m_choices = nullptr;
    QList<QAction*> m_actions;
    QAction* m_delete = nullptr; ///< these three are among them
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
};

} // namespace planscope::ui
