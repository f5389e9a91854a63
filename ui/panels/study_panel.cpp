#include "ui/panels/study_panel.h"

#include "ui/models/shown_text.h"
#include "ui/models/table_text.h"
#include "ui/panels/candidate_delegate.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/copy_actions.h"
#include "ui/panels/study_choices.h"

#include <QAction>
#include <QInputDialog>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace planscope::ui {
namespace {

/// What explains a column's figure; null for a column that has none.
EntityKey figureOf(CandidateListModel::Column column, Accounting accounting)
{
    using Column = CandidateListModel::Column;
    const bool isWhole = accounting == Accounting::Whole;
    const auto component = [](const char* name) {
        return EntityKey{EntityKey::Kind::Component, QString::fromLatin1(name)};
    };
    switch (column) {
    case Column::IterationTime: return component("time.total");
    case Column::Memory: return component(isWhole ? "memory.peak" : "memory.total");
    case Column::Mfu: return component(isWhole ? "utilisation.mfu_causal" : "utilisation.mfu");
    case Column::Name:
    case Column::Status: return {};
    }
    return {};
}

/// All columns of those rows, hidden ones too.
QString candidatesText(const QModelIndexList& rows)
{
    QModelIndexList cells;
    for (const QModelIndex& row : rows)
        for (int column = 0; column < row.model()->columnCount(); ++column)
            cells << row.siblingAtColumn(column);
    return cells.isEmpty() ? QString{} : tsvOf(*cells.front().model(), cells);
}

} // namespace

StudyPanel::StudyPanel(const ViewContext& context, QAbstractItemModel* candidates, QWidget* parent)
    : QWidget(parent), m_context(context)
{
    m_studyName = new QLabel(this);
    m_studyName->setWordWrap(true);
    m_common = new QLabel(this);
    m_common->setWordWrap(true);
    for (QLabel* const line : {m_studyName, m_common})
        line->setTextFormat(Qt::PlainText);

    m_list = new QTreeView(this);
    m_delegate = new CandidateDelegate(m_list);
    m_list->setModel(candidates);
    m_list->setAccessibleName(tr("Candidates of the study"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->setHeaderHidden(true);
    m_list->setItemDelegate(m_delegate);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (int column = 1; column < candidates->columnCount(); ++column)
        m_list->hideColumn(column); // the delegate draws the whole row

    const auto addBar = [this] {
        auto* bar = new QToolBar(this);
        bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
        return bar;
    };
    QToolBar* const edits = addBar();
    edits->addAction(
        addAction(tr("Add candidate"), tr("Add"), QKeySequence(tr("Ctrl+Shift+N")), &StudyPanel::addCandidate));
    edits->addAction(
        addAction(tr("Duplicate candidate"), tr("Duplicate"), QKeySequence(tr("Ctrl+D")), &StudyPanel::duplicate));
    edits->addAction(addAction(tr("Rename candidate…"), tr("Rename…"), QKeySequence(tr("F2")), &StudyPanel::rename));
    m_delete = addAction(tr("Delete candidate"), tr("Delete"), QKeySequence(tr("Ctrl+Del")), &StudyPanel::remove);
    edits->addAction(m_delete);
    QToolBar* const places = addBar();
    m_up = addAction(tr("Move candidate up"), tr("Up"), QKeySequence(tr("Alt+Up")), &StudyPanel::moveUp);
    m_down = addAction(tr("Move candidate down"), tr("Down"), QKeySequence(tr("Alt+Down")), &StudyPanel::moveDown);
    places->addAction(
        addAction(tr("Pin candidate as A"), tr("Pin as A"), QKeySequence(tr("Ctrl+Shift+A")), &StudyPanel::pinA));
    places->addAction(
        addAction(tr("Pin candidate as B"), tr("Pin as B"), QKeySequence(tr("Ctrl+Shift+B")), &StudyPanel::pinB));
    places->addActions({m_up, m_down});
    places->addWidget(makeChoices());
    addExplanation(tr("Explain the iteration time"), CandidateListModel::Column::IterationTime);
    addExplanation(tr("Explain the memory"), CandidateListModel::Column::Memory);
    addExplanation(tr("Explain the MFU"), CandidateListModel::Column::Mfu);
    m_list->addActions(m_actions);
    addCopyActions(m_list, {[this] { return candidatesText(m_list->selectionModel()->selectedRows()); },
                            [this] { return tsvOf(*m_list->model()); }});
    connect(m_delegate, &CandidateDelegate::figureChosen, this, [this](const QModelIndex& cell) {
        const EntityKey key = figureOf(static_cast<CandidateListModel::Column>(cell.column()),
                                       m_context.study->document().accounting);
        if (!key.isNull())
            m_context.selection->select(key);
    });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(4);
    column->addWidget(m_studyName);
    column->addWidget(m_common);
    column->addWidget(m_list, 1);
    column->addWidget(edits);
    column->addWidget(places);

    StudyController* study = m_context.study;
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, study, [study](const QModelIndex& row) {
        if (row.isValid())
            study->setCurrentCandidate(static_cast<std::size_t>(row.row()));
    });
    connect(study, &StudyController::documentChanged, this, &StudyPanel::showStudy);
    connect(study, &StudyController::candidatesChanged, this, &StudyPanel::showStudy);
    connect(study, &StudyController::currentCandidateChanged, this, &StudyPanel::showStudy);
    connect(m_context.theme, &ThemeHolder::changed, this, &StudyPanel::showTheme);
    showTheme();
    showStudy();
}

/// What concerns the study as a whole, on a button and on the lines that show it.
QWidget* StudyPanel::makeChoices()
{
    m_choices = new StudyChoices(m_context.study, this);
    auto* button = new QToolButton(this);
    button->setText(tr("Study…"));
    button->setToolTip(tr("Choose the model and the system, or rename the study"));
    button->setAccessibleName(tr("Name, model and system of the study"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(button);
    menu->addActions(m_choices->actions());
    connect(button, &QToolButton::clicked, menu, [menu, button] { // no mark of a menu: it would lie on the letters
        menu->popup(button->mapToGlobal(button->rect().bottomLeft()));
        menu->setActiveAction(menu->actions().front());
    });
    for (QLabel* const line : {m_studyName, m_common}) {
        line->addActions(m_choices->actions());
        line->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    return button;
}

void StudyPanel::addExplanation(const QString& name, CandidateListModel::Column column)
{
    auto* action = new QAction(name, this);
    connect(action, &QAction::triggered, this, [this, column] {
        m_context.selection->activate(figureOf(column, m_context.study->document().accounting));
    });
    m_actions << action;
}

QAction* StudyPanel::addAction(const QString& name, const QString& brief, const QKeySequence& key,
                               void (StudyPanel::*act)())
{
    auto* action = new QAction(name, this);
    action->setIconText(brief);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, act);
    m_actions << action;
    return action;
}

void StudyPanel::addCandidate()
{
    const StudyDocument& document = m_context.study->document();
    StudyCandidate candidate;
    if (m_context.study->currentCandidate() < document.candidates.size())
        candidate = document.candidates[m_context.study->currentCandidate()];
    candidate.name = tr("candidate %1").arg(document.candidates.size() + 1).toStdString();
    m_context.study->addCandidate(std::move(candidate), tr("Add candidate"));
}

void StudyPanel::duplicate()
{
    m_context.study->duplicateCandidate(m_context.study->currentCandidate());
}

void StudyPanel::rename()
{
    const std::size_t current = m_context.study->currentCandidate();
    const QString old = QString::fromStdString(m_context.study->document().candidates[current].name);
    bool accepted = false;
    const QString name
        = QInputDialog::getText(this, tr("Rename candidate"), tr("Name"), QLineEdit::Normal, old, &accepted);
    if (accepted && name != old)
        m_context.study->renameCandidate(current, name);
}

void StudyPanel::remove()
{
    m_context.study->removeCandidate(m_context.study->currentCandidate());
}

void StudyPanel::moveUp()
{
    const std::size_t current = m_context.study->currentCandidate();
    if (current > 0)
        m_context.study->moveCandidate(current, current - 1);
}

void StudyPanel::moveDown()
{
    const std::size_t current = m_context.study->currentCandidate();
    if (current + 1 < m_context.study->candidateCount())
        m_context.study->moveCandidate(current, current + 1);
}

void StudyPanel::pinA()
{
    m_context.study->pin(m_context.study->currentCandidate(), m_context.study->document().pinnedB);
}

void StudyPanel::pinB()
{
    m_context.study->pin(m_context.study->document().pinnedA, m_context.study->currentCandidate());
}

void StudyPanel::showStudy()
{
    const StudyDocument& document = m_context.study->document();
    const auto text = [](const std::string& value) { return shownText(value); };
    m_studyName->setText(text(document.name));
    m_common->setText(tr("%1 · global batch %2 · %3 · %4")
                          .arg(text(document[ModelField::Name]), text(document[WorkloadField::GlobalBatchSize]),
                               text(document[WorkloadField::Datatype]), text(document.system)));
    const QModelIndex row = m_list->model()->index(static_cast<int>(m_context.study->currentCandidate()), 0);
    if (row.isValid() && row.row() != m_list->currentIndex().row())
        m_list->setCurrentIndex(row);
    updateActions();
}

void StudyPanel::showTheme()
{
    const Theme& theme = m_context.theme->theme();
    m_studyName->setFont(theme.section());
    m_common->setFont(theme.label());
    m_list->setFont(theme.body());
    m_delegate->setTheme(theme);
    m_list->doItemsLayout();
    QPalette palette = m_common->palette();
    palette.setColor(QPalette::WindowText, theme.color(Role::Muted));
    m_common->setPalette(palette);
}

void StudyPanel::updateActions()
{
    const std::size_t count = m_context.study->candidateCount();
    const std::size_t current = m_context.study->currentCandidate();
    const auto enable = [count](QAction* action, bool isPossible, const QString& need) {
        action->setEnabled(count > 0 && isPossible);
        setNeed(action, count > 0 ? need : tr("Open a study first."));
    };
    for (QAction* const action : m_actions)
        enable(action, true, {});
    enable(m_delete, count > 1, tr("A study keeps one candidate."));
    enable(m_up, current > 0, tr("The candidate is the first."));
    enable(m_down, current + 1 < count, tr("The candidate is the last."));
}

} // namespace planscope::ui
