#include "evaluation/whole/step_explanation.h"

#include "evaluation/estimate/invocation_timer.h"
#include "evaluation/estimate/time_formulas.h"
#include "evaluation/whole/step_algebra.h"
#include "evaluation/whole/step_time.h"

#include <algorithm>
#include <cassert>

namespace planscope::whole {
namespace {

using Arithmetic = TimeFormulas::Arithmetic;
using Builder = ExplanationBuilder<double>;
using S = RealExpression;

constexpr std::string_view unitSource = "sum over the tasks of a unit, one microbatch on one rank";
constexpr std::string_view componentSource = "of the stage that ends last, which is never idle";
constexpr std::string_view hopSource = "one message between neighbouring stages, which the receiving stage spends";
constexpr std::string_view chunkSource = "the blocks of the chunk; the first has the embedding, the last the head";
constexpr std::string_view programSource =
    "stage programs, executed: 1F1B and interleaving by Narayanan et al., arXiv 2104.04473, section 2, in the order of "
    "Megatron-LM core_r0.14.0, schedules.py";
constexpr std::string_view pathSource =
    "the passes and hops that follow one another without a pause until the stage's last pass ends, found by executing "
    "the programs of all stages";
constexpr std::string_view messageSource = "once a step, the network alone: latency, and bytes on the wire over rate";
constexpr std::string_view optimizerSource = "once a step: operations and bytes over attainable rates";
constexpr std::string_view endSource = "the program, then what a stage does once a step";
constexpr std::string_view utilisationSource =
    "model FLOPs utilisation: Narayanan et al., arXiv 2104.04473, section 5; Korthikanti et al., arXiv 2205.05198";
constexpr std::string_view rateSource = "work of a step over its time";

std::string pathOf(std::string_view group, EstimateMode mode, std::string_view figure)
{
    return std::string{group} + '.' + std::string{nameOf(mode)} + '.' + std::string{figure};
}
std::string stageSubject(EstimateMode mode, std::size_t stage, std::string_view figure)
{
    return pathOf("time", mode, "stages." + std::to_string(stage) + '.' + std::string{figure});
}
std::string chunkSubject(EstimateMode mode, std::size_t chunk, std::string_view pass)
{
    return pathOf("time", mode, "chunks." + std::to_string(chunk) + '.' + std::string{pass});
}

Explanation explanationOf(std::string subject, std::string_view source, std::string_view fact, std::string_view unit,
                          const S& formula)
{
    Builder builder{std::move(subject), source};
    builder.add(fact, unit, formula);
    return std::move(builder).take();
}

/// A sum made one addition after the other, as products: what its rounding adds stands as a term of its own. The
/// difference of numbers so near one another is exact, so the sum is the figure.
S withRounding(Arithmetic& arithmetic, const S& products, double figure)
{
    const double rounding = figure - products.value();
    return rounding == 0 ? products
                         : products + arithmetic.given("ρ", "rounding of as many additions, seconds", rounding);
}

const StepMessage* messageOf(const PlanStage& stage, StepMessageKind what)
{
    for (const StepMessage& message : stage.step)
        if (message.what == what)
            return &message;
    return nullptr;
}

/// The symbols of one stage's figures, each explained by a subject of its own.
class StageSymbols {
public:
    StageSymbols(Arithmetic& arithmetic, const StageTime& time, EstimateMode mode, std::size_t stage)
        : m_arithmetic(arithmetic), m_time(time), m_mode(mode), m_stage(stage)
    {
    }
    S operator()(double StageTime::* member) const
    {
        for (const NamedFigure<StageTime>& figure : stageTimeFigures)
            if (figure.member == member)
                return m_arithmetic.explained(figure.name, "of stage " + std::to_string(m_stage) + ", seconds",
                                              m_time.*member, stageSubject(m_mode, m_stage, figure.name));
        return {};
    }

private:
    Arithmetic& m_arithmetic;
    const StageTime& m_time;
    EstimateMode m_mode;
    std::size_t m_stage;
};

/// The symbols of the passes that programs are made of.
class PassSymbols {
public:
    PassSymbols(Arithmetic& arithmetic, const PortablePlanIR& plan, const StepTime& time, EstimateMode mode)
        : m_arithmetic(arithmetic), m_blocks(plan.program.shape.chunks), m_time(time), m_mode(mode)
    {
    }
    /// Passes of each chunk, those of chunks alike together under the first one's symbol.
    S sum(const std::vector<std::int64_t>& forward, const std::vector<std::int64_t>& backward) const
    {
        S sum;
        for (std::size_t chunk = 0; chunk < m_blocks.size(); ++chunk) {
            if (firstLike(chunk) != chunk)
                continue;
            std::int64_t forwards = 0, backwards = 0;
            for (std::size_t other = chunk; other < m_blocks.size(); ++other)
                if (firstLike(other) == chunk) {
                    forwards += forward[other];
                    backwards += backward[other];
                }
            sum = sum + times(forwards, pass("F", chunk, "forward", m_time.chunks[chunk].forward))
                + times(backwards, pass("B", chunk, "backward", m_time.chunks[chunk].backward));
        }
        return sum;
    }
    S times(std::int64_t count, const S& seconds) const
    {
        return count == 1 ? seconds : m_arithmetic.literal(static_cast<double>(count)) * seconds;
    }
    S hop() const
    {
        return m_arithmetic.explained("hop", "a message between neighbouring stages, seconds", m_time.hop,
                                      pathOf("time", m_mode, "hop"));
    }

private:
    S pass(const char* symbol, std::size_t chunk, std::string_view name, double seconds) const
    {
        const std::string number = std::to_string(chunk);
        const bool isAlone = chunk == 0 || chunk + 1 == m_blocks.size();
        return m_arithmetic.explained(symbol + number,
                                      std::string{name} + " of a microbatch through chunk " + number
                                          + (isAlone ? ", seconds" : " or one like it, seconds"),
                                      seconds, chunkSubject(m_mode, chunk, name));
    }
    /// The first chunk that is made of the same.
    std::size_t firstLike(std::size_t chunk) const
    {
        if (chunk == 0 || chunk + 1 == m_blocks.size())
            return chunk; // with embedding or head
        const auto first = std::find(m_blocks.begin() + 1, m_blocks.end() - 1, m_blocks[chunk]);
        return static_cast<std::size_t>(first - m_blocks.begin());
    }

    Arithmetic& m_arithmetic;
    const std::vector<std::int64_t>& m_blocks; ///< of each chunk
    const StepTime& m_time;
    EstimateMode m_mode;
};

} // namespace

/// A unit's sums as formulas over its tasks, in the order in which the estimate adds.
struct StepExplanation::UnitSums {
    S forward, backward;
    std::array<S, iterationFigures.size()> components;
};

StepExplanation::StepExplanation(const PortablePlanIR& plan, const SystemProfile& profile,
                                 const NetworkTierBinding& tiers, const Estimate& estimate)
    : m_plan(plan), m_profile(profile), m_tiers(tiers), m_estimate(estimate)
{
    assert(estimate.modes);
}

const StepTime& StepExplanation::timeOf(EstimateMode mode) const
{
    return (*m_estimate.modes)[static_cast<std::size_t>(mode)].time;
}

Explanation StepExplanation::task(const PlanTask& task, EstimateMode mode) const
{
    Arithmetic arithmetic;
    const TimeFormulas formulas{arithmetic, m_profile, m_plan.program.datatype, mode};
    S network;
    if (task.invocation.collective)
        network = formulas.network(
            m_profile.networks[static_cast<std::size_t>(m_tiers.tensor)],
            *networkOperationOf(*task.invocation.collective), m_plan.program.tensorDegree,
            arithmetic.explained("message", "message, bytes", static_cast<double>(task.facts.message.value()),
                                 task.name));
    return taskTimeExplanation(task.name + ".time." + std::string{nameOf(mode)},
                               formulas.local(task.invocation.engine, task.facts, task.name), network);
}

std::vector<StepExplanation::UnitSums> StepExplanation::unitSums(EstimateMode mode) const
{
    const SystemModel system{m_profile, m_plan.program.datatype};
    const std::vector<double> seconds =
        taskSeconds(m_plan, system, m_tiers)[static_cast<std::size_t>(mode)];
    Arithmetic arithmetic;
    std::vector<UnitSums> sums(countOf<Unit>());
    for (std::size_t k = 0; k < m_plan.tasks.size(); ++k) {
        const PlanTask& task = m_plan.tasks[k];
        const S symbol = arithmetic.explained(task.name, "predicted seconds of the task", seconds[k],
                                              task.name + ".time." + std::string{nameOf(mode)});
        UnitSums& unit = sums[static_cast<std::size_t>(unitOf(task.invocation.row))];
        S& pass = task.invocation.phase == Phase::Forward ? unit.forward : unit.backward;
        pass = pass + symbol;
        for (std::size_t component = 0; component < iterationFigures.size(); ++component)
            if (iterationFigures[component].member == componentOf(task.invocation))
                unit.components[component] = unit.components[component] + symbol;
    }
    return sums;
}

std::vector<Explanation> StepExplanation::units(EstimateMode mode) const
{
    std::vector<Explanation> explanations;
    const std::vector<UnitSums> sums = unitSums(mode);
    for (std::size_t k = 0; k < sums.size(); ++k) {
        const std::string unit = std::string{nameOf(static_cast<Unit>(k))} + '.';
        const auto add = [&](std::string_view what, const S& sum) {
            if (!sum.isNothing())
                explanations.push_back(explanationOf(pathOf("unit_time", mode, unit + std::string{what}), unitSource,
                                                     "seconds", "seconds", sum));
        };
        add("forward_pass", sums[k].forward);
        add("backward_pass", sums[k].backward);
        for (std::size_t component = 0; component < iterationFigures.size(); ++component)
            add(iterationFigures[component].name, sums[k].components[component]);
    }
    return explanations;
}

std::vector<Explanation> StepExplanation::step(EstimateMode mode) const
{
    const StepTime& time = timeOf(mode);
    const std::vector<UnitSums> sums = unitSums(mode);
    Arithmetic arithmetic;
    const auto number = [&arithmetic](double value) { return arithmetic.literal(value); };
    const auto ofUnit = [&](Unit unit, std::string_view what, const S& sum) {
        const std::string name{nameOf(unit)};
        return arithmetic.explained(name, "one run of it, seconds", sum.value(),
                                    pathOf("unit_time", mode, name + '.' + std::string{what}));
    };
    std::vector<Explanation> explanations;

    const StageSymbols last{arithmetic, time.stages[time.lastStage], mode, time.lastStage};
    const S total = arithmetic.explained("total", "seconds of a step", time.total, pathOf("time", mode, "total"));
    const std::string source = std::string{componentSource} + ": stage " + std::to_string(time.lastStage);
    S all;
    for (std::size_t k = 0; k < iterationFigures.size(); ++k) {
        const NamedFigure<IterationTime>& figure = iterationFigures[k];
        if (figure.member == &IterationTime::total)
            continue;
        S formula = workOfStage(m_plan, time.lastStage, number, [&](Unit unit) {
            return ofUnit(unit, figure.name, sums[static_cast<std::size_t>(unit)].components[k]);
        });
        if (figure.member == &IterationTime::tensorParallel)
            formula = formula + last(&StageTime::replicatedGradients);
        else if (figure.member == &IterationTime::pipelineParallel)
            formula = last(&StageTime::hops) + last(&StageTime::tiedEmbedding);
        else if (figure.member == &IterationTime::pipelineBubble)
            formula = last(&StageTime::bubble);
        else if (figure.member == &IterationTime::dataParallel)
            formula = last(&StageTime::gradients) + last(&StageTime::weights);
        else if (figure.member == &IterationTime::optimizer)
            formula = last(&StageTime::optimizer);
        const std::string subject = pathOf("time", mode, figure.name);
        const double seconds = time.iteration.*figure.member;
        Builder builder{subject, source};
        builder.add("seconds", "seconds", formula);
        if (!total.isNothing())
            builder.add("share_of_total", "",
                        arithmetic.explained("seconds", "of this component", seconds, subject) / total);
        explanations.push_back(std::move(builder).take());
        all = all + arithmetic.explained(figure.name, "component of the step, seconds", seconds, subject);
    }
    explanations.push_back(explanationOf(pathOf("time", mode, "total"), source, "seconds", "seconds",
                                         withRounding(arithmetic, all, time.total)));

    S hop;
    if (m_plan.program.rule.stages > 1) {
        const TimeFormulas formulas{arithmetic, m_profile, m_plan.program.datatype, mode};
        const S message = arithmetic.explained("message", "hidden state handed on, bytes",
                                               static_cast<double>(m_plan.sizes.hiddenShard.value()), "edges.forward");
        hop = formulas.network(m_profile.networks[static_cast<std::size_t>(m_tiers.pipeline)],
                               NetworkOperation::PointToPoint, 2, message);
    }
    explanations.push_back(explanationOf(pathOf("time", mode, "hop"), hopSource, "seconds", "seconds", hop));
    const auto& blocks = m_plan.program.shape.chunks;
    for (std::size_t j = 0; j < blocks.size(); ++j)
        for (const bool isForward : {true, false}) {
            const auto pass = [&](Unit unit, bool has) {
                const UnitSums& sum = sums[static_cast<std::size_t>(unit)];
                return has ? ofUnit(unit, isForward ? "forward_pass" : "backward_pass",
                                    isForward ? sum.forward : sum.backward)
                           : S{};
            };
            explanations.push_back(
                explanationOf(chunkSubject(mode, j, isForward ? "forward" : "backward"), chunkSource, "seconds",
                              "seconds",
                              chunkSeconds(number(static_cast<double>(blocks[j])), pass(Unit::Block, true),
                                           pass(Unit::Embedding, j == 0), pass(Unit::Head, j + 1 == blocks.size()))));
        }
    return explanations;
}

std::vector<Explanation> StepExplanation::stages(EstimateMode mode) const
{
    const StepTime& time = timeOf(mode);
    const SystemModel system{m_profile, m_plan.program.datatype};
    const std::vector<CriticalPath> paths = criticalPaths(m_plan, system, m_tiers, mode);
    const std::size_t chunks = m_plan.program.shape.chunks.size();
    Arithmetic arithmetic;
    const TimeFormulas formulas{arithmetic, m_profile, m_plan.program.datatype, mode};
    const PassSymbols passes{arithmetic, m_plan, time, mode};
    const std::int64_t m = m_plan.program.rule.microbatches;
    const S total = arithmetic.explained("total", "seconds of a step", time.total, pathOf("time", mode, "total"));

    std::vector<Explanation> explanations;
    for (std::size_t r = 0; r < time.stages.size(); ++r) {
        const StageTime& figures = time.stages[r];
        const PlanStage& stage = m_plan.stages[r];
        const StageSymbols symbols{arithmetic, figures, mode, r};
        const auto add = [&](std::string_view figure, std::string_view source, const S& formula) {
            explanations.push_back(
                explanationOf(stageSubject(mode, r, figure), source, "seconds", "seconds", formula));
        };
        std::vector<std::int64_t> own(chunks);
        std::int64_t receives = 0;
        for (std::size_t j = r; j < chunks; j += time.stages.size()) {
            own[j] = m;
            receives += (j > 0 ? m : 0) + (j + 1 < chunks ? m : 0);
        }
        add("busy", programSource, withRounding(arithmetic, passes.sum(own, own), figures.busy));
        add("hops", programSource, withRounding(arithmetic, passes.times(receives, passes.hop()), figures.hops));
        add("program_end", pathSource,
            withRounding(arithmetic,
                         passes.sum(paths[r].forward, paths[r].backward) + passes.times(paths[r].hops, passes.hop()),
                         figures.programEnd));

        const std::string subject = "stages." + std::to_string(r) + '.';
        const auto message = [&](std::string_view figure, StepMessageKind what) {
            const StepMessage* const sent = messageOf(stage, what);
            S seconds;
            if (sent != nullptr)
                seconds = formulas.network(
                    m_profile.networks[static_cast<std::size_t>(tierOf(sent->group, m_tiers))],
                    *networkOperationOf(sent->kind), sent->members,
                    arithmetic.explained("message", "message, bytes", static_cast<double>(sent->bytes.value()),
                                         subject + std::string{nameOf(what)}));
            add(figure, messageSource, seconds);
        };
        message("gradients", StepMessageKind::Gradients);
        message("weights", StepMessageKind::Weights);
        message("tied_embedding", StepMessageKind::TiedEmbeddingGradient);
        message("replicated_gradients", StepMessageKind::ReplicatedGradients);
        add("optimizer", optimizerSource,
            formulas.local(Engine::Vector, stage.optimizer, subject + "optimizer_step"));
        add("end", endSource,
            stageEnd(symbols(&StageTime::programEnd), symbols(&StageTime::gradients), symbols(&StageTime::weights),
                     symbols(&StageTime::tiedEmbedding), symbols(&StageTime::replicatedGradients),
                     symbols(&StageTime::optimizer)));
        add("bubble", "waiting for neighbouring stages before the program ends",
            stageBubble(symbols(&StageTime::programEnd), symbols(&StageTime::busy), symbols(&StageTime::hops)));
        add("idle", "waiting for the stage that ends last", total - symbols(&StageTime::end));
    }
    return explanations;
}

std::vector<Explanation> StepExplanation::utilisation(EstimateMode mode) const
{
    const StepTime& time = timeOf(mode);
    Arithmetic arithmetic;
    const auto given = [&arithmetic](const char* symbol, const char* meaning, double value) {
        return arithmetic.given(symbol, meaning, value);
    };
    const FlopsPerToken flops = flopsPerToken(m_plan.flops);
    const UtilisationOf<S> formulas = utilisationOf(
        arithmetic.explained("matmul_full", "model operations a token, the full attention square",
                             flops.matmulFull.toDouble(), "flops_per_token.matmul_full"),
        arithmetic.explained("causal_half", "model operations a token, half the attention square",
                             flops.causalHalf.toDouble(), "flops_per_token.causal_half"),
        given("G", "global batch size, sequences", static_cast<double>(m_plan.program.globalBatchSize)),
        given("s", "sequence length, tokens", static_cast<double>(m_plan.program.sequenceLength)),
        arithmetic.explained("total", "seconds of a step", time.total, pathOf("time", mode, "total")),
        given("W", "ranks", static_cast<double>(m_plan.program.shape.worldSize)),
        given("peak", "peak matrix operations a second of a rank",
              tableFor(m_profile.matrix, m_plan.program.datatype).peakOperationsPerSecond));
    const auto explain = [mode](const char* figure, std::string_view source, const char* unit, const S& formula) {
        return explanationOf(pathOf("utilisation", mode, figure), source, figure, unit, formula);
    };
    return {explain("mfu_full", utilisationSource, "", formulas.mfuFull),
            explain("mfu_causal", utilisationSource, "", formulas.mfuCausal),
            explain("tokens_per_second", rateSource, "tokens_per_second", formulas.tokensPerSecond)};
}

} // namespace planscope::whole
