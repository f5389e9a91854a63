#pragma once

#include <QObject>
#include <QThread>

#include "sweep/sweep.h"
#include "ui/sweep/sweep_rows.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace planscope::ui {

/// A sweep over one space on threads of its own, whose findings arrive while it runs: the first at once, further ones
/// ten times a second. Rows beyond mostRows are counted and judged, but not held. GUI thread only.
class SweepRun final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t mostRows = 2'000'000;

    /// How far it has come. Of the points gone through, done = kept + the sum of filtered.
    struct Progress {
        std::int64_t total = 0; ///< lawful points of the space
        std::int64_t done = 0;
        std::int64_t kept = 0;
        sweep::FilterCounts filtered{};
        double pointsPerSecond = 0;
        std::vector<sweep::EvaluatedPoint> front; ///< so far
        std::vector<sweep::EvaluatedPoint> best;  ///< so far
    };

    explicit SweepRun(QObject* parent = nullptr);
    ~SweepRun() override; ///< cancels and waits

    /// Drops what was found and goes through the space. Requires: not null.
    void start(std::shared_ptr<const sweep::PointSpace> space);
    /// Ends it within some milliseconds; what was found stays.
    void cancel();
    /// Ends it and forgets what was found, as before the first start.
    void drop();
    bool isRunning() const { return m_isRunning; }
    bool wasCancelled() const { return m_wasCancelled; }

    /// Of the last start; null before the first.
    const std::shared_ptr<const sweep::PointSpace>& space() const { return m_space; }
    const SweepRows& rows() const { return m_rows; }
    const Progress& progress() const { return m_progress; }
    bool isOnFront(std::int64_t index) const;

Q_SIGNALS:
    void started();
    void dropped();
    void advanced(); ///< rows and progress have grown
    void finished(); ///< gone through, or cancelled

private:
    /// What the thread has found and the GUI thread has not yet taken.
    struct Mail {
        std::vector<SweepRow> rows;
        Progress progress;
    };

    void work(const sweep::PointSpace& space, quint64 number);
    void take();
    void end(quint64 number, bool isComplete);
    void join();
    void forget();

    std::shared_ptr<const sweep::PointSpace> m_space;
    SweepRows m_rows;
    Progress m_progress;
    std::vector<std::int64_t> m_frontIndices; ///< ascending
    quint64 m_number = 0;                     ///< of the run
    bool m_isRunning = false;
    bool m_wasCancelled = false;
    std::unique_ptr<QThread> m_thread; ///< null before the first start
    std::atomic<bool> m_cancelled = false;
    std::mutex m_mutex;
    Mail m_mail; ///< guarded by m_mutex
};

} // namespace planscope::ui
