#include "sweep/sweep.h"

#include "sweep/sweep_row.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

namespace planscope::sweep {
namespace {

/// Points between two looks at whether the run is cancelled: at most some milliseconds.
constexpr std::int64_t pointsBetweenLooks = 64;

bool isCancelled(const RunOptions& options)
{
    return options.cancelled && options.cancelled->load(std::memory_order_relaxed);
}

/// What one step of the pipeline makes of a range of points.
struct Part {
    Part(const MappingSpace& space, std::int64_t first, std::int64_t end)
        : tally(space, first)
        , last(end)
    {
    }
    Tally tally;
    std::int64_t last;
    std::vector<EvaluatedPoint> kept;
    std::string rows;
};

/// Evaluators for reuse by any thread, one at a time.
class EvaluatorPool {
public:
    EvaluatorPool(const MappingSpace& space, Reuse reuse)
        : m_space(space)
        , m_reuse(reuse)
        , m_system(std::make_shared<SystemModel>(*space.system, space.datatype))
    {
    }
    std::unique_ptr<PointEvaluator> take()
    {
        const std::lock_guard lock{m_mutex};
        if (m_free.empty())
            return std::make_unique<PointEvaluator>(m_space, m_system, m_reuse);
        auto evaluator = std::move(m_free.back());
        m_free.pop_back();
        return evaluator;
    }
    void giveBack(std::unique_ptr<PointEvaluator> evaluator)
    {
        const std::lock_guard lock{m_mutex};
        m_free.push_back(std::move(evaluator));
    }

private:
    const MappingSpace& m_space;
    Reuse m_reuse;
    std::shared_ptr<const SystemModel> m_system;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<PointEvaluator>> m_free;
};

/// Evaluates the part's points; false when the run was cancelled before the last of them.
bool evaluatePart(const PointSpace& space, const RunOptions& options, PointEvaluator& evaluator, Part& part)
{
    Tally& tally = part.tally;
    PointSpace::Cursor cursor{space, tally.begin};
    while (true) {
        const Evaluation evaluation = evaluator.evaluate(cursor.point());
        if (evaluation.filter) {
            ++tally.filtered[static_cast<std::size_t>(*evaluation.filter)];
        } else {
            const EvaluatedPoint& point = part.kept.emplace_back(EvaluatedPoint{cursor.index(), evaluation.figures});
            ++tally.kept;
            tally.front.add(point);
            tally.best.add(point);
            if (options.rows)
                appendRow(part.rows, cursor.point(), point);
        }
        tally.end = cursor.index() + 1;
        if (tally.end == part.last)
            return true;
        if (tally.end % pointsBetweenLooks == 0 && isCancelled(options))
            return false;
        cursor.next();
    }
}

/// Adds parts to the tally, in order, and tells of each.
class Collector {
public:
    Collector(Tally& tally, const RunOptions& options)
        : m_tally(tally)
        , m_options(options)
        , m_first(tally.end)
        , m_start(std::chrono::steady_clock::now())
    {
    }
    void add(const Part& part)
    {
        m_tally.append(part.tally);
        if (!m_options.onBatch)
            return;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_start;
        const auto points = static_cast<double>(m_tally.end - m_first);
        m_options.onBatch({part.tally.begin, part.tally.end, part.kept, part.rows, &m_tally,
                           passed.count() > 0 ? points / passed.count() : 0});
    }

private:
    Tally& m_tally;
    const RunOptions& m_options;
    std::int64_t m_first;
    std::chrono::steady_clock::time_point m_start;
};

} // namespace

Tally::Tally(const MappingSpace& space, std::int64_t first)
    : begin(first)
    , end(first)
    , front(space.objectives)
    , best(space.objectives.front(), static_cast<std::size_t>(space.top))
{
}

void Tally::append(const Tally& next)
{
    assert(next.begin == end);
    end = next.end;
    for (std::size_t k = 0; k < filtered.size(); ++k)
        filtered[k] += next.filtered[k];
    kept += next.kept;
    for (const EvaluatedPoint& point : next.front.members())
        front.add(point);
    for (const EvaluatedPoint& point : next.best.points())
        best.add(point);
}

std::pair<std::int64_t, std::int64_t> rangeOf(Shard shard, std::int64_t points)
{
    assert(shard.number >= 1 && shard.number <= shard.count);
    const auto border = [&](std::int64_t number) {
        return static_cast<std::int64_t>(static_cast<WideInteger>(points) * number / shard.count);
    };
    return {border(shard.number - 1), border(shard.number)};
}

bool run(const PointSpace& space, Tally& tally, std::int64_t end, const RunOptions& options)
{
    assert(end <= space.size());
    const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
    EvaluatorPool evaluators{space.statement(), options.reuse};
    Collector collector{tally, options};
    bool whole = true; // false from the first part that is not
    std::int64_t next = tally.end;

    const auto nextPart = [&](tbb::flow_control& control) -> std::shared_ptr<Part> {
        if (next >= end || isCancelled(options)) {
            control.stop();
            return nullptr;
        }
        const std::int64_t first = next;
        next = std::min(end, first + batchPoints);
        return std::make_shared<Part>(space.statement(), first, next);
    };
    const auto evaluate = [&](std::shared_ptr<Part> part) {
        auto evaluator = evaluators.take();
        if (!evaluatePart(space, options, *evaluator, *part))
            part->last = -1;
        evaluators.giveBack(std::move(evaluator));
        return part;
    };
    const auto collect = [&](const std::shared_ptr<Part>& part) {
        whole = whole && part->last >= 0;
        if (whole)
            collector.add(*part);
    };
    tbb::task_arena arena{threads};
    const tbb::global_control allowed{tbb::global_control::max_allowed_parallelism,
                                      std::max(static_cast<std::size_t>(threads),
                                               tbb::global_control::active_value(
                                                   tbb::global_control::max_allowed_parallelism))};
    arena.execute([&] {
        using PartPtr = std::shared_ptr<Part>;
        tbb::parallel_pipeline(
            static_cast<std::size_t>(threads) * batchesAhead,
            tbb::make_filter<void, PartPtr>(tbb::filter_mode::serial_in_order, nextPart)
                & tbb::make_filter<PartPtr, PartPtr>(tbb::filter_mode::parallel, evaluate)
                & tbb::make_filter<PartPtr, void>(tbb::filter_mode::serial_in_order, collect));
    });
    return tally.end == end;
}

} // namespace planscope::sweep
