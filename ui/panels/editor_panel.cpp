#include "ui/panels/editor_panel.h"

#include "report/number_format.h"
#include "ui/models/shown_text.h"
#include "ui/models/table_text.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/field_editor.h"

#include <QFrame>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>

namespace planscope::ui {
namespace {

/// The importer's words for one field, one line a fault; nearest legal values are in the message already.
struct FieldFaults {
    QStringList messages;
    QStringList codes;
    Severity severity = Severity::Warning; ///< the worst

    void add(const Diagnostic& diagnostic)
    {
        if (diagnostic.severity == Severity::Error)
            severity = Severity::Error;
        const QString message = shownText(diagnostic.message);
        if (messages.contains(message))
            return;
        messages << message;
        codes << QString::fromStdString(diagnostic.code);
    }
};

constexpr std::array<CandidateField, 3> tierFields{CandidateField::TensorTier, CandidateField::PipelineTier,
                                                   CandidateField::DataTier};

bool isTierField(CandidateField field)
{
    return std::find(tierFields.begin(), tierFields.end(), field) != tierFields.end();
}

} // namespace

EditorPanel::EditorPanel(const ViewContext& context, QWidget* parent) : QScrollArea(parent), m_context(context)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Editor of the current candidate"));
    addCopyActions(this, {[] { return QString{}; }, [this] { return copyText(); }});
    StudyController* study = m_context.study;
    connect(study, &StudyController::documentChanged, this, &EditorPanel::showDocument);
    connect(study, &StudyController::candidatesChanged, this, &EditorPanel::showDocument);
    connect(study, &StudyController::currentCandidateChanged, this, &EditorPanel::showDocument);
    connect(study, &StudyController::stateChanged, this, [this, study](std::size_t candidate) {
        if (candidate == study->currentCandidate())
            showProblems();
    });
    connect(m_context.theme, &ThemeHolder::changed, this, &EditorPanel::showTheme);
    showDocument();
}

/// Another form in place of the one there is.
void EditorPanel::build(Accounting accounting)
{
    m_accounting = accounting;
    m_groups.clear();
    m_model.fill(nullptr);
    m_workload.fill(nullptr);
    m_candidate.fill(nullptr);
    m_framework = nullptr;
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    m_candidateName = new QLabel(content);
    m_candidateName->setWordWrap(true);
    m_candidateName->setTextFormat(Qt::PlainText);
    column->addWidget(m_candidateName);
    m_generalMessage = new QLabel(content);
    m_generalMessage->setWordWrap(true);
    m_generalMessage->hide();
    column->addWidget(m_generalMessage);

    const bool isWhole = accounting == Accounting::Whole;
    QVBoxLayout* const mapping = addGroup(column, tr("Mapping"));
    QVBoxLayout* const right
        = addGroup(column, isWhole ? tr("Network tiers and framework") : tr("Network tiers"), true);
    QVBoxLayout* const workload = addGroup(column, tr("Workload of the study"));
    QVBoxLayout* const model = addGroup(column, tr("Model of the study"));
    addCandidateFields(mapping, right);
    if (isWhole)
        addFramework(right);
    addCommonFields(workload, model);
    column->addStretch(1);
    setWidget(content);
    showTheme();
}

void EditorPanel::addCandidateFields(QVBoxLayout* left, QVBoxLayout* rightOfBoundary)
{
    StudyController* const study = m_context.study;
    for (const CandidateField field : fieldsOf<CandidateField>(*m_accounting)) {
        FieldEditor* const made = addEditor(isTierField(field) ? rightOfBoundary : left, infoOf(*m_accounting, field),
                                            choicesOf(*m_accounting, field));
        m_candidate[static_cast<std::size_t>(field)] = made;
        made->setLegalValues([study, field] {
            const std::size_t current = study->currentCandidate();
            return current < study->candidateCount() ? legalValues(study->document(), current, field)
                                                     : std::vector<std::string>{};
        });
        connect(made, &FieldEditor::edited, study, [study, field](const QString& text) {
            study->setCandidateField(study->currentCandidate(), field, text);
        });
    }
}

void EditorPanel::addFramework(QVBoxLayout* to)
{
    m_framework = addEditor(to, frameworkInfo(), frameworkChoices());
    connect(m_framework, &FieldEditor::edited, m_context.study,
            [study = m_context.study](const QString& name) { study->setFramework(name.toStdString(), {}); });
}

void EditorPanel::addCommonFields(QVBoxLayout* workload, QVBoxLayout* model)
{
    StudyController* const study = m_context.study;
    for (const WorkloadField field : fieldsOf<WorkloadField>(*m_accounting)) {
        FieldEditor*& made = m_workload[static_cast<std::size_t>(field)];
        made = addEditor(workload, infoOf(*m_accounting, field), choicesOf(*m_accounting, field));
        connect(made, &FieldEditor::edited, study,
                [study, field](const QString& text) { study->setWorkloadField(field, text); });
    }
    for (const ModelField field : fieldsOf<ModelField>(*m_accounting)) {
        FieldEditor*& made = m_model[static_cast<std::size_t>(field)];
        made = addEditor(model, infoOf(*m_accounting, field), choicesOf(*m_accounting, field));
        connect(made, &FieldEditor::edited, study,
                [study, field](const QString& text) { study->setModelField(field, text); });
    }
}

QString EditorPanel::copyText() const
{
    QList<QStringList> lines{
        {QStringLiteral("field"), QStringLiteral("value"), QStringLiteral("unit"), QStringLiteral("problem")}};
    const auto add = [&lines](const FieldInfo& info, const FieldEditor* made) {
        const auto text = [](std::string_view utf8) {
            return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
        };
        lines << QStringList{text(info.path), made->value(), text(info.unit), made->messageCodes()};
    };
    const auto addAll = [&](auto fields) {
        for (const auto field : fields)
            add(infoOf(*m_accounting, field), editor(field));
    };
    addAll(fieldsOf<CandidateField>(*m_accounting));
    if (m_framework != nullptr)
        add(frameworkInfo(), m_framework);
    addAll(fieldsOf<WorkloadField>(*m_accounting));
    addAll(fieldsOf<ModelField>(*m_accounting));
    return tsvOf(lines);
}

FieldEditor* EditorPanel::editor(ModelField field) const
{
    return m_model[static_cast<std::size_t>(field)];
}

FieldEditor* EditorPanel::editor(WorkloadField field) const
{
    return m_workload[static_cast<std::size_t>(field)];
}

FieldEditor* EditorPanel::editor(CandidateField field) const
{
    return m_candidate[static_cast<std::size_t>(field)];
}

QString EditorPanel::generalMessage() const
{
    return m_generalMessage->text();
}

bool EditorPanel::focusPath(const QString& path, std::size_t candidate)
{
    const auto place = placeOf(*m_accounting, path.toStdString(), candidate);
    if (!place)
        return false;
    if (place->candidate && *place->candidate < m_context.study->candidateCount())
        m_context.study->setCurrentCandidate(*place->candidate);
    FieldEditor* const culprit = editorAt(*place);
    if (culprit == nullptr) {
        verticalScrollBar()->setValue(0); // where it is told
        return false;
    }
    ensureWidgetVisible(culprit, 16, 48);
    culprit->control()->setFocus(Qt::OtherFocusReason);
    return true;
}

QVBoxLayout* EditorPanel::addGroup(QVBoxLayout* to, const QString& title, bool rightOfBoundary)
{
    auto* box = new QGroupBox(title, to->parentWidget());
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    m_groups.push_back(box);
    if (!rightOfBoundary) {
        to->addWidget(box);
        return layout;
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_boundary = new QFrame;
    m_boundary->setFixedWidth(3);
    m_boundary->setAutoFillBackground(true);
    m_boundary->setToolTip(tr("The red boundary: what stands right of it moves no digest and runs no pass"));
    row->addWidget(m_boundary);
    row->addWidget(box, 1);
    to->addLayout(row);
    return layout;
}

FieldEditor* EditorPanel::addEditor(QVBoxLayout* to, const FieldInfo& info, std::vector<std::string> choices)
{
    auto* made = new FieldEditor(info, std::move(choices));
    to->addWidget(made);
    return made;
}

FieldEditor* EditorPanel::editorAt(const StudyPlace& place) const
{
    if (place.field)
        return editor(*place.field);
    if (place.workload)
        return editor(*place.workload);
    if (place.model)
        return editor(*place.model);
    return place.framework ? m_framework : nullptr;
}

template <class Visit>
void EditorPanel::forEachEditor(Visit&& visit) const
{
    const auto visitAll = [&visit](const auto& editors) {
        for (FieldEditor* const made : editors)
            if (made != nullptr)
                visit(made);
    };
    visitAll(m_candidate);
    visitAll(std::array{m_framework});
    visitAll(m_workload);
    visitAll(m_model);
}

void EditorPanel::showDocument()
{
    const StudyDocument& document = m_context.study->document();
    if (m_accounting != document.accounting)
        build(document.accounting);
    const std::size_t current = m_context.study->currentCandidate();
    setEnabled(current < document.candidates.size());
    const auto show = [](FieldEditor* made, const std::string& text) { made->setValue(QString::fromStdString(text)); };
    for (const ModelField field : fieldsOf<ModelField>(*m_accounting))
        show(editor(field), document[field]);
    for (const WorkloadField field : fieldsOf<WorkloadField>(*m_accounting))
        show(editor(field), document[field]);
    if (m_framework != nullptr)
        show(m_framework, document.framework);
    if (current < document.candidates.size()) {
        const StudyCandidate& candidate = document.candidates[current];
        m_candidateName->setText(shownText(candidate.name));
        // The schedule's own fields follow its constructor.
        const bool isInterleaved = candidate[CandidateField::ScheduleKind] == "interleaved_one_forward_one_backward";
        for (const CandidateField field : fieldsOf<CandidateField>(*m_accounting)) {
            show(editor(field), candidate[field]);
            if (infoOf(*m_accounting, field).isOfInterleaving)
                editor(field)->setVisible(isInterleaved);
        }
    } else {
        m_candidateName->setText(tr("No candidate"));
    }
    showProblems();
}

void EditorPanel::showProblems()
{
    const std::size_t current = m_context.study->currentCandidate();
    const CandidateStatePtr state = m_context.study->currentState();
    std::map<const FieldEditor*, FieldFaults> faults; // of null: those of no field
    if (state) {
        for (const Diagnostic& problem : state->problems) {
            const auto place = placeOf(*m_accounting, problem.path, current);
            faults[place ? editorAt(*place) : nullptr].add(problem);
        }
    }
    forEachEditor([&faults](FieldEditor* made) {
        const FieldFaults& own = faults[made];
        made->setMessage(own.messages.join(QLatin1Char('\n')), own.codes.join(QLatin1Char('\n')), own.severity);
    });
    const FieldFaults& general = faults[nullptr];
    m_generalMessage->setText(general.messages.join(QLatin1Char('\n')));
    m_generalMessage->setToolTip(general.codes.join(QLatin1Char('\n')));
    m_generalMessage->setVisible(!general.messages.isEmpty());
    showTiers(state.get());
}

/// A tier's number says little: its network stands beside it.
void EditorPanel::showTiers(const CandidateState* state)
{
    const ResultHead* const result = state ? state->result.head() : nullptr;
    if (!result || !result->system)
        return;
    const auto& networks = result->system->networks;
    for (const CandidateField field : tierFields) {
        bool isNumber = false;
        const qulonglong tier = editor(field)->value().toULongLong(&isNumber);
        if (!isNumber || tier >= networks.size()) {
            editor(field)->setUnit({}, {});
            continue;
        }
        const auto& network = networks[static_cast<std::size_t>(tier)];
        const QString name = QString::fromStdString(network.name);
        editor(field)->setUnit(
            name, tr("%1: %2 GB/s peak")
                      .arg(name, QString::fromStdString(exactDigits(network.peakBytesPerSecond / 1e9))));
    }
    placeColumns();
}

/// Labels take one line where there is room, and wrap before the controls get too narrow.
void EditorPanel::placeColumns()
{
    const int spare = std::max(0, viewport()->width() - m_narrowWidth);
    const int narrow = m_context.theme->theme().space(26);
    const auto place = [&](bool right) {
        int label = 0;
        int unit = 0;
        forEachEditor([&](const FieldEditor* made) {
            if (isRightOfBoundary(made) != right)
                return;
            label = std::max(label, made->labelWidth());
            unit = std::max(unit, made->unitWidth());
        });
        forEachEditor([&](FieldEditor* made) {
            if (isRightOfBoundary(made) == right)
                made->setColumns(std::min(label, narrow + spare), unit);
        });
    };
    place(false);
    place(true);
}

void EditorPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    placeColumns();
}

bool EditorPanel::isRightOfBoundary(const FieldEditor* made) const
{
    return made == m_framework || std::any_of(tierFields.begin(), tierFields.end(),
                       [&](CandidateField field) { return editor(field) == made; });
}

void EditorPanel::showTheme()
{
    const Theme& theme = m_context.theme->theme();
    m_candidateName->setFont(theme.section());
    m_generalMessage->setFont(theme.label());
    for (QGroupBox* const group : m_groups)
        group->setFont(theme.body());
    forEachEditor([&theme](FieldEditor* made) { made->setTheme(theme); });
    m_narrowWidth = std::numeric_limits<int>::max();
    placeColumns();
    m_narrowWidth = widget()->minimumSizeHint().width();
    setMinimumWidth(m_narrowWidth + verticalScrollBar()->sizeHint().width());
    placeColumns();
    QPalette palette = m_boundary->palette();
    palette.setColor(QPalette::Window, theme.color(Role::Boundary));
    m_boundary->setPalette(palette);
    palette = m_generalMessage->palette();
    palette.setColor(QPalette::WindowText, theme.color(Role::Warn));
    m_generalMessage->setPalette(palette);
}

} // namespace planscope::ui
