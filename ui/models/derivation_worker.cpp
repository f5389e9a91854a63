#include "ui/models/derivation_worker.h"

#include <QMutexLocker>

#include <utility>

namespace planscope::ui {

DerivationWorker::DerivationWorker(std::function<void()> notify)
    : m_notify(std::move(notify))
{
}

DerivationWorker::~DerivationWorker()
{
    m_pool.clear();
    m_pool.waitForDone();
}

void DerivationWorker::start(Job job, bool urgent)
{
    m_pool.start([this, job = std::move(job)] { run(job); }, urgent ? 1 : 0);
}

std::vector<DerivationWorker::Outcome> DerivationWorker::take()
{
    const QMutexLocker lock{&m_mutex};
    return std::exchange(m_outcomes, {});
}

void DerivationWorker::waitForOne()
{
    const QMutexLocker lock{&m_mutex};
    while (m_outcomes.empty())
        m_arrived.wait(&m_mutex);
}

void DerivationWorker::run(const Job& job)
{
    Outcome outcome{job.slot, job.request, std::nullopt};
    if (job.newest->load() == job.request)
        outcome.derivation = derive(job.training, job.options);
    {
        const QMutexLocker lock{&m_mutex};
        m_outcomes.push_back(std::move(outcome));
    }
    m_arrived.wakeAll();
    m_notify();
}

} // namespace planscope::ui
