#include "ui/panels/editor_panel.h"

#include "report/number_format.h"
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

    void add(const Diagnostic& diagnostic)
    {
        const QString message = QString::fromStdString(diagnostic.message);
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
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);

    m_candidateName = new QLabel(content);
    m_candidateName->setWordWrap(true);
    column->addWidget(m_candidateName);
    m_generalMessage = new QLabel(content);
    m_generalMessage->setWordWrap(true);
    m_generalMessage->hide();
    column->addWidget(m_generalMessage);

    StudyController* study = m_context.study;
    const auto addCandidateField = [&](QVBoxLayout* group, CandidateField field) {
        FieldEditor* const made = addEditor(group, infoOf(field), choicesOf(field));
        m_candidate[static_cast<std::size_t>(field)] = made;
        made->setLegalValues([study, field] { return legalValues(study->document(), study->currentCandidate(), field); });
        connect(made, &FieldEditor::edited, study, [study, field](const QString& text) {
            study->setCandidateField(study->currentCandidate(), field, text);
        });
    };
    QVBoxLayout* group = addGroup(column, tr("Mapping"));
    for (std::size_t k = 0; k < candidateFieldCount; ++k)
        if (const auto field = static_cast<CandidateField>(k); !isTierField(field))
            addCandidateField(group, field);
    group = addGroup(column, tr("Network tiers"), true);
    for (std::size_t k = 0; k < candidateFieldCount; ++k)
        if (const auto field = static_cast<CandidateField>(k); isTierField(field))
            addCandidateField(group, field);

    group = addGroup(column, tr("Workload of the study"));
    for (std::size_t k = 0; k < workloadFieldCount; ++k) {
        const auto field = static_cast<WorkloadField>(k);
        m_workload[k] = addEditor(group, infoOf(field), choicesOf(field));
        connect(m_workload[k], &FieldEditor::edited, study,
                [study, field](const QString& text) { study->setWorkloadField(field, text); });
    }
    group = addGroup(column, tr("Model of the study"));
    for (std::size_t k = 0; k < modelFieldCount; ++k) {
        const auto field = static_cast<ModelField>(k);
        m_model[k] = addEditor(group, infoOf(field), {});
        connect(m_model[k], &FieldEditor::edited, study,
                [study, field](const QString& text) { study->setModelField(field, text); });
    }
    column->addStretch(1);
    setWidget(content);

    connect(study, &StudyController::documentChanged, this, &EditorPanel::showDocument);
    connect(study, &StudyController::candidatesChanged, this, &EditorPanel::showDocument);
    connect(study, &StudyController::currentCandidateChanged, this, &EditorPanel::showDocument);
    connect(study, &StudyController::stateChanged, this, [this, study](std::size_t candidate) {
        if (candidate == study->currentCandidate())
            showProblems();
    });
    connect(m_context.theme, &ThemeHolder::changed, this, &EditorPanel::showTheme);
    showTheme();
    showDocument();
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
    for (std::size_t k = 0; k < candidateFieldCount; ++k)
        add(infoOf(static_cast<CandidateField>(k)), m_candidate[k]);
    for (std::size_t k = 0; k < workloadFieldCount; ++k)
        add(infoOf(static_cast<WorkloadField>(k)), m_workload[k]);
    for (std::size_t k = 0; k < modelFieldCount; ++k)
        add(infoOf(static_cast<ModelField>(k)), m_model[k]);
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
    const auto place = placeOf(path.toStdString(), candidate);
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
    auto* box = new QGroupBox(title, widget());
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
    return nullptr;
}

template <class Visit>
void EditorPanel::forEachEditor(Visit&& visit) const
{
    for (FieldEditor* const made : m_candidate)
        visit(made);
    for (FieldEditor* const made : m_workload)
        visit(made);
    for (FieldEditor* const made : m_model)
        visit(made);
}

void EditorPanel::showDocument()
{
    const StudyDocument& document = m_context.study->document();
    const std::size_t current = m_context.study->currentCandidate();
    setEnabled(current < document.candidates.size());
    for (std::size_t k = 0; k < modelFieldCount; ++k)
        m_model[k]->setValue(QString::fromStdString(document.model[k]));
    for (std::size_t k = 0; k < workloadFieldCount; ++k)
        m_workload[k]->setValue(QString::fromStdString(document.workload[k]));
    if (current < document.candidates.size()) {
        const StudyCandidate& candidate = document.candidates[current];
        m_candidateName->setText(QString::fromStdString(candidate.name));
        for (std::size_t k = 0; k < candidateFieldCount; ++k)
            m_candidate[k]->setValue(QString::fromStdString(candidate.values[k]));
        // The schedule's own fields follow its constructor.
        editor(CandidateField::VirtualStages)
            ->setVisible(candidate[CandidateField::ScheduleKind] == "interleaved_one_forward_one_backward");
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
            const auto place = placeOf(problem.path, current);
            faults[place ? editorAt(*place) : nullptr].add(problem);
        }
    }
    forEachEditor([&faults](FieldEditor* made) {
        const FieldFaults& own = faults[made];
        made->setMessage(own.messages.join(QLatin1Char('\n')), own.codes.join(QLatin1Char('\n')));
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
    if (!state || !state->result || !state->result->system)
        return;
    const auto& networks = state->result->system->networks;
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
    const auto place = [&](bool tiers) {
        int label = 0;
        int unit = 0;
        forEachEditor([&](const FieldEditor* made) {
            if (isTier(made) != tiers)
                return;
            label = std::max(label, made->labelWidth());
            unit = std::max(unit, made->unitWidth());
        });
        forEachEditor([&](FieldEditor* made) {
            if (isTier(made) == tiers)
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

bool EditorPanel::isTier(const FieldEditor* made) const
{
    return std::any_of(tierFields.begin(), tierFields.end(),
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
