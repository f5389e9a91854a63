#pragma once

#include "ui/panels/view.h"

#include <QScrollArea>

#include <array>
#include <functional>
#include <optional>

class QGroupBox;
class QLabel;
class QVBoxLayout;

namespace planscope::ui {

class FieldEditor;

/// The typed form of the study's common part and of the current candidate, of the fields that the study's accounting has.
/// Every keystroke is an undoable edit; each field shows what the importer says of it. The network tiers, and a whole
/// model's framework, stand apart, right of the red boundary.
class EditorPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit EditorPanel(const ViewContext& context, QWidget* parent = nullptr);

    /// Null when the study that is open does not have the field.
    FieldEditor* editor(ModelField field) const;
    FieldEditor* editor(WorkloadField field) const;
    FieldEditor* editor(CandidateField field) const;
    FieldEditor* frameworkEditor() const { return m_framework; }
    /// Brings the field a diagnostic's path speaks of into sight and gives it the focus; false when no field has it.
    bool focusPath(const QString& path, std::size_t candidate);
    /// Path, value as typed, unit and what is wrong of every field, tab-separated below a header.
    QString copyText() const;
    /// What is wrong with no field in particular, as it stands above them; "" when nothing is.
    QString generalMessage() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void build(Accounting accounting);
    void addCandidateFields(QVBoxLayout* left, QVBoxLayout* rightOfBoundary);
    void addFramework(QVBoxLayout* to);
    void addCommonFields(QVBoxLayout* workload, QVBoxLayout* model);
    void showDocument();
    void showProblems();
    void showTheme();
    void showTiers(const CandidateState* state);
    void placeColumns();
    bool isRightOfBoundary(const FieldEditor* made) const;
    QVBoxLayout* addGroup(QVBoxLayout* to, const QString& title, bool rightOfBoundary = false);
    FieldEditor* addEditor(QVBoxLayout* to, const FieldInfo& info, std::vector<std::string> choices);
    FieldEditor* editorAt(const StudyPlace& place) const;
    template <class Visit>
    void forEachEditor(Visit&& visit) const;

    ViewContext m_context;
    std::optional<Accounting> m_accounting; ///< that the form is of
    QLabel* m_candidateName = nullptr;
    QLabel* m_generalMessage = nullptr;
    std::vector<QGroupBox*> m_groups;
    QWidget* m_boundary = nullptr;
    int m_narrowWidth = 0; ///< px of the form with its labels wrapped
    std::array<FieldEditor*, modelFieldCount> m_model{};
    std::array<FieldEditor*, workloadFieldCount> m_workload{};
    std::array<FieldEditor*, candidateFieldCount> m_candidate{};
    FieldEditor* m_framework = nullptr;
};

} // namespace planscope::ui
