#include "ui/panels/command_palette.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace planscope::ui {

namespace {

constexpr const char* nameProperty = "planscopeCommandName";
constexpr const char* needProperty = "planscopeNeed";

bool beginsAWord(const QString& name, const QString& part)
{
    for (qsizetype at = name.indexOf(part, 0, Qt::CaseInsensitive); at >= 0;
         at = name.indexOf(part, at + 1, Qt::CaseInsensitive))
        if (at == 0 || !name[at - 1].isLetterOrNumber())
            return true;
    return false;
}

} // namespace

QString plainText(const QAction& action)
{
    return action.text().remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

void setCommandName(QAction* action, const QString& name)
{
    action->setProperty(nameProperty, name);
}

QString commandName(const QAction& action)
{
    const QString given = action.property(nameProperty).toString();
    return given.isEmpty() ? plainText(action) : given;
}

void setNeed(QAction* action, const QString& need)
{
    action->setProperty(needProperty, need);
}

std::optional<int> matchRank(const QString& name, const QString& words)
{
    const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto all = [&parts](auto&& holds) { return std::all_of(parts.begin(), parts.end(), holds); };
    const QString wanted = parts.join(QLatin1Char(' '));
    if (name.compare(wanted, Qt::CaseInsensitive) == 0)
        return 0;
    if (name.startsWith(wanted, Qt::CaseInsensitive))
        return 1;
    if (all([&name](const QString& part) { return beginsAWord(name, part); }))
        return 2;
    if (all([&name](const QString& part) { return name.contains(part, Qt::CaseInsensitive); }))
        return 3;
    return std::nullopt;
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Commands"));
    resize(680, 420);
    std::copy_if(actions.begin(), actions.end(), std::back_inserter(m_actions),
                 [](const QAction* action) { return action->isVisible() && !action->text().isEmpty(); });
    auto* column = new QVBoxLayout(this);
    m_words = new QLineEdit(this);
    m_words->setPlaceholderText(tr("Type part of a command's name"));
    m_words->setAccessibleName(tr("Words of the command"));
    m_words->installEventFilter(this);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Commands found"));
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    m_need = new QLabel(this);
    m_need->setWordWrap(true);
    m_need->setAccessibleName(tr("What the command needs"));
    column->addWidget(m_need);
    connect(m_list, &QListWidget::currentRowChanged, m_need, &QLabel::clear);
    connect(m_words, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_words, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemActivated, this, &CommandPalette::runCurrent);
    filter({});
    m_words->setFocus();
}

/// The arrows move in the list while the words keep the focus.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int row = std::clamp(m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1), 0, m_list->count() - 1);
            m_list->setCurrentRow(row);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::filter(const QString& words)
{
    std::vector<std::pair<int, qsizetype>> found; // rank, place among the actions
    for (qsizetype k = 0; k < m_actions.size(); ++k)
        if (const auto rank = matchRank(commandName(*m_actions[k]), words))
            found.emplace_back(*rank, k);
    std::sort(found.begin(), found.end());
    m_list->clear();
    for (const auto& match : found)
        addRow(match.second);
    if (found.empty()) {
        auto* none = new QListWidgetItem(tr("No command has these words. Delete some to see more."), m_list);
        none->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::addRow(qsizetype action)
{
    const QAction& command = *m_actions[action];
    const QString name = commandName(command);
    const QString keys = command.shortcut().toString(QKeySequence::NativeText);
    QString text = keys.isEmpty() ? name : name + QStringLiteral("    ") + keys;
    if (!command.isEnabled())
        text += tr("    – not available now");
    auto* item = new QListWidgetItem(text, m_list);
    item->setData(Qt::UserRole, action);
    if (!command.isEnabled())
        item->setForeground(palette().brush(QPalette::Disabled, QPalette::Text));
}

void CommandPalette::runCurrent()
{
    const QListWidgetItem* const item = m_list->currentItem();
    if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    QAction* const action = m_actions[item->data(Qt::UserRole).toLongLong()];
    if (!action->isEnabled()) {
        const QString need = action->property(needProperty).toString();
        m_need->setText(tr("“%1” is not available now. %2").arg(commandName(*action), need).trimmed());
        return;
    }
    accept();
    action->trigger();
}

KeyList::KeyList(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    resize(480, 520);
    auto* table = new QTableWidget(0, 2, this);
    table->setHorizontalHeaderLabels({tr("Key"), tr("What it does")});
    table->setAccessibleName(tr("Keys and what they do"));
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setAlternatingRowColors(true);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setHighlightSections(false);
    for (const QAction* const action : actions) {
        if (action->shortcut().isEmpty())
            continue;
        const int row = table->rowCount();
        table->insertRow(row);
        table->setItem(row, 0, new QTableWidgetItem(action->shortcut().toString(QKeySequence::NativeText)));
        table->setItem(row, 1, new QTableWidgetItem(plainText(*action)));
    }
    table->resizeColumnsToContents();
    table->horizontalHeader()->setStretchLastSection(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(table);
}

} // namespace planscope::ui
