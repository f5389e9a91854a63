#include "ui/panels/copy_actions.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWidget>

#include <utility>

namespace planscope::ui {
namespace {

/// Sits on a widget, copies for it, and takes Ctrl+C before the widget, which may have a smaller idea of copying.
class Copier final : public QObject {
public:
    Copier(QWidget* widget, CopySource source)
        : QObject(widget)
        , m_source(std::move(source))
    {
        widget->installEventFilter(this);
        const auto addAction = [&](const char* text, const char* name, void (Copier::*act)()) {
            auto* action = new QAction(QCoreApplication::translate("CopyActions", text), widget);
            action->setObjectName(QLatin1String(name));
            QObject::connect(action, &QAction::triggered, this, act);
            widget->addAction(action);
            return action;
        };
        QAction* const copy = addAction(QT_TRANSLATE_NOOP("CopyActions", "Copy"), "copy", &Copier::copy);
        copy->setShortcut(QKeySequence::Copy);
        copy->setShortcutContext(Qt::WidgetShortcut);
        addAction(QT_TRANSLATE_NOOP("CopyActions", "Copy all"), "copy-all", &Copier::copyAll);
        widget->setContextMenuPolicy(Qt::ActionsContextMenu);
    }

    void copy()
    {
        const QString selected = m_source.selected();
        put(selected.isEmpty() ? m_source.all() : selected);
    }
    void copyAll() { put(m_source.all()); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
            return QObject::eventFilter(watched, event);
        if (!static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
            return QObject::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copy();
        return true;
    }

private:
    static void put(const QString& text)
    {
        if (!text.isEmpty())
            QApplication::clipboard()->setText(text);
    }

    CopySource m_source;
};

Copier* nearestCopier()
{
    for (QWidget* widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget())
        for (QObject* const child : widget->children())
            if (auto* const copier = dynamic_cast<Copier*>(child))
                return copier;
    return nullptr;
}

} // namespace

void addCopyActions(QWidget* widget, CopySource source)
{
    new Copier(widget, std::move(source));
}

bool copyFromFocus()
{
    if (auto* const field = qobject_cast<QLineEdit*>(QApplication::focusWidget()); field && field->hasSelectedText()) {
        field->copy();
        return true;
    }
    Copier* const copier = nearestCopier();
    if (copier != nullptr)
        copier->copy();
    return copier != nullptr;
}

bool copyAllFromFocus()
{
    Copier* const copier = nearestCopier();
    if (copier != nullptr)
        copier->copyAll();
    return copier != nullptr;
}

} // namespace planscope::ui
