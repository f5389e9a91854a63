#pragma once

#include <QAction>
#include <QDialog>
#include <QList>

#include <optional>

class QLabel;
class QLineEdit;
class QListWidget;

namespace planscope::ui {

/// Every action of the program, found by typing parts of its name, the best match first. Enter runs the first or the
/// chosen one. One that is disabled stands greyed in its place: Enter says what it needs, and runs nothing instead.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(const QList<QAction*>& actions, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& words);
    void addRow(qsizetype action);
    void runCurrent();

    QList<QAction*> m_actions;
    QLineEdit* m_words = nullptr;
    QListWidget* m_list = nullptr;
    QLabel* m_need = nullptr; ///< of a disabled command that was tried
};

/// The actions that have a key, in the order given.
class KeyList final : public QDialog {
    Q_OBJECT
public:
    explicit KeyList(const QList<QAction*>& actions, QWidget* parent = nullptr);
};

/// An action's text without the mark of its mnemonic.
QString plainText(const QAction& action);

/// Calls an action by another name than its text, where a menu's title says the rest.
void setCommandName(QAction* action, const QString& name);
/// The name so given, else the plain text.
QString commandName(const QAction& action);
/// What has to be so for the action to be enabled, as a sentence: "Open a study first."
void setNeed(QAction* action, const QString& need);

/// How well a command's name matches the words typed, 0 the best; nothing where one of them is not in it. The whole
/// name counts more than its beginning, this more than beginnings of words in any order, and these more than parts of
/// words.
std::optional<int> matchRank(const QString& name, const QString& words);

} // namespace planscope::ui
