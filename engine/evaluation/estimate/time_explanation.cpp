#include "evaluation/estimate/time_explanation.h"

#include "evaluation/estimate/block_figures.h"
#include "evaluation/estimate/time_algebra.h"
#include "evaluation/estimate/time_formulas.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace planscope {
namespace {

using Arithmetic = SymbolicArithmetic<double>;
using Builder = ExplanationBuilder<double>;
using S = RealExpression;

constexpr std::string_view pipelineSource
    = "1F1B and interleaved schedules: Narayanan et al., arXiv 2104.04473, section 2";
constexpr std::string_view blockSource = "sum over the invocations of a block and a microbatch on one rank";
constexpr std::string_view primitiveSource
    = "sum over the invocations of the primitive, one block and one microbatch on one rank";
constexpr std::string_view repetitionSource = "the block, as often as a rank runs it";
constexpr std::string_view replicaSource = "replicas sum their gradients up block by block";
constexpr std::string_view totalSource = "sum of the components";
constexpr std::string_view utilisationSource
    = "model FLOPs utilisation: Narayanan et al., arXiv 2104.04473, section 5; Korthikanti et al., arXiv 2205.05198";
constexpr std::string_view rateSource = "work of an iteration over its time";

std::string_view sourceOf(double IterationTime::*component)
{
    if (component == &IterationTime::pipelineParallel || component == &IterationTime::pipelineBubble)
        return pipelineSource;
    return component == &IterationTime::dataParallel ? replicaSource : repetitionSource;
}

std::string subjectOf(std::string_view group, EstimateMode mode, std::string_view figure)
{
    return std::string{group} + '.' + std::string{nameOf(mode)} + '.' + std::string{figure};
}

std::string taskSubject(const Invocation& invocation)
{
    return invocationName(invocation.layer, invocation.phase, invocation.collective);
}

std::string timeSubject(const Invocation& invocation, EstimateMode mode)
{
    return taskSubject(invocation) + ".time." + std::string{nameOf(mode)};
}

/// Of an invocation on its engine; a recommunication has a network part alone.
S localSeconds(const TimeFormulas& formulas, const Invocation& invocation)
{
    return invocation.collective && invocation.phase == Phase::Recommunication
        ? S{}
        : formulas.local(engineOf(invocation.primitive), invocation.facts, taskSubject(invocation));
}

Explanation explanationOf(std::string subject, std::string_view source, std::string_view fact, std::string_view unit,
                          const S& formula)
{
    Builder builder{std::move(subject), source};
    builder.add(fact, unit, formula);
    return std::move(builder).take();
}

/// The symbols of a block's times, as an iteration is made of them.
constexpr std::array<std::pair<const char*, const char*>, blockTimeFigures.size()> blockSymbols{{
    {"fwd", "forward work of a block, seconds"},
    {"re", "recomputed work of a block, seconds"},
    {"agrad", "activation gradients of a block, seconds"},
    {"wgrad", "weight gradients of a block, seconds"},
    {"opt", "optimizer of a block, seconds"},
    {"tpf", "tensor-parallel exchanges of a block in forward, seconds"},
    {"tpb", "tensor-parallel exchanges of a block in backward, seconds"},
    {"rc", "repeated exchanges of a block, seconds"},
}};
constexpr std::array<S BlockTimeOf<S>::*, blockTimeFigures.size()> blockMembers{
    &BlockTimeOf<S>::forward,          &BlockTimeOf<S>::recompute,
    &BlockTimeOf<S>::activationGradient, &BlockTimeOf<S>::weightGradient,
    &BlockTimeOf<S>::optimizer,        &BlockTimeOf<S>::tensorParallelForward,
    &BlockTimeOf<S>::tensorParallelBackward, &BlockTimeOf<S>::recommunication};
constexpr std::array<S IterationTimeOf<S>::*, iterationTimeFigures.size()> iterationMembers{
    &IterationTimeOf<S>::forward,          &IterationTimeOf<S>::backward,
    &IterationTimeOf<S>::optimizer,        &IterationTimeOf<S>::recompute,
    &IterationTimeOf<S>::tensorParallel,   &IterationTimeOf<S>::pipelineParallel,
    &IterationTimeOf<S>::dataParallel,     &IterationTimeOf<S>::recommunication,
    &IterationTimeOf<S>::pipelineBubble,   &IterationTimeOf<S>::total};

BlockTimeOf<S> symbolsOf(Arithmetic& arithmetic, const BlockTime& block, EstimateMode mode)
{
    BlockTimeOf<S> symbols;
    for (std::size_t k = 0; k < blockTimeFigures.size(); ++k)
        symbols.*blockMembers[k] =
            arithmetic.explained(blockSymbols[k].first, blockSymbols[k].second, block.*blockTimeFigures[k].member,
                                 subjectOf("block_time", mode, blockTimeFigures[k].name));
    return symbols;
}

} // namespace

TimeExplanation::TimeExplanation(const EstimateInput& input, const SystemProfile& profile,
                                 const NetworkTierBinding& tiers, const Estimate& estimate)
    : m_input(input), m_profile(profile), m_tiers(tiers), m_estimate(estimate)
{
    assert(estimate.modes);
}

const NetworkTier& TimeExplanation::tier(std::int64_t index) const
{
    return m_profile.networks[static_cast<std::size_t>(index)];
}

Explanation TimeExplanation::task(const Invocation& invocation, EstimateMode mode) const
{
    Arithmetic arithmetic;
    const TimeFormulas formulas{arithmetic, m_profile, m_input.program->datatype, mode};
    const S local = localSeconds(formulas, invocation);
    S network;
    if (invocation.collective)
        network = formulas.network(
            tier(m_tiers.tensor), *networkOperationOf(*invocation.collective), m_input.program->tensorDegree,
            arithmetic.explained("message", "message, bytes", static_cast<double>(invocation.facts.message.value()),
                                 taskSubject(invocation)));
    return taskTimeExplanation(timeSubject(invocation, mode), local, network);
}

std::vector<RealExpression> TimeExplanation::taskSymbols(EstimateMode mode) const
{
    const SystemModel system{m_profile, m_input.program->datatype};
    const InvocationTimer timer{system, system.tiers()[static_cast<std::size_t>(m_tiers.tensor)],
                                m_input.program->tensorDegree};
    const auto k = static_cast<std::size_t>(mode);
    Arithmetic arithmetic;
    std::vector<S> symbols;
    for (const Invocation& invocation : m_input.invocations) {
        const InvocationTime time = timer.time(invocation);
        symbols.push_back(arithmetic.explained(taskSubject(invocation), "predicted seconds of the task",
                                               time.local[k] + time.network[k], timeSubject(invocation, mode)));
    }
    return symbols;
}

std::vector<Explanation> TimeExplanation::block(EstimateMode mode) const
{
    const std::vector<S> tasks = taskSymbols(mode);
    std::array<S, blockTimeFigures.size()> sums;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const Invocation& invocation = m_input.invocations[k];
        S& sum = sums[blockComponentOf[static_cast<std::size_t>(invocation.phase)][invocation.collective ? 1 : 0]];
        sum = sum + tasks[k];
    }
    std::vector<Explanation> explanations;
    for (std::size_t component = 0; component < sums.size(); ++component)
        explanations.push_back(explanationOf(subjectOf("block_time", mode, blockTimeFigures[component].name),
                                             blockSource, "seconds", "seconds", sums[component]));
    return explanations;
}

std::vector<Explanation> TimeExplanation::phasesAndPrimitives(EstimateMode mode) const
{
    const std::vector<S> tasks = taskSymbols(mode);
    std::array<S, countOf<Phase>()> phases;
    std::array<S, countOf<Primitive>()> primitives;
    S total;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const Invocation& invocation = m_input.invocations[k];
        S& phase = phases[static_cast<std::size_t>(invocation.phase)];
        S& primitive = primitives[static_cast<std::size_t>(invocation.primitive)];
        phase = phase + tasks[k];
        primitive = primitive + tasks[k];
        total = total + tasks[k];
    }
    std::vector<Explanation> explanations;
    const auto explain = [&](const std::string& subject, std::string_view source, const S& sum) {
        if (!sum.isNothing())
            explanations.push_back(explanationOf(subject + ".time." + std::string{nameOf(mode)}, source, "seconds",
                                                 "seconds", sum));
    };
    for (std::size_t phase = 0; phase < phases.size(); ++phase)
        explain("block." + std::string{nameOf(static_cast<Phase>(phase))}, blockSource, phases[phase]);
    explain("block.total", blockSource, total);
    for (std::size_t primitive = 0; primitive < primitives.size(); ++primitive)
        explain("primitive." + std::string{nameOf(static_cast<Primitive>(primitive))}, primitiveSource,
                primitives[primitive]);
    return explanations;
}

std::vector<Explanation> TimeExplanation::iteration(EstimateMode mode) const
{
    const PlanProgram& program = *m_input.program;
    const ModeEstimate& figures = (*m_estimate.modes)[static_cast<std::size_t>(mode)];
    Arithmetic arithmetic;
    const TimeFormulas formulas{arithmetic, m_profile, m_input.program->datatype, mode};
    const IterationAlgebra<Arithmetic> algebra{arithmetic, program};
    S hop;
    if (algebra.pipelined()) {
        const S message =
            arithmetic.define("m", "bytes handed from a stage to the next", algebra.hopMessage(program));
        hop = arithmetic.define(
            "hop", "seconds between two stages",
            formulas.network(tier(m_tiers.pipeline), NetworkOperation::PointToPoint, 2, message));
    }
    S exchange;
    if (algebra.replicated()) {
        const NetworkTier& data = tier(m_tiers.data);
        const S weights = arithmetic.explained("W", "weights of a block, bytes",
                                               static_cast<double>(m_input.blockMemory->weights.value()),
                                               "block_memory.weights");
        exchange = formulas.network(data, gradientReductionOf(program), program.dataDegree, weights);
        if (algebra.sharded())
            exchange = exchange + formulas.network(data, NetworkOperation::AllGather, program.dataDegree, weights);
        exchange = arithmetic.define("exchange", "seconds in which replicas exchange a block", exchange);
    }
    const IterationTimeOf<S> time = algebra.time(symbolsOf(arithmetic, figures.block, mode), hop, exchange);

    std::vector<Explanation> explanations;
    const S total = arithmetic.explained("total", "seconds of an iteration", figures.iteration.total,
                                         subjectOf("time", mode, "total"));
    IterationTimeOf<S> named;
    for (std::size_t k = 0; k + 1 < iterationTimeFigures.size(); ++k) {
        const NamedFigure<IterationTime>& figure = iterationTimeFigures[k];
        const S& formula = time.*iterationMembers[k];
        const S component =
            arithmetic.explained(figure.name, "seconds of an iteration", figures.iteration.*figure.member,
                                 subjectOf("time", mode, figure.name));
        named.*iterationMembers[k] = component;
        Builder builder{subjectOf("time", mode, figure.name), sourceOf(figure.member)};
        builder.add("seconds", "seconds", formula);
        if (!total.isNothing())
            builder.add("share_of_total", "", component / total);
        explanations.push_back(std::move(builder).take());
    }
    explanations.push_back(
        explanationOf(subjectOf("time", mode, "total"), totalSource, "seconds", "seconds", algebra.total(named)));
    return explanations;
}

std::vector<Explanation> TimeExplanation::utilisation(EstimateMode mode) const
{
    const PlanProgram& program = *m_input.program;
    const ModeEstimate& figures = (*m_estimate.modes)[static_cast<std::size_t>(mode)];
    Arithmetic arithmetic;
    const IterationAlgebra<Arithmetic> algebra{arithmetic, program};
    const auto matrixOperations = [&](Phase phase) {
        S sum;
        for (const Invocation& invocation : m_input.invocations)
            if (invocation.phase == phase && engineOf(invocation.primitive) == Engine::Matrix)
                sum = sum
                    + arithmetic.explained(taskSubject(invocation), "operations of a rank",
                                           static_cast<double>(invocation.facts.operations.value()),
                                           taskSubject(invocation));
        return sum;
    };
    const S forward = arithmetic.define("F", "matrix operations of a block in forward, a microbatch and a rank",
                                        matrixOperations(Phase::Forward));
    const S recomputed = arithmetic.define("R", "matrix operations of a block that are recomputed",
                                           matrixOperations(Phase::Recompute));
    const S peak = arithmetic.given("peak", "peak matrix operations a second of a rank",
                                    tableFor(m_profile.matrix, program.datatype).peakOperationsPerSecond);
    const S total = arithmetic.explained("total", "iteration time, seconds", figures.iteration.total,
                                         subjectOf("time", mode, "total"));
    const UtilisationOf<S> formulas = algebra.utilisation(forward, recomputed, peak, total);
    const auto explain = [mode](const char* figure, std::string_view source, const char* unit, const S& formula) {
        return explanationOf(subjectOf("utilisation", mode, figure), source, figure, unit, formula);
    };
    return {explain("mfu", utilisationSource, "", formulas.mfu), explain("hfu", utilisationSource, "", formulas.hfu),
            explain("tokens_per_second", rateSource, "tokens_per_second", formulas.tokensPerSecond),
            explain("samples_per_second", rateSource, "sequences_per_second", formulas.samplesPerSecond)};
}

} // namespace planscope
