#include "study/whole_rank_work.h"

#include "study/predicted_times.h"

#include <limits>

namespace planscope::whole {
namespace {

using TaskSeconds = std::optional<std::array<std::vector<double>, countOf<EstimateMode>()>>;

/// One microbatch of one unit, by WorkPhase; nothing of the optimizer.
struct UnitWork {
    std::array<PhaseTotals, countOf<Phase>()> totals;
    std::array<PerMode, countOf<Phase>()> seconds{};
};

UnitWork unitWork(const PortablePlanIR& plan, Unit unit, const TaskSeconds& seconds)
{
    UnitWork work;
    work.totals = totalsOf(plan, unit);
    const TaskRange range = tasksOf(plan, unit);
    for (std::size_t k = range.first; seconds && k < range.first + range.count; ++k)
        for (std::size_t mode = 0; mode < seconds->size(); ++mode)
            work.seconds[static_cast<std::size_t>(plan.tasks[k].invocation.phase)][mode] += (*seconds)[mode][k];
    return work;
}

template <class UnitName>
Total<UnitName> totalOf(Quantity<UnitName> quantity)
{
    Total<UnitName> total;
    return total += quantity;
}

template <class UnitName>
bool addTimes(Total<UnitName>& to, const Total<UnitName>& what, std::int64_t times)
{
    const auto product = what.times(times);
    if (!product)
        return false;
    to += *product;
    return true;
}

void addSeconds(PhaseWork& to, const PerMode& seconds, double times)
{
    for (std::size_t mode = 0; mode < seconds.size(); ++mode)
        (*to.seconds)[mode] += times * seconds[mode];
}

/// Adds a step's runs of a unit. Facts of a verified unit fit 63 bits, as do the runs: products and their sums fit 127.
void addUnit(StepWork& work, const UnitWork& unit, std::int64_t runs)
{
    for (std::size_t k = 0; k < unit.totals.size(); ++k) {
        PhaseWork& phase = work.phases[k];
        phase.invocations += unit.totals[k].invocations * runs;
        addTimes(phase.operations, totalOf(unit.totals[k].facts.operations), runs);
        addTimes(phase.read, totalOf(unit.totals[k].facts.read), runs);
        addTimes(phase.write, totalOf(unit.totals[k].facts.write), runs);
        addTimes(phase.message, totalOf(unit.totals[k].facts.message), runs);
        if (phase.seconds)
            addSeconds(phase, unit.seconds[k], static_cast<double>(runs));
    }
}

void add(PhaseWork& to, const PhaseWork& what)
{
    to.invocations += what.invocations;
    to.operations += what.operations;
    to.read += what.read;
    to.write += what.write;
    to.message += what.message;
    if (to.seconds && what.seconds)
        addSeconds(to, *what.seconds, 1);
}

/// Of one rank, once a step.
void addStep(StepWork& work, const PortablePlanIR& plan, std::size_t stage, const CandidateResult& result)
{
    const PlanStage& facts = plan.stages[stage];
    work.parameters += facts.parameters;
    work.optimized += facts.optimized;
    PhaseWork& optimizer = work.phases[static_cast<std::size_t>(WorkPhase::Optimizer)];
    optimizer.invocations = 1;
    optimizer.operations += facts.optimizer.operations;
    optimizer.read += facts.optimizer.read;
    optimizer.write += facts.optimizer.write;
    for (std::size_t mode = 0; optimizer.seconds && mode < optimizer.seconds->size(); ++mode)
        (*optimizer.seconds)[mode] = (*result.estimate->modes)[mode].time.stages[stage].optimizer;
    for (const PhaseWork& phase : work.phases) {
        add(work.total, phase);
        work.messages[static_cast<std::size_t>(MessageGroup::Tensor)] += phase.message;
    }
    for (const StageMessage& message : messagesOf(plan, static_cast<std::int64_t>(stage)))
        addTimes(work.messages[static_cast<std::size_t>(messageGroupOf(message.group))], totalOf(message.bytes),
                 message.count);
    for (const Total<BytesUnit>& group : work.messages)
        work.allMessages += group;
}

bool addRanks(PhaseWork& to, const PhaseWork& rank, std::int64_t ranks)
{
    std::int64_t invocations = 0;
    if (__builtin_mul_overflow(rank.invocations, ranks, &invocations)
        || __builtin_add_overflow(to.invocations, invocations, &to.invocations))
        return false;
    return addTimes(to.operations, rank.operations, ranks) && addTimes(to.read, rank.read, ranks)
        && addTimes(to.write, rank.write, ranks) && addTimes(to.message, rank.message, ranks);
}

bool addRanks(StepWork& to, const StageWork& stage)
{
    bool fits = addTimes(to.parameters, stage.rank.parameters, stage.rankCount)
        && addTimes(to.optimized, stage.rank.optimized, stage.rankCount)
        && addTimes(to.allMessages, stage.rank.allMessages, stage.rankCount)
        && addRanks(to.total, stage.rank.total, stage.rankCount);
    for (std::size_t k = 0; k < to.phases.size(); ++k)
        fits = fits && addRanks(to.phases[k], stage.rank.phases[k], stage.rankCount);
    for (std::size_t k = 0; k < to.messages.size(); ++k)
        fits = fits && addTimes(to.messages[k], stage.rank.messages[k], stage.rankCount);
    return fits;
}

/// Whether all runs of all tasks of a rank can be counted.
bool runsFit(const PortablePlanIR& plan)
{
    std::int64_t units = 2;
    for (const std::int64_t blocks : plan.program.shape.chunks)
        units += blocks;
    std::int64_t runs = 0;
    return !__builtin_mul_overflow(units, plan.program.rule.microbatches, &runs)
        && runs <= std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(plan.tasks.size() + 1);
}

} // namespace

MessageGroup messageGroupOf(GroupAxis axis)
{
    switch (axis) {
    case GroupAxis::Tensor:
    case GroupAxis::Context: return MessageGroup::Tensor;
    case GroupAxis::Pipeline: return MessageGroup::Pipeline;
    case GroupAxis::Data: return MessageGroup::Data;
    case GroupAxis::Embedding: return MessageGroup::Embedding;
    }
    return MessageGroup::Tensor;
}

std::optional<RankWork> rankWorkOf(const CandidateResult& result)
{
    if (!result.derivation || !result.derivation->complete() || !runsFit(result.derivation->plan()))
        return std::nullopt;
    const PortablePlanIR& plan = result.derivation->plan();
    const TaskSeconds seconds = predictedTaskSeconds(result);
    std::array<UnitWork, countOf<Unit>()> units;
    for (std::size_t unit = 0; unit < units.size(); ++unit)
        units[unit] = unitWork(plan, static_cast<Unit>(unit), seconds);
    const auto& [embedding, block, head] = units;

    RankWork work;
    const auto& blocks = plan.program.shape.chunks;
    const std::int64_t microbatches = plan.program.rule.microbatches;
    const std::int64_t ranks = plan.program.shape.worldSize / plan.program.rule.stages;
    for (std::size_t r = 0; r < plan.stages.size(); ++r) {
        StageWork& stage = work.stages.emplace_back();
        stage.stage = static_cast<std::int64_t>(r);
        stage.rankCount = ranks;
        stage.firstRank = stage.stage * ranks;
        if (seconds) {
            stage.rank.total.seconds = PerMode{};
            for (PhaseWork& phase : stage.rank.phases)
                phase.seconds = PerMode{};
        }
        for (std::size_t chunk = r; chunk < blocks.size(); chunk += plan.stages.size()) {
            stage.blocks += blocks[chunk];
            addUnit(stage.rank, block, blocks[chunk] * microbatches);
            if (chunk == 0)
                addUnit(stage.rank, embedding, microbatches);
            if (chunk + 1 == blocks.size())
                addUnit(stage.rank, head, microbatches);
        }
        addStep(stage.rank, plan, r, result);
        if (!addRanks(work.all, stage))
            return std::nullopt;
        const bool isAsBefore = r > 0 && stage.blocks == work.stages[r - 1].blocks
            && stage.rank == work.stages[r - 1].rank;
        if (isAsBefore)
            ++work.runs.back().count;
        else
            work.runs.push_back({r, 1});
    }
    return work;
}

} // namespace planscope::whole
