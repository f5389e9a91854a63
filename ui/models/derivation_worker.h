#pragma once

#include "study/any_result.h"

#include <QMutex>
#include <QThreadPool>
#include <QWaitCondition>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace planscope::ui {

/// The number of the newest request of one candidate; a job with a lower one is obsolete.
using NewestRequest = std::shared_ptr<std::atomic<quint64>>;

/// Derives off the GUI thread. A job that is obsolete before it starts does not run.
/// start(), take() and waitForOne() belong to the GUI thread. The destructor waits for the jobs that are running.
class DerivationWorker {
public:
    struct Job {
        quint64 slot = 0; ///< whose it is; handed back as it is
        quint64 request = 0;
        NewestRequest newest;
        AnyTraining training;
        DeriveOptions options;
    };
    struct Outcome {
        quint64 slot = 0;
        quint64 request = 0;
        std::optional<Result<AnyDerivation>> derivation; ///< absent when the job was obsolete and did not run
    };

    /// `notify` is called in a worker thread after each job.
    explicit DerivationWorker(std::function<void()> notify);
    ~DerivationWorker();

    void start(Job job, bool urgent);
    /// What came out since the last call, in the order in which it did.
    std::vector<Outcome> take();
    /// Waits until take() gives something. Requires: a job that was started and not taken.
    void waitForOne();

private:
    void run(const Job& job);

    std::function<void()> m_notify;
    QMutex m_mutex;
    QWaitCondition m_arrived;
    std::vector<Outcome> m_outcomes; ///< guarded by m_mutex
    QThreadPool m_pool;
};

} // namespace planscope::ui
