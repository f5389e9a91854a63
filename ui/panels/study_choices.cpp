#include "ui/panels/study_choices.h"

#include "frontend/presets.h"
#include "study/study_document.h"
#include "ui/panels/command_palette.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>

namespace planscope::ui {
namespace {

QString nameOf(const Preset& preset)
{
    return QString::fromUtf8(preset.name.data(), static_cast<qsizetype>(preset.name.size()));
}

} // namespace

StudyChoices::StudyChoices(StudyController* study, QWidget* owner)
    : QObject(owner)
    , m_study(study)
    , m_owner(owner)
    , m_rename(new QAction(tr("Re&name study…"), this))
    , m_models(new QMenu(tr("&Model of the study"), owner))
    , m_systems(new QMenu(tr("&System of the study"), owner))
{
    m_rename->setShortcut(QKeySequence(tr("Shift+F2")));
    connect(m_rename, &QAction::triggered, this, &StudyChoices::askForName);
    addModels();
    addSystems();
    for (QAction* const action : {m_rename, m_systemFile})
        setNeed(action, tr("Open a study first."));
    for (const Choice& choice : m_choices)
        setNeed(choice.action, tr("Open a study first."));
    connect(m_study, &StudyController::documentChanged, this, &StudyChoices::showStudy);
    showStudy();
}

QList<QAction*> StudyChoices::actions() const
{
    return {m_rename, m_models->menuAction(), m_systems->menuAction()};
}

void StudyChoices::addModels()
{
    for (const Accounting accounting : {Accounting::Block, Accounting::Whole})
        for (const Preset& preset : presets(modelPresets(accounting))) {
            const TypedModel values = bundledModel(accounting, preset);
            addChoice(
                m_models, tr("Model: %1").arg(nameOf(preset)), [this, values] { m_study->setModel(values); },
                [values](const StudyDocument& document) { return document.model == values; }, accounting);
        }
}

void StudyChoices::addSystems()
{
    for (const Preset& preset : presets(PresetKind::Systems)) {
        const std::string name{preset.name};
        addChoice(
            m_systems, tr("System: %1").arg(nameOf(preset)), [this, name] { m_study->setSystem(name, {}); },
            [name](const StudyDocument& document) { return document.systemJson.empty() && document.system == name; });
    }
    m_systems->addSeparator();
    m_systemFile = m_systems->addAction(tr("System: from a &file…"));
    connect(m_systemFile, &QAction::triggered, this, &StudyChoices::systemFileRequested);
}

void StudyChoices::addChoice(QMenu* menu, const QString& text, std::function<void()> make,
                             std::function<bool(const StudyDocument&)> isMade, std::optional<Accounting> accounting)
{
    QAction* const action = menu->addAction(text);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, make = std::move(make)] {
        make();
        showStudy(); // a choice that is made already stays ticked
    });
    m_choices.push_back({action, std::move(isMade), accounting});
}

void StudyChoices::askForName()
{
    const QString old = QString::fromStdString(m_study->document().name);
    bool accepted = false;
    const QString name
        = QInputDialog::getText(m_owner, tr("Rename study"), tr("Name"), QLineEdit::Normal, old, &accepted).trimmed();
    if (accepted && !name.isEmpty() && name != old)
        m_study->renameStudy(name);
}

void StudyChoices::showStudy()
{
    const StudyDocument& document = m_study->document();
    const bool isOpen = !document.candidates.empty();
    m_rename->setEnabled(isOpen);
    m_systemFile->setEnabled(isOpen);
    m_models->menuAction()->setEnabled(isOpen);
    m_systems->menuAction()->setEnabled(isOpen);
    for (const Choice& choice : m_choices) {
        const bool fits = !choice.accounting || *choice.accounting == document.accounting;
        choice.action->setVisible(fits);
        choice.action->setEnabled(isOpen && fits);
        choice.action->setChecked(isOpen && choice.isMade(document));
    }
}

} // namespace planscope::ui
