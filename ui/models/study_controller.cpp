#include "ui/models/study_controller.h"

#include "ui/models/step_names.h"
#include "ui/models/study_evaluator.h"

#include <algorithm>
#include <cassert>

namespace planscope::ui {
namespace {

constexpr int mostSteps = 2000;

/// Where a candidate stands now; nothing when it is gone.
std::optional<std::size_t> indexOf(const std::vector<quint64>& identities, std::optional<quint64> identity)
{
    const auto found = identity ? std::find(identities.begin(), identities.end(), *identity) : identities.end();
    if (found == identities.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - identities.begin());
}

std::optional<quint64> identityAt(const std::vector<quint64>& identities, std::optional<std::size_t> index)
{
    return index && *index < identities.size() ? std::optional{identities[*index]} : std::nullopt;
}

bool sameList(const StudyDocument& a, const StudyDocument& b)
{
    const auto sameName = [](const StudyCandidate& x, const StudyCandidate& y) { return x.name == y.name; };
    return a.pinnedA == b.pinnedA && a.pinnedB == b.pinnedB
        && std::equal(a.candidates.begin(), a.candidates.end(), b.candidates.begin(), b.candidates.end(), sameName);
}

/// The name, or with a number from 2 on where a candidate has it already. `numbered`: a pattern of both.
std::string freeName(const StudyDocument& document, const QString& name, const QString& numbered)
{
    const auto isTaken = [&document](const std::string& wanted) {
        return std::any_of(document.candidates.begin(), document.candidates.end(),
                           [&wanted](const StudyCandidate& candidate) { return candidate.name == wanted; });
    };
    QString free = name;
    for (int k = 2; isTaken(free.toStdString()); ++k)
        free = numbered.arg(name).arg(k);
    return free.toStdString();
}

template <class Elements>
void moveElement(Elements& elements, std::size_t from, std::size_t to)
{
    const auto at = [&elements](std::size_t k) { return elements.begin() + static_cast<std::ptrdiff_t>(k); };
    if (from < to)
        std::rotate(at(from), at(from + 1), at(to + 1));
    else
        std::rotate(at(to), at(from), at(from + 1));
}

} // namespace

class StudyController::Private {
public:
    explicit Private(std::function<void()> arrived)
        : evaluator(std::move(arrived))
    {
    }

    StudyEvaluator evaluator;
    std::vector<quint64> identities; ///< of the candidates, in their order
    quint64 nextIdentity = 1;
};

StudyController::StudyController(QObject* parent)
    : QObject(parent)
    , m_private(std::make_unique<Private>(
          [this] { QMetaObject::invokeMethod(this, &StudyController::collect, Qt::QueuedConnection); }))
{
    m_undoStack.setUndoLimit(mostSteps);
}

StudyController::~StudyController() = default;

bool StudyController::isModified() const
{
    return !m_undoStack.isClean();
}

CandidateStatePtr StudyController::state(std::size_t candidate) const
{
    return m_private->evaluator.state(candidate);
}

quint64 StudyController::derivationCount() const
{
    return m_private->evaluator.derivationCount();
}

void StudyController::waitForResults()
{
    while (m_private->evaluator.isRunning()) {
        m_private->evaluator.waitForOne();
        collect();
    }
}

void StudyController::collect()
{
    const StudyEvaluator::Change change = m_private->evaluator.collect();
    for (const std::size_t candidate : change.states)
        Q_EMIT stateChanged(candidate);
    if (change.reference)
        Q_EMIT referenceChanged();
}

void StudyController::setDocument(StudyDocument document)
{
    m_undoStack.clear();
    std::vector<quint64> identities;
    for (std::size_t k = 0; k < document.candidates.size(); ++k)
        identities.push_back(m_private->nextIdentity++);
    m_current = 0;
    m_private->identities.clear();
    show(document, identities);
}

void StudyController::edit(const QString& text, const QString& field, const Change& change)
{
    const auto before = std::make_shared<DocumentVersion>(DocumentVersion{m_document, m_private->identities});
    auto after = std::make_shared<DocumentVersion>(*before);
    change(after->document, after->identities);
    assert(after->identities.size() == after->document.candidates.size());
    if (after->document == before->document)
        return;
    m_undoStack.push(new DocumentEdit(text, field, before, std::move(after), [this](const DocumentVersionPtr& version) {
        show(version->document, version->identities);
    }));
}

void StudyController::show(const StudyDocument& document, const std::vector<quint64>& identities)
{
    const auto currentIdentity = identityAt(m_private->identities, m_current);
    const bool listChanged = identities != m_private->identities || !sameList(document, m_document);
    m_document = document;
    m_private->identities = identities;
    const std::size_t last = identities.empty() ? 0 : identities.size() - 1;
    m_current = indexOf(identities, currentIdentity).value_or(std::min(m_current, last));
    const bool currentChanged = identityAt(identities, m_current) != currentIdentity;

    const StudyEvaluator::Change change = m_private->evaluator.update({m_document, m_private->identities}, m_current);
    Q_EMIT documentChanged();
    if (listChanged)
        Q_EMIT candidatesChanged();
    for (const std::size_t candidate : change.states)
        Q_EMIT stateChanged(candidate);
    if (currentChanged)
        Q_EMIT currentCandidateChanged(m_current);
    if (change.reference)
        Q_EMIT referenceChanged();
}

void StudyController::setModelField(ModelField field, const QString& text)
{
    edit(stepName(infoOf(m_document.accounting, field), text),
         QStringLiteral("model.%1").arg(static_cast<std::size_t>(field)),
         [&](StudyDocument& study, auto&) { study[field] = text.toStdString(); });
}

void StudyController::setModel(const TypedModel& model)
{
    const QString name = QString::fromStdString(model[static_cast<std::size_t>(ModelField::Name)]);
    edit(tr("Choose model %1").arg(name), {}, [&](StudyDocument& study, auto&) { study.model = model; });
}

void StudyController::setWorkloadField(WorkloadField field, const QString& text)
{
    edit(stepName(infoOf(m_document.accounting, field), text),
         QStringLiteral("workload.%1").arg(static_cast<std::size_t>(field)),
         [&](StudyDocument& study, auto&) { study[field] = text.toStdString(); });
}

void StudyController::setSystem(const std::string& name, const std::string& json)
{
    edit(tr("Choose system %1").arg(QString::fromStdString(name)), {}, [&](StudyDocument& study, auto&) {
        study.system = name;
        study.systemJson = json.empty() ? json : indentedProfile(json).value_or(json);
    });
}

void StudyController::setFramework(const std::string& name, const std::string& json)
{
    edit(stepName(frameworkInfo(), QString::fromStdString(name)), {}, [&](StudyDocument& study, auto&) {
        study.framework = name;
        study.frameworkJson = json.empty() ? json : indentedProfile(json).value_or(json);
    });
}

/// Interleaving begins with the first legal number of virtual stages when none was stated before.
void StudyController::setCandidateField(std::size_t candidate, CandidateField field, const QString& text)
{
    const auto merging = QStringLiteral("candidate.%1.%2")
                             .arg(m_private->identities.at(candidate))
                             .arg(static_cast<std::size_t>(field));
    edit(stepName(infoOf(m_document.accounting, field), text), merging, [&](StudyDocument& study, auto&) {
        StudyCandidate& stated = study.candidates[candidate];
        stated[field] = text.toStdString();
        const bool beginsToInterleave = field == CandidateField::ScheduleKind
            && stated[field] == InterleavedOneForwardOneBackward::alternativeName;
        if (!beginsToInterleave || !stated[CandidateField::VirtualStages].empty())
            return;
        const auto legal = legalValues(study, candidate, CandidateField::VirtualStages);
        stated[CandidateField::VirtualStages] = legal.empty() ? "2" : legal.front();
    });
}

void StudyController::setCandidateField(std::size_t candidate, CandidateField field, const QString& text,
                                        const QString& stepName)
{
    edit(stepName, {},
         [&](StudyDocument& study, auto&) { study.candidates.at(candidate)[field] = text.toStdString(); });
}

void StudyController::addCandidate(StudyCandidate candidate, const QString& stepName)
{
    edit(stepName, {}, [&](StudyDocument& study, std::vector<quint64>& identities) {
        study.candidates.push_back(std::move(candidate));
        identities.push_back(m_private->nextIdentity++);
    });
}

void StudyController::addImported(const StudyDocument& imported)
{
    assert(imported.accounting == m_document.accounting && !imported.candidates.empty());
    StudyCandidate candidate = imported.candidates.front();
    const QString name = QString::fromStdString(candidate.name);
    candidate.name = freeName(m_document, name, tr("%1 %2"));
    edit(tr("Import %1").arg(name), {}, [&](StudyDocument& study, std::vector<quint64>& identities) {
        study.model = imported.model;
        study.workload = imported.workload;
        study.system = imported.system;
        study.systemJson = imported.systemJson;
        study.framework = imported.framework;
        study.frameworkJson = imported.frameworkJson;
        study.candidates.push_back(candidate);
        identities.push_back(m_private->nextIdentity++);
    });
}

void StudyController::duplicateCandidate(std::size_t candidate)
{
    const auto name = QString::fromStdString(m_document.candidates.at(candidate).name);
    edit(tr("Duplicate %1").arg(name), {}, [&](StudyDocument& study, std::vector<quint64>& identities) {
        const auto a = identityAt(identities, study.pinnedA);
        const auto b = identityAt(identities, study.pinnedB);
        StudyCandidate copy = study.candidates[candidate];
        copy.name = freeName(study, tr("%1 copy").arg(name), tr("%1 %2"));
        const auto behind = static_cast<std::ptrdiff_t>(candidate) + 1;
        study.candidates.insert(study.candidates.begin() + behind, std::move(copy));
        identities.insert(identities.begin() + behind, m_private->nextIdentity++);
        study.pinnedA = indexOf(identities, a);
        study.pinnedB = indexOf(identities, b);
    });
}

void StudyController::renameCandidate(std::size_t candidate, const QString& name)
{
    edit(tr("Rename candidate to %1").arg(name), {},
         [&](StudyDocument& study, auto&) { study.candidates.at(candidate).name = name.toStdString(); });
}

void StudyController::removeCandidate(std::size_t candidate)
{
    if (m_document.candidates.size() < 2)
        return;
    const auto name = QString::fromStdString(m_document.candidates.at(candidate).name);
    edit(tr("Delete %1").arg(name), {}, [&](StudyDocument& study, std::vector<quint64>& identities) {
        const auto a = identityAt(identities, study.pinnedA);
        const auto b = identityAt(identities, study.pinnedB);
        study.candidates.erase(study.candidates.begin() + static_cast<std::ptrdiff_t>(candidate));
        identities.erase(identities.begin() + static_cast<std::ptrdiff_t>(candidate));
        study.pinnedA = indexOf(identities, a);
        study.pinnedB = indexOf(identities, b);
    });
}

void StudyController::moveCandidate(std::size_t from, std::size_t to)
{
    if (from >= candidateCount() || to >= candidateCount())
        return;
    const auto name = QString::fromStdString(m_document.candidates[from].name);
    edit(tr("Move %1").arg(name), {}, [&](StudyDocument& study, std::vector<quint64>& identities) {
        const auto a = identityAt(identities, study.pinnedA);
        const auto b = identityAt(identities, study.pinnedB);
        moveElement(study.candidates, from, to);
        moveElement(identities, from, to);
        study.pinnedA = indexOf(identities, a);
        study.pinnedB = indexOf(identities, b);
    });
}

void StudyController::pin(std::optional<std::size_t> a, std::optional<std::size_t> b)
{
    edit(tr("Pin candidates"), {}, [&](StudyDocument& study, auto&) {
        study.pinnedA = a;
        study.pinnedB = b;
    });
}

void StudyController::renameStudy(const QString& name)
{
    edit(tr("Rename study to %1").arg(name), {},
         [&](StudyDocument& study, auto&) { study.name = name.toStdString(); });
}

void StudyController::setCurrentCandidate(std::size_t candidate)
{
    if (candidate >= candidateCount() || candidate == m_current)
        return;
    m_current = candidate;
    const StudyEvaluator::Change change = m_private->evaluator.setCurrent(candidate);
    Q_EMIT currentCandidateChanged(candidate);
    if (change.reference)
        Q_EMIT referenceChanged();
}

void StudyController::setReference(const QString& title, std::vector<ExpectedFact> facts)
{
    m_referenceTitle = title;
    m_private->evaluator.setReference(std::move(facts), m_current);
    Q_EMIT referenceChanged();
}

void StudyController::clearReference()
{
    m_referenceTitle.clear();
    m_private->evaluator.setReference(std::nullopt, m_current);
    Q_EMIT referenceChanged();
}

AnyResult StudyController::anyReferenceResult() const
{
    return m_private->evaluator.referenceResult();
}

} // namespace planscope::ui
