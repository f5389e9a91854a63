#pragma once

#include "frontend/any_candidate.h"
#include "ui/models/derivation_cache.h"
#include "ui/models/derivation_worker.h"
#include "ui/models/document_edit.h"
#include "ui/models/study_controller.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// Keeps a state for every candidate of a study: validates what it is given, derives in a worker what has not been
/// derived, evaluates. The part of the controller that knows nothing of edits. GUI thread only.
class StudyEvaluator {
public:
    /// What an update made different.
    struct Change {
        std::vector<std::size_t> states; ///< candidates whose state is another one
        bool reference = false;
    };

    /// `arrived` is called in a worker thread when collect() has something to do.
    explicit StudyEvaluator(std::function<void()> arrived);
    ~StudyEvaluator();

    /// Brings every candidate in line with the study; `current` is derived first.
    Change update(const DocumentVersion& version, std::size_t current);
    /// Takes over what the worker has finished.
    Change collect();
    /// Waits for one derivation. Requires: isRunning().
    void waitForOne() { m_worker->waitForOne(); }
    bool isRunning() const;

    /// Of the last update's study; one without result or problems beyond its candidates.
    CandidateStatePtr state(std::size_t candidate) const;
    quint64 derivationCount() const { return m_derivationCount; }

    /// What the reference observer is given; nothing ends it.
    Change setReference(std::optional<std::vector<ExpectedFact>> facts, std::size_t current);
    Change setCurrent(std::size_t current);
    /// None without a reference.
    const AnyResult& referenceResult() const { return m_reference.result; }

private:
    struct Slot {
        quint64 identity = 0;
        NewestRequest newest;
        CandidateStatePtr state;
        StudyCandidate stated;           ///< what the state is of
        std::optional<AnyCandidate> wanted; ///< what the document states, when it is lawful
    };
    struct Reference {
        std::optional<std::vector<ExpectedFact>> facts;
        NewestRequest newest;
        std::optional<AnyCandidate> wanted;
        std::optional<AnyDerivation> derivation;
        bool running = false;
        AnyResult result;
    };

    std::vector<Slot> alignedSlots(const DocumentVersion& version, bool& sameOrder);
    void read(Slot& slot, Result<AnyCandidate> read, bool urgent);
    void want(Slot& slot, AnyCandidate candidate, bool urgent);
    void settle(Slot& slot, const AnyDerivation& derivation);
    void refuse(Slot& slot, Diagnostics problems);
    void finish(Slot& slot, DerivationWorker::Outcome& outcome);
    bool updateReference();
    bool finishReference(DerivationWorker::Outcome& outcome);

    std::vector<Slot> m_slots;
    std::optional<StudyDocument> m_common; ///< the last study, without its candidates
    Reference m_reference;
    std::size_t m_current = 0;
    DerivationCache m_cache;
    quint64 m_derivationCount = 0;
    std::unique_ptr<DerivationWorker> m_worker; ///< last: its jobs end before the rest goes
};

} // namespace planscope::ui
