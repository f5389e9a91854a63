#include "desktop/main_window.h"

#include <QApplication>
#include <QEvent>

#include <cstdio>
#include <cstdlib>

/// Linked beside the desktop's own main(): says "painted" on standard output when the study with every result stands
/// on the screen for the first time, and ends the program.
namespace planscope::ui::bench {
namespace {

bool isComplete(MainWindow& window)
{
    StudyController& study = window.study();
    for (std::size_t k = 0; k < study.candidateCount(); ++k)
        if (study.state(k)->running || !study.state(k)->result)
            return false;
    return study.candidateCount() > 0;
}

class FirstPaint final : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* widget = event->type() == QEvent::Paint ? qobject_cast<QWidget*>(watched) : nullptr;
        auto* window = widget ? qobject_cast<MainWindow*>(widget->window()) : nullptr;
        if (window && isComplete(*window)) // queued behind the update under way, in which the whole window is painted
            QMetaObject::invokeMethod(this, &FirstPaint::tell, Qt::QueuedConnection);
        return QObject::eventFilter(watched, event);
    }

private:
    void tell()
    {
        std::puts("painted");
        std::fflush(stdout);
        std::_Exit(0);
    }
};

void watch()
{
    qApp->installEventFilter(new FirstPaint(qApp));
}
Q_COREAPP_STARTUP_FUNCTION(watch)

} // namespace
} // namespace planscope::ui::bench
