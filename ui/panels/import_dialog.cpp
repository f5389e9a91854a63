#include "ui/panels/import_dialog.h"

#include "frontend/candidate_source.h"
#include "ui/models/shown_text.h"
#include "ui/panels/import_account_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {
namespace {

enum Base { FromCandidate, FromDefaults }; ///< data of the choices

/// The current candidate of a study of whole models, when it is lawful.
std::optional<whole::Candidate> currentCandidate(const StudyController& study)
{
    if (study.document().accounting != Accounting::Whole || study.candidateCount() == 0)
        return std::nullopt;
    const auto source = CandidateSource::open(study.document().toJson());
    if (!source)
        return std::nullopt;
    auto read = source->readWhole(study.currentCandidate());
    return read.candidate ? std::optional{std::move(*read.candidate)} : std::nullopt;
}

/// What the case breaks, whether or not a document can hold it.
Diagnostics faultsOf(const QString& caseJson)
{
    const auto source = CandidateSource::open(caseJson.toStdString());
    if (!source)
        return source.error();
    const auto read = source->readWhole(0);
    return read.candidate ? Diagnostics{} : read.candidate.error();
}

/// Which of what all candidates of a study share is another in the imported one.
QStringList replacedParts(const StudyDocument& open, const StudyDocument& imported)
{
    QStringList parts;
    const auto compare = [&parts](bool same, const QString& part) {
        if (!same)
            parts << part;
    };
    compare(open.model == imported.model, ImportDialog::tr("model"));
    compare(open.workload == imported.workload, ImportDialog::tr("workload"));
    compare(open.system == imported.system && open.systemJson == imported.systemJson, ImportDialog::tr("system"));
    compare(open.framework == imported.framework && open.frameworkJson == imported.frameworkJson,
            ImportDialog::tr("framework"));
    return parts;
}

} // namespace

ImportDialog::ImportDialog(const StudyController* study, const ThemeHolder* theme, QWidget* parent)
    : QDialog(parent)
    , m_study(study)
    , m_theme(theme)
    , m_intro(new QLabel(this))
    , m_status(new QLabel(this))
    , m_table(new ImportAccountView(this))
    , m_consequence(new QLabel(this))
{
    m_status->setAccessibleName(tr("State of the import"));
    auto* form = new QGridLayout;
    buildForm(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_add = buttons->addButton(tr("Add to the open study"), QDialogButtonBox::ActionRole);
    m_open = buttons->addButton(tr("Open as a study"), QDialogButtonBox::ActionRole);
    for (QPushButton* const button : {m_add, m_open})
        button->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_add, &QPushButton::clicked, this, [this] { accepted(false); });
    connect(m_open, &QPushButton::clicked, this, [this] { accepted(true); });

    for (QLabel* const label : {m_intro, m_overlapNote, m_status, m_consequence}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_intro);
    column->addLayout(form);
    column->addWidget(m_status);
    column->addWidget(m_table, 1);
    column->addWidget(m_consequence);
    column->addWidget(buttons);
    connect(m_theme, &ThemeHolder::changed, this, &ImportDialog::showTheme);
    connect(m_study, &StudyController::documentChanged, this, [this] {
        if (isVisible())
            showBases(); // the base or what adding does may be another
    });
    showTheme();
    const int margin = m_theme->theme().space(4);
    layout()->setContentsMargins(margin, margin, margin, margin);
    resize(m_theme->theme().space(240), m_theme->theme().space(155));
}

QLineEdit* ImportDialog::addEntry(QGridLayout* form, int row, int column, const QString& label, int span)
{
    auto* name = new QLabel(label, this);
    auto* edit = new QLineEdit(this);
    edit->setAccessibleName(label);
    name->setBuddy(edit);
    form->addWidget(name, row, 2 * column);
    form->addWidget(edit, row, 2 * column + 1, 1, span);
    connect(edit, &QLineEdit::textChanged, this, &ImportDialog::import);
    return edit;
}

void ImportDialog::buildForm(QGridLayout* form)
{
    constexpr int columns = 3;
    for (const int column : {1, 3, 5})
        form->setColumnStretch(column, 1);
    form->setVerticalSpacing(m_theme->theme().space(2));
    auto* baseLabel = new QLabel(tr("What is not said"), this);
    m_base = new QComboBox(this);
    m_base->setAccessibleName(baseLabel->text());
    connect(m_base, &QComboBox::currentIndexChanged, this, &ImportDialog::import);
    form->addWidget(baseLabel, 0, 0);
    form->addWidget(m_base, 0, 1, 1, 2 * columns - 1);
    for (const auto format : {whole::ImportFormat::HuggingFace, whole::ImportFormat::Megatron}) {
        int place = 0;
        for (const ImportField field : importFieldsOf(format)) {
            QLineEdit* const edit = addEntry(form, 1 + place / columns, place % columns, labelOf(field));
            ++place;
            auto* const label = qobject_cast<QLabel*>(form->itemAt(form->count() - 2)->widget());
            m_entries.push_back({field, label, edit});
        }
    }
    m_variables = addEntry(form, 2, 0, tr("Variables"), 2 * columns - 1);
    m_variablesLabel = qobject_cast<QLabel*>(form->itemAt(form->count() - 2)->widget());
    m_variables->setPlaceholderText(tr("NAME=VALUE, where the script leaves it to its surroundings"));
    m_dropOverlap = new QCheckBox(tr("Leave out communication that overlaps with computation"), this);
    connect(m_dropOverlap, &QCheckBox::toggled, this, &ImportDialog::import);
    m_overlapNote = new QLabel(tr("Most scripts ask for it. It is not derived, so a case that has it is refused; with the tick the "
                                  "arguments are left out, and the predicted time has no overlap."),
                               this);
    form->addWidget(m_dropOverlap, 3, 0, 1, 2 * columns);
    form->addWidget(m_overlapNote, 4, 0, 1, 2 * columns);
}

void ImportDialog::put(whole::ImportFormat format, const QString& path, std::string bytes)
{
    m_format = format;
    m_path = path;
    m_bytes = std::move(bytes);
    for (const Entry& entry : m_entries) {
        const QSignalBlocker blocker(entry.edit);
        entry.edit->clear();
    }
    const QSignalBlocker variables(m_variables), overlap(m_dropOverlap);
    m_variables->clear();
    m_dropOverlap->setChecked(false);
    showFormat();
    showBases();
    m_base->setFocus();
}

void ImportDialog::showFormat()
{
    const bool isMegatron = m_format == whole::ImportFormat::Megatron;
    const QString file = shownText(QFileInfo(m_path).fileName());
    setWindowTitle(isMegatron ? tr("Import from Megatron-LM") : tr("Import from Hugging Face"));
    m_intro->setText(isMegatron
                         ? tr("“%1” holds arguments of a training with Megatron-LM. Nothing in it is run.").arg(file)
                         : tr("“%1” is the configuration of a model. It says nothing of workload and mapping.").arg(file));
    m_intro->setToolTip(m_path);
    const std::vector<ImportField> fields = importFieldsOf(m_format);
    for (const Entry& entry : m_entries) {
        const bool isTaken = std::find(fields.begin(), fields.end(), entry.field) != fields.end();
        entry.label->setVisible(isTaken);
        entry.edit->setVisible(isTaken);
    }
    for (QWidget* const own : std::initializer_list<QWidget*>{m_variablesLabel, m_variables, m_dropOverlap, m_overlapNote})
        own->setVisible(isMegatron);
}

void ImportDialog::showBases()
{
    const QVariant chosen = m_base->currentData();
    const QSignalBlocker blocker(m_base);
    m_base->clear();
    if (const auto candidate = currentCandidate(*m_study))
        m_base->addItem(tr("as in the current candidate, “%1”").arg(shownText(candidate->name)), FromCandidate);
    m_base->addItem(tr("by default: one rank of an H100, 4,096 tokens, nothing recomputed, fused attention and loss"),
                    FromDefaults);
    m_base->setCurrentIndex(std::max(m_base->findData(chosen), 0));
    import();
}

std::optional<whole::ImportSettings> ImportDialog::settings()
{
    whole::ImportSettings settings = whole::defaultImportSettings();
    if (m_base->currentData() == FromCandidate)
        if (const auto candidate = currentCandidate(*m_study))
            settings = whole::importSettingsFrom(*candidate, "the open candidate");
    for (const Entry& entry : m_entries) {
        const QString text = entry.edit->text().trimmed();
        if (entry.edit->isHidden() || text.isEmpty())
            continue;
        bool isNumber = false;
        const qint64 value = text.toLongLong(&isNumber);
        if (!isNumber || value < 1) {
            say(Role::Error, tr("✖ %1: “%2” is no whole number from 1 on.").arg(labelOf(entry.field), shownText(text)));
            return std::nullopt;
        }
        valueOf(settings, entry.field) = value;
    }
    const auto variables = variablesIn(m_variables->text());
    if (!variables) {
        say(Role::Error, tr("✖ Variables: words of the form NAME=VALUE are expected, with spaces between them."));
        return std::nullopt;
    }
    settings.variables = *variables;
    settings.dropOverlap = m_dropOverlap->isChecked();
    return settings;
}

void ImportDialog::import()
{
    if (const auto told = settings()) {
        showImport(whole::importCase(m_format, m_bytes, *told));
        return;
    }
    m_case.clear();
    showConsequence();
}

void ImportDialog::showImport(const CaseImport& import)
{
    m_case = QString::fromStdString(import.caseJson);
    const Diagnostics broken = m_case.isEmpty() ? Diagnostics{} : faultsOf(m_case);
    if (m_case.isEmpty()) {
        const Diagnostic* const first = import.diagnostics.empty() ? nullptr : &import.diagnostics.front();
        const int reasons = countOfOutcome(import, ImportOutcome::Refused);
        say(Role::Error, (reasons == 1 ? tr("✖ Refused, so there is no case yet (%1 reason below). %2")
                                       : tr("✖ Refused, so there is no case yet (%1 reasons below). %2"))
                             .arg(reasons)
                             .arg(first ? shownText(first->path + ": " + first->message) + QLatin1Char('.') : QString{}));
    } else if (!broken.empty()) {
        say(Role::Warn, (broken.size() == 1 ? tr("▲ A case came out that breaks %1 law; say the field here, or mend it "
                                                 "in the editor. %2")
                                            : tr("▲ A case came out that breaks %1 laws; say the field here, or mend "
                                                 "it in the editor. %2"))
                            .arg(broken.size())
                            .arg(shownText(broken.front().path + ": " + broken.front().message) + QLatin1Char('.')));
    } else {
        say(Role::Ok, tr("✓ A case came out: %1 fields read, %2 assumed, %3 ignored.")
                          .arg(countOfOutcome(import, ImportOutcome::Read))
                          .arg(countOfOutcome(import, ImportOutcome::Assumed))
                          .arg(countOfOutcome(import, ImportOutcome::Ignored)));
    }
    m_table->setRows(import.rows, m_theme->theme());
    showAssumptions(import);
    showConsequence();
}

/// In an empty entry stands what is assumed in its place.
void ImportDialog::showAssumptions(const CaseImport& import)
{
    for (const Entry& entry : m_entries) {
        const std::string field = caseFieldOf(entry.field).toStdString();
        const auto assumed = std::find_if(import.rows.begin(), import.rows.end(), [&field](const ImportRow& row) {
            return row.outcome == ImportOutcome::Assumed && row.field == field;
        });
        const bool isDegree = entry.field != ImportField::Ranks;
        entry.edit->setPlaceholderText(assumed == import.rows.end() || !isDegree ? tr("as the file says")
                                                                                 : shownText(assumed->note));
    }
}

void ImportDialog::showConsequence()
{
    const bool hasStudy = m_study->candidateCount() > 0 && m_study->document().accounting == Accounting::Whole;
    const auto imported = m_case.isEmpty() ? Result<StudyDocument>{refuse(Diagnostics{})}
                                           : StudyDocument::parse(m_case.toStdString());
    m_open->setEnabled(imported.has_value());
    m_add->setVisible(hasStudy);
    m_add->setEnabled(hasStudy && imported);
    (m_add->isEnabled() ? m_add : m_open)->setDefault(true);
    if (!hasStudy || !imported) {
        m_consequence->clear();
        m_consequence->hide();
        return;
    }
    const QStringList parts = replacedParts(m_study->document(), *imported);
    m_consequence->show();
    m_consequence->setText(parts.isEmpty()
                               ? tr("Adding appends a candidate to the open study; its model, workload and system are the same.")
                               : tr("▲ Adding appends a candidate and replaces what all candidates of the open study share: %1. One "
                                    "undo takes both back.")
                                     .arg(parts.join(tr(", "))));
}

void ImportDialog::accepted(bool asStudy)
{
    const QString json = m_case;
    accept();
    if (asStudy)
        Q_EMIT studyRequested(json);
    else
        Q_EMIT candidateRequested(json);
}

QString ImportDialog::status() const
{
    return m_status->text();
}

QString ImportDialog::consequence() const
{
    return m_consequence->text();
}

void ImportDialog::say(Role role, const QString& text)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, m_theme->theme().color(role));
    m_status->setPalette(colors);
    m_status->setText(text);
}

void ImportDialog::showTheme()
{
    const Theme& theme = m_theme->theme();
    setFont(theme.body());
    layout()->setSpacing(theme.space(3));
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, theme.color(Role::Muted));
    for (QLabel* const label : {m_overlapNote, m_consequence})
        label->setPalette(muted);
    if (!m_bytes.empty())
        import(); // the status has a colour of the theme
}

} // namespace planscope::ui
