#include "ui/panels/command_palette.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace planscope::ui {

QString plainText(const QAction& action)
{
    return action.text().remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Commands"));
    resize(520, 400);
    std::copy_if(actions.begin(), actions.end(), std::back_inserter(m_actions),
                 [](const QAction* action) { return action->isEnabled() && !action->text().isEmpty(); });
    auto* column = new QVBoxLayout(this);
    m_words = new QLineEdit(this);
    m_words->setPlaceholderText(tr("Type part of a command's name"));
    m_words->setAccessibleName(tr("Words of the command"));
    m_words->installEventFilter(this);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Commands found"));
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
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
    const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_list->clear();
    for (qsizetype k = 0; k < m_actions.size(); ++k) {
        const QAction& action = *m_actions[k];
        const QString name = plainText(action);
        if (!std::all_of(parts.begin(), parts.end(),
                         [&](const QString& part) { return name.contains(part, Qt::CaseInsensitive); }))
            continue;
        const QString keys = action.shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(keys.isEmpty() ? name : name + QStringLiteral("    ") + keys, m_list);
        item->setData(Qt::UserRole, k);
    }
    if (m_list->count() == 0) {
        auto* none = new QListWidgetItem(tr("No command has these words. Delete some to see more."), m_list);
        none->setFlags(Qt::NoItemFlags);
        return;
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::runCurrent()
{
    const QListWidgetItem* const item = m_list->currentItem();
    if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    QAction* const action = m_actions[item->data(Qt::UserRole).toLongLong()];
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
