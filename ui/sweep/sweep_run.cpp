#include "ui/sweep/sweep_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace planscope::ui {

SweepRun::SweepRun(QObject* parent)
    : QObject(parent)
{
}

SweepRun::~SweepRun()
{
    join();
}

void SweepRun::join()
{
    m_cancelled = true;
    if (m_thread)
        m_thread->wait();
    m_cancelled = false;
}

void SweepRun::forget()
{
    join();
    ++m_number;
    m_mail = {};
    m_space = nullptr;
    m_rows = {};
    m_progress = {};
    m_frontIndices.clear();
    m_wasCancelled = false;
    m_isRunning = false;
}

void SweepRun::drop()
{
    forget();
    Q_EMIT dropped();
}

void SweepRun::start(std::shared_ptr<const sweep::PointSpace> space)
{
    forget();
    m_space = std::move(space);
    m_progress.total = m_space->size();
    m_isRunning = true;
    Q_EMIT started();
    m_thread.reset(QThread::create([this, held = m_space, number = m_number] { work(*held, number); }));
    m_thread->start();
}

void SweepRun::cancel()
{
    m_cancelled = true;
}

/// Runs on the sweep's thread; batches may come on any thread, one at a time.
void SweepRun::work(const sweep::PointSpace& space, quint64 number)
{
    using Clock = std::chrono::steady_clock;
    constexpr auto interval = std::chrono::milliseconds(100);
    std::vector<SweepRow> rows;
    std::size_t held = 0;
    std::optional<Clock::time_point> told;
    sweep::RunOptions options;
    options.cancelled = &m_cancelled;
    options.onBatch = [&](const sweep::Batch& batch) {
        for (const sweep::EvaluatedPoint& kept : batch.kept) {
            if (held == mostRows)
                break;
            rows.push_back({kept, space.at(kept.index)});
            ++held;
        }
        const Clock::time_point now = Clock::now();
        if (told && now - *told < interval && batch.end < space.size())
            return;
        told = now;
        const sweep::Tally& tally = *batch.tally;
        Progress progress{space.size(),          tally.end,          tally.kept, tally.filtered, batch.pointsPerSecond,
                          tally.front.members(), tally.best.points()};
        {
            const std::lock_guard lock{m_mutex};
            m_mail.rows.insert(m_mail.rows.end(), rows.begin(), rows.end());
            m_mail.progress = std::move(progress);
        }
        rows.clear();
        QMetaObject::invokeMethod(this, &SweepRun::take, Qt::QueuedConnection);
    };
    sweep::Tally tally{space.statement()};
    const bool isComplete = sweep::run(space, tally, space.size(), options);
    {
        const std::lock_guard lock{m_mutex};
        m_mail.rows.insert(m_mail.rows.end(), rows.begin(), rows.end());
        m_mail.progress.total = space.size();
        m_mail.progress.done = tally.end;
        m_mail.progress.kept = tally.kept;
        m_mail.progress.filtered = tally.filtered;
        m_mail.progress.front = tally.front.members();
        m_mail.progress.best = tally.best.points();
    }
    QMetaObject::invokeMethod(
        this, [this, number, isComplete] { end(number, isComplete); }, Qt::QueuedConnection);
}

void SweepRun::take()
{
    Mail mail;
    {
        const std::lock_guard lock{m_mutex};
        mail = std::exchange(m_mail, Mail{{}, m_mail.progress});
    }
    if (mail.progress.total == 0)
        return; // of a run that was dropped
    m_rows.append(std::make_shared<const std::vector<SweepRow>>(std::move(mail.rows)));
    m_progress = std::move(mail.progress);
    m_frontIndices.clear();
    for (const sweep::EvaluatedPoint& member : m_progress.front)
        m_frontIndices.push_back(member.index);
    std::sort(m_frontIndices.begin(), m_frontIndices.end());
    Q_EMIT advanced();
}

void SweepRun::end(quint64 number, bool isComplete)
{
    if (number != m_number)
        return; // another one has followed
    take();
    m_isRunning = false;
    m_wasCancelled = !isComplete;
    Q_EMIT finished();
}

bool SweepRun::isOnFront(std::int64_t index) const
{
    return std::binary_search(m_frontIndices.begin(), m_frontIndices.end(), index);
}

} // namespace planscope::ui
