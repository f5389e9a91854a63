#pragma once

#include "ui/models/study_controller.h"

#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace planscope::ui {

/// Commands for what all candidates of the study share: its name, a bundled model, a bundled or another system profile.
/// Each choice is one undoable step; a choice is ticked while the study has it. Disabled while no study is open.
class StudyChoices final : public QObject {
    Q_OBJECT
public:
    /// `owner`: owns the menus and is where the name is asked for.
    StudyChoices(StudyController* study, QWidget* owner);

    /// Rename, the menu of models and the menu of systems, for a menu or a widget.
    QList<QAction*> actions() const;

Q_SIGNALS:
    void systemFileRequested(); ///< a profile from a file is wanted

private:
    void addModels();
    void addSystems();
    void askForName();
    void showStudy();

    /// An action and whether the study is as it would make it.
    struct Choice {
        QAction* action = nullptr;
        std::function<bool(const StudyDocument&)> isMade;
        std::optional<Accounting> accounting; ///< of the studies that can have it; absent: of all
    };
    void addChoice(QMenu* menu, const QString& text, std::function<void()> make,
                   std::function<bool(const StudyDocument&)> isMade, std::optional<Accounting> accounting = {});

    StudyController* m_study;
    QWidget* m_owner;
    QAction* m_rename;
    QMenu* m_models;
    QMenu* m_systems;
    QAction* m_systemFile = nullptr;
    std::vector<Choice> m_choices;
};

} // namespace planscope::ui
