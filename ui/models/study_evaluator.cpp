#include "ui/models/study_evaluator.h"

#include "frontend/candidate_source.h"

#include <algorithm>
#include <utility>

namespace planscope::ui {
namespace {

constexpr quint64 referenceSlot = 0; ///< no candidate's identity

StudyDocument withoutCandidates(StudyDocument study)
{
    study.candidates.clear();
    study.name.clear();
    study.pinnedA.reset();
    study.pinnedB.reset();
    return study;
}

bool sameState(const CandidateState& a, const CandidateState& b)
{
    return a.result == b.result && a.stale == b.stale && a.running == b.running && a.problems == b.problems;
}

void setState(CandidateStatePtr& state, CandidateState next)
{
    if (!sameState(*state, next))
        state = std::make_shared<const CandidateState>(std::move(next));
}

CandidateStatePtr emptyState()
{
    static const CandidateStatePtr empty = std::make_shared<const CandidateState>();
    return empty;
}

} // namespace

StudyEvaluator::StudyEvaluator(std::function<void()> arrived)
    : m_worker(std::make_unique<DerivationWorker>(std::move(arrived)))
{
    m_reference.newest = std::make_shared<std::atomic<quint64>>(0);
}

StudyEvaluator::~StudyEvaluator()
{
    for (const Slot& slot : m_slots)
        ++*slot.newest;
    ++*m_reference.newest;
}

CandidateStatePtr StudyEvaluator::state(std::size_t candidate) const
{
    return candidate < m_slots.size() ? m_slots[candidate].state : emptyState();
}

bool StudyEvaluator::isRunning() const
{
    return m_reference.running
        || std::any_of(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return slot.state->running; });
}

/// The candidates' slots in their new order; those of candidates that are gone are dropped with their jobs.
std::vector<StudyEvaluator::Slot> StudyEvaluator::alignedSlots(const DocumentVersion& version, bool& sameOrder)
{
    std::vector<Slot> aligned;
    sameOrder = version.identities.size() == m_slots.size();
    for (std::size_t k = 0; k < version.identities.size(); ++k) {
        const quint64 identity = version.identities[k];
        const auto old = std::find_if(m_slots.begin(), m_slots.end(),
                                      [identity](const Slot& slot) { return slot.identity == identity; });
        sameOrder = sameOrder && m_slots[k].identity == identity;
        if (old == m_slots.end())
            aligned.push_back({identity, std::make_shared<std::atomic<quint64>>(0), emptyState(), {}, {}});
        else
            aligned.push_back(*old);
    }
    for (const Slot& slot : m_slots)
        if (std::find(version.identities.begin(), version.identities.end(), slot.identity) == version.identities.end())
            ++*slot.newest;
    return aligned;
}

StudyEvaluator::Change StudyEvaluator::update(const DocumentVersion& version, std::size_t current)
{
    Change change;
    bool sameOrder = false;
    std::vector<Slot> slots = alignedSlots(version, sameOrder);
    StudyDocument common = withoutCandidates(version.document);
    const bool readAll = !sameOrder || common != m_common;
    m_common = std::move(common);
    m_current = current;
    std::vector<CandidateStatePtr> before;
    for (const Slot& slot : slots)
        before.push_back(slot.state);
    m_slots = std::move(slots);

    const auto source = CandidateSource::open(version.document.toJson());
    for (std::size_t k = 0; k < m_slots.size(); ++k) {
        Slot& slot = m_slots[k];
        const StudyCandidate& stated = version.document.candidates[k];
        if (!readAll && slot.stated == stated)
            continue;
        slot.stated = stated;
        if (source)
            read(slot, readAny(*source, k), k == current);
        else
            refuse(slot, source.error());
    }
    for (std::size_t k = 0; k < m_slots.size(); ++k)
        if (m_slots[k].state != before[k])
            change.states.push_back(k);
    change.reference = updateReference();
    return change;
}

void StudyEvaluator::read(Slot& slot, Result<AnyCandidate> read, bool urgent)
{
    if (read)
        want(slot, std::move(*read), urgent);
    else
        refuse(slot, std::move(read.error()));
}

void StudyEvaluator::refuse(Slot& slot, Diagnostics problems)
{
    ++*slot.newest;
    slot.wanted.reset();
    const AnyResult result = slot.state->result;
    setState(slot.state, {result, std::move(problems), bool{result}, false});
}

void StudyEvaluator::want(Slot& slot, AnyCandidate candidate, bool urgent)
{
    const AnyTraining training = trainingOf(candidate);
    const bool underWay = slot.state->running && slot.wanted && trainingOf(*slot.wanted) == training;
    slot.wanted = std::move(candidate);
    if (underWay)
        return;
    const quint64 request = ++*slot.newest;
    if (const auto derivation = m_cache.find(training)) {
        settle(slot, *derivation);
        return;
    }
    const AnyResult result = slot.state->result;
    setState(slot.state, {result, {}, bool{result}, true});
    m_worker->start({slot.identity, request, slot.newest, training, {}}, urgent);
}

/// The right side of the red boundary: no pass runs.
void StudyEvaluator::settle(Slot& slot, const AnyDerivation& derivation)
{
    const AnyCandidate& wanted = *slot.wanted;
    AnyResult result = slot.state->result;
    if (!isResultOf(result, wanted))
        result = evaluate(wanted, derivation);
    const ResultHead& head = *result.head();
    if (head.status == ResultStatus::Ok) {
        setState(slot.state, {result, head.diagnostics, false, false});
    } else {
        const AnyResult lastGood = slot.state->result;
        setState(slot.state, {lastGood, head.diagnostics, bool{lastGood}, false});
    }
}

StudyEvaluator::Change StudyEvaluator::collect()
{
    Change change;
    for (DerivationWorker::Outcome& outcome : m_worker->take()) {
        if (outcome.derivation)
            ++m_derivationCount;
        if (outcome.slot == referenceSlot) {
            change.reference = finishReference(outcome) || change.reference;
            continue;
        }
        if (outcome.derivation && *outcome.derivation)
            m_cache.insert(**outcome.derivation);
        const auto slot = std::find_if(m_slots.begin(), m_slots.end(),
                                       [&outcome](const Slot& s) { return s.identity == outcome.slot; });
        if (slot == m_slots.end() || slot->newest->load() != outcome.request)
            continue;
        finish(*slot, outcome);
        change.states.push_back(static_cast<std::size_t>(slot - m_slots.begin()));
    }
    return change;
}

/// Requires: the outcome of the slot's newest request, which therefore ran.
void StudyEvaluator::finish(Slot& slot, DerivationWorker::Outcome& outcome)
{
    if (*outcome.derivation)
        settle(slot, **outcome.derivation);
    else
        refuse(slot, std::move(outcome.derivation->error()));
}

StudyEvaluator::Change StudyEvaluator::setCurrent(std::size_t current)
{
    m_current = current;
    return {{}, updateReference()};
}

StudyEvaluator::Change StudyEvaluator::setReference(std::optional<std::vector<ExpectedFact>> facts, std::size_t current)
{
    ++*m_reference.newest;
    NewestRequest newest = m_reference.newest;
    m_reference = {};
    m_reference.newest = std::move(newest);
    m_reference.facts = std::move(facts);
    m_current = current;
    updateReference();
    return {{}, true};
}

/// Holds the current candidate against the reference, when there is one and the candidate is lawful. True when the
/// result is another one.
bool StudyEvaluator::updateReference()
{
    if (!m_reference.facts || m_current >= m_slots.size() || !m_slots[m_current].wanted)
        return false;
    const AnyCandidate& wanted = *m_slots[m_current].wanted;
    AnyTraining training = trainingOf(wanted);
    const bool derived = m_reference.wanted && trainingOf(*m_reference.wanted) == training;
    m_reference.wanted = wanted;
    if (!derived) {
        const quint64 request = ++*m_reference.newest;
        m_reference.derivation.reset();
        m_reference.running = true;
        DeriveOptions options;
        options.extraObservers = {referenceObserver(*m_reference.facts)};
        m_worker->start({referenceSlot, request, m_reference.newest, std::move(training), std::move(options)}, true);
        return false;
    }
    if (!m_reference.derivation || isResultOf(m_reference.result, wanted))
        return false;
    m_reference.result = evaluate(wanted, *m_reference.derivation);
    return true;
}

bool StudyEvaluator::finishReference(DerivationWorker::Outcome& outcome)
{
    if (m_reference.newest->load() != outcome.request || !m_reference.running)
        return false;
    m_reference.running = false;
    if (!*outcome.derivation) { // told with the candidate
        m_reference.result = {};
        return true;
    }
    m_reference.derivation = **outcome.derivation;
    m_reference.result = evaluate(*m_reference.wanted, *m_reference.derivation);
    return true;
}

} // namespace planscope::ui
