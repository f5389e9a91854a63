#pragma once

#include "derivation/checks/reference_observer.h"
#include "study/any_result.h"
#include "study/study_document.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// What is known of one candidate right now.
struct CandidateState {
    AnyResult result;          ///< the last good one, of the document's accounting; none until there is one
    Diagnostics problems;      ///< of the document as it stands: import, law, tier, capacity
    bool stale = false;        ///< result is of an older document than the one edited
    bool running = false;      ///< a derivation is under way
};
using CandidateStatePtr = std::shared_ptr<const CandidateState>;

/// Owns the study document and its undo stack, and keeps a result for every candidate: validates at once on the GUI
/// thread, derives in a worker, drops what a newer edit made obsolete. A change right of the red boundary (system, tiers,
/// framework) evaluates the derivation already made and runs no pass.
/// GUI thread only; results are immutable and may be read anywhere.
class StudyController final : public QObject {
    Q_OBJECT
public:
    explicit StudyController(QObject* parent = nullptr);
    ~StudyController() override;

    const StudyDocument& document() const { return m_document; }
    QUndoStack& undoStack() { return m_undoStack; }
    bool isModified() const;

    std::size_t candidateCount() const { return m_document.candidates.size(); }
    CandidateStatePtr state(std::size_t candidate) const;
    std::size_t currentCandidate() const { return m_current; }
    CandidateStatePtr currentState() const { return state(m_current); }
    /// Derivations run since the start; an edit of a tier or of the system does not count.
    quint64 derivationCount() const;
    /// Waits until every candidate's result is up to date (tests, headless export).
    void waitForResults();

    void setDocument(StudyDocument document); ///< a file opened: clears the undo stack

    // Every edit is one named, undoable step; consecutive edits of one field merge into one step.
    void setModelField(ModelField field, const QString& text);
    void setModel(const TypedModel& model);
    void setWorkloadField(WorkloadField field, const QString& text);
    void setSystem(const std::string& name, const std::string& json);
    void setFramework(const std::string& name, const std::string& json); ///< of a study of whole models
    void setCandidateField(std::size_t candidate, CandidateField field, const QString& text);
    /// The same as a step of that name, which merges with none.
    void setCandidateField(std::size_t candidate, CandidateField field, const QString& text, const QString& stepName);
    void addCandidate(StudyCandidate candidate, const QString& stepName);
    /// Adds the first candidate of another study of the same accounting, with the model, workload, system and framework of
    /// that study: one step, whatever it replaces.
    void addImported(const StudyDocument& imported);
    void duplicateCandidate(std::size_t candidate);
    void renameCandidate(std::size_t candidate, const QString& name);
    void removeCandidate(std::size_t candidate); ///< no-op on the last one: a study has at least one candidate
    void moveCandidate(std::size_t from, std::size_t to);
    void pin(std::optional<std::size_t> a, std::optional<std::size_t> b);
    void renameStudy(const QString& name);
    void setCurrentCandidate(std::size_t candidate);

    /// Applies a reference to the current candidate's derivation: it is derived again with a reference observer, and
    /// what came of it is kept beside the result (no reference: back to none). A fact of a task that the candidate does not
    /// have is told as one that does not hold.
    void setReference(const QString& title, std::vector<ExpectedFact> facts);
    void clearReference();
    QString referenceTitle() const { return m_referenceTitle; }
    /// Of the current candidate, or of the last lawful one; none without a reference and before the first is there.
    AnyResult anyReferenceResult() const;
    CandidateResultPtr referenceResult() const { return anyReferenceResult().block(); } ///< of equal blocks, or null

Q_SIGNALS:
    void documentChanged();
    void candidatesChanged();                     ///< count, order, names or pins
    void stateChanged(std::size_t candidate);     ///< result, problems, stale or running
    void currentCandidateChanged(std::size_t candidate);
    void referenceChanged();

private:
    class Private; ///< what keeps the results, and the candidates' identities
    using Change = std::function<void(StudyDocument&, std::vector<quint64>& identities)>;
    /// Pushes a step unless it changes nothing. Steps of one `field`, "" excepted, merge.
    void edit(const QString& text, const QString& field, const Change& change);
    void show(const StudyDocument& document, const std::vector<quint64>& identities);
    void collect();

    std::unique_ptr<Private> m_private;
    StudyDocument m_document;
    QUndoStack m_undoStack;
    std::size_t m_current = 0;
    QString m_referenceTitle;
};

} // namespace planscope::ui
