#pragma once

#include <QApplication>
#include <QEvent>

#include <chrono>
#include <ctime>

namespace planscope::ui::bench {

/// A moment: on the wall's clock, and in processor time of the thread that asks, which other programs do not lengthen.
struct Moment {
    std::chrono::steady_clock::time_point wall;
    double processorSeconds = 0;

    static Moment now()
    {
        timespec spent{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
        return {std::chrono::steady_clock::now(),
                static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec)};
    }
};

/// What lies between two moments, in milliseconds.
struct Spent {
    double wall = 0;
    double processor = 0;
};

inline Spent spentBetween(const Moment& from, const Moment& to)
{
    return {std::chrono::duration<double, std::milli>(to.wall - from.wall).count(),
            1e3 * (to.processorSeconds - from.processorSeconds)};
}

/// An application that notes when painting ended last, whichever widget was painted.
class PaintClock final : public QApplication {
public:
    using QApplication::QApplication;

    const Moment& lastPaint() const { return m_lastPaint; }
    qint64 paints() const { return m_paints; } ///< of widgets, since the start

    bool notify(QObject* receiver, QEvent* event) override
    {
        const QEvent::Type type = event->type();
        // A window's update ends when all that was painted is on the screen; the clock is not asked for each widget.
        const bool isUpdate = type == QEvent::UpdateRequest || type == QEvent::Expose;
        m_updates += isUpdate ? 1 : 0;
        const bool handled = QApplication::notify(receiver, event);
        m_updates -= isUpdate ? 1 : 0;
        m_paints += type == QEvent::Paint ? 1 : 0;
        if ((isUpdate || type == QEvent::Paint) && m_updates == 0)
            m_lastPaint = Moment::now();
        return handled;
    }

private:
    Moment m_lastPaint;
    qint64 m_paints = 0;
    int m_updates = 0; ///< under way, one within another
};

} // namespace planscope::ui::bench
