#pragma once

#include <QAction>
#include <QDialog>
#include <QList>

class QLineEdit;
class QListWidget;

namespace planscope::ui {

/// Every action of the program, found by typing parts of its name. Enter runs the first or the chosen one.
class CommandPalette final : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(const QList<QAction*>& actions, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& words);
    void runCurrent();

    QList<QAction*> m_actions;
    QLineEdit* m_words = nullptr;
    QListWidget* m_list = nullptr;
};

/// The actions that have a key, in the order given.
class KeyList final : public QDialog {
    Q_OBJECT
public:
    explicit KeyList(const QList<QAction*>& actions, QWidget* parent = nullptr);
};

/// An action's text without the mark of its mnemonic.
QString plainText(const QAction& action);

} // namespace planscope::ui
