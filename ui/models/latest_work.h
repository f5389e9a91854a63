#pragma once

#include <QMutex>
#include <QMutexLocker>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace planscope::ui {

/// Work of one kind off the GUI thread, of which only the newest counts: starting another makes the one before void.
/// All members belong to the GUI thread. The destructor waits for what is running.
template <class Value>
class LatestWork {
public:
    using IsVoid = std::function<bool()>;
    /// Runs in a worker thread; asks now and then whether it is void, and then may give null.
    using Work = std::function<std::shared_ptr<const Value>(const IsVoid& isVoid)>;

    /// `arrived` is called in a worker thread when take() has something to give.
    explicit LatestWork(std::function<void()> arrived)
        : m_arrived(std::move(arrived))
    {
    }
    ~LatestWork()
    {
        cancel();
        m_pool.waitForDone();
    }

    void start(Work work)
    {
        const quint64 request = ++m_newest;
        m_running = true;
        m_pool.start([this, request, work = std::move(work)] {
            const IsVoid isVoid = [this, request] { return m_newest.load() != request; };
            if (isVoid())
                return;
            std::shared_ptr<const Value> made = work(isVoid);
            {
                const QMutexLocker lock{&m_mutex};
                if (isVoid())
                    return;
                m_value = std::move(made);
            }
            m_arrived();
        });
    }
    /// What was started, if anything, is void.
    void cancel()
    {
        const QMutexLocker lock{&m_mutex};
        ++m_newest;
        m_running = false;
        m_value = nullptr;
    }
    bool isRunning() const { return m_running; }
    /// What the newest work gave, once; null before it is there.
    std::shared_ptr<const Value> take()
    {
        const QMutexLocker lock{&m_mutex};
        if (m_value)
            m_running = false;
        return std::exchange(m_value, nullptr);
    }
    /// Until take() gives what was started last.
    void wait() { m_pool.waitForDone(); }

private:
    std::function<void()> m_arrived;
    std::atomic<quint64> m_newest = 0;
    bool m_running = false;
    QMutex m_mutex;
    std::shared_ptr<const Value> m_value; ///< guarded by m_mutex
    QThreadPool m_pool;
};

} // namespace planscope::ui
