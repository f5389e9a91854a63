#include "derivation/whole/algebra/whole_work.h"

#include "derivation/transformer/exact_arithmetic.h"
#include "derivation/whole/algebra/stage_algebra.h"
#include "derivation/whole/algebra/work_algebra.h"

#include <cassert>
#include <string>

namespace planscope::whole {
namespace {

constexpr std::array<Unit, 3> units{Unit::Embedding, Unit::Block, Unit::Head};

/// Turns scalars into quantities. Remembers the path of the first that leaves 64 bits; a path is spelt only then.
class Narrowing {
public:
    template <class Q, class S, class Path>
    Q take(const S& value, Path&& path)
    {
        return Q{narrow(value, path)};
    }
    bool overflowed() const { return m_overflowed; }
    const std::optional<Diagnostic>& found() const { return m_found; }

private:
    template <class Path>
    std::int64_t narrow(const SaturatingCount& value, const Path&)
    {
        m_overflowed |= value.saturated();
        return value.value();
    }
    template <class Path>
    std::int64_t narrow(const ExactInteger& value, const Path& path)
    {
        if (!beyond64Bits(value))
            return static_cast<std::int64_t>(value.value);
        m_overflowed = true;
        if (!m_found) {
            const std::string place = path();
            m_found = Diagnostic{Severity::Error,
                                 Origin::Work,
                                 "integer.overflow",
                                 place,
                                 place + " is " + value.value.str() + ", beyond 2^63 − 1",
                                 value.value.str(),
                                 {}};
        }
        return 0;
    }

    bool m_overflowed = false;
    std::optional<Diagnostic> m_found;
};

template <class S>
WorkOf<S> operator+(const WorkOf<S>& a, const WorkOf<S>& b)
{
    return {a.operations + b.operations, a.read + b.read, a.write + b.write, a.message + b.message};
}

/// Fills a WholeWork from the algebra, in the order in which overflow is told.
template <class A>
class Filling {
public:
    using S = typename A::Scalar;

    Filling(A& arithmetic, const AlgebraInputs& inputs, Narrowing& narrow)
        : m_inputs(inputs)
        , m_symbols(arithmetic, inputs)
        , m_memory(m_symbols)
        , m_stages(m_symbols)
        , m_narrow(narrow)
    {
    }

    void fill(WholeWork& into)
    {
        fillModel(into);
        for (const Unit unit : units)
            fillProgram(unit, into);
        for (const Unit unit : units)
            fillSaved(unit, into);
        for (std::int64_t stage = 0; stage < m_inputs.mapping.pipeline.degree; ++stage)
            into.stages.push_back(stageFacts(stage));
        fillParameters(into);
        fillMemory(into);
    }

private:
    template <class Q, class Path>
    Q take(const S& value, Path&& path)
    {
        return m_narrow.take<Q>(value, path);
    }
    template <class Q>
    Q take(const S& value, const char* path)
    {
        return m_narrow.take<Q>(value, [path] { return std::string{path}; });
    }
    template <class Path>
    WorkloadFacts takeWork(const WorkOf<S>& work, Path&& path)
    {
        return {take<Operations>(work.operations, [&] { return path() + ".operations"; }),
                take<Bytes>(work.read, [&] { return path() + ".read_bytes"; }),
                take<Bytes>(work.write, [&] { return path() + ".write_bytes"; }),
                take<Bytes>(work.message, [&] { return path() + ".message_bytes"; })};
    }

    void fillModel(WholeWork& into)
    {
        const AlgebraSymbols<A> published{m_symbols.arithmetic, m_inputs, Subject::PublishedModel};
        const StageAlgebra<A> model{published};
        into.parameters.total = take<Elements>(model.modelParameters(), "parameters.total");
        into.parameters.block = take<Elements>(model.parameters(Unit::Block), "parameters.block");
        into.parameters.embedding = take<Elements>(model.parameters(Unit::Embedding), "parameters.embedding");
        into.parameters.final = take<Elements>(model.parameters(Unit::Head), "parameters.final");
        into.flops.blockMatrices = take<Elements>(model.blockMatrices(), "parameters.total");
        into.flops.vocabulary = take<Elements>(model.vocabularyMatrix(), "parameters.embedding");
        into.flops.attentionWidth = take<Elements>(model.attentionWidth(), "parameters.total");
        into.flops.sequenceLength = m_inputs.workload.sequenceLength;
        into.flops.parameters = into.parameters.total;
    }

    void fillProgram(Unit unit, WholeWork& into)
    {
        const S zero = m_symbols.zero();
        std::array<WorkOf<S>, countOf<Phase>()> sums{WorkOf<S>{zero, zero, zero, zero},
                                                     {zero, zero, zero, zero},
                                                     {zero, zero, zero, zero},
                                                     {zero, zero, zero, zero}};
        auto& totals = into.totals[static_cast<std::size_t>(unit)];
        std::vector<std::pair<Invocation, WorkOf<S>>> rows;
        WorkAlgebra<A>{m_symbols}.forEachInvocation(unit, [&](const Invocation& invocation, const WorkOf<S>& work) {
            const auto phase = static_cast<std::size_t>(invocation.phase);
            sums[phase] = sums[phase] + work;
            ++totals[phase].invocations;
            rows.emplace_back(invocation, work);
        });
        const auto pathOf = [unit](Phase phase) {
            return "program." + std::string{nameOf(unit)} + "." + std::string{nameOf(phase)};
        };
        for (std::size_t phase = 0; phase < sums.size(); ++phase)
            totals[phase].facts = takeWork(sums[phase], [&] { return pathOf(static_cast<Phase>(phase)); });
        // A row beyond 64 bits takes its sum there too, so the sum has been named already.
        for (const auto& [invocation, work] : rows)
            into.tasks.push_back({invocation, takeWork(work, [&, phase = invocation.phase] { return pathOf(phase); })});
    }

    void fillSaved(Unit unit, WholeWork& into)
    {
        const bool rebuilds = unit == Unit::Block && m_symbols.choices.recompute == RecomputeKind::Full;
        if (rebuilds)
            into.saved.push_back(savedRow(SavedTensor::BlockInput, m_memory.blockInput(), false));
        m_memory.forEachKept(unit, [&](SavedTensor tensor, const S& elements) {
            if (!rebuilds)
                into.saved.push_back(savedRow(tensor, elements, false));
        });
    }
    SavedRow savedRow(SavedTensor tensor, const S& elements, bool rebuilt)
    {
        const auto path = [&] {
            return rebuilt ? std::string{"memory.peak"}
                           : "saved." + std::string{nameOf(unitOf(tensor))} + "." + std::string{nameOf(tensor)};
        };
        const S bytes = m_symbols.number(bytesOf(elementTypeOf(tensor))) * elements;
        return {tensor, take<Elements>(elements, path), take<Bytes>(bytes, path), rebuilt};
    }

    StageFacts stageFacts(std::int64_t stage)
    {
        const std::int64_t stages = m_inputs.mapping.pipeline.degree;
        const StageExtent extent = extentOfStage(m_inputs.shape, stages, stage);
        const auto path = [stage](const char* fact) {
            return [stage, fact] { return "stages[" + std::to_string(stage) + "]." + fact; };
        };
        const S N = m_stages.parameters(extent);
        StageFacts work;
        work.parameters = take<Elements>(N, path("parameters"));
        work.weights = take<Bytes>(m_stages.weightBytes(N), path("weights"));
        work.gradients = take<Bytes>(m_stages.gradientBytes(N), path("gradients"));
        work.optimizer = take<Bytes>(m_stages.optimizerBytes(N), path("optimizer"));
        for (std::size_t chunk = static_cast<std::size_t>(stage); chunk < m_inputs.shape.chunks.size();
             chunk += static_cast<std::size_t>(stages))
            work.savedPerMicrobatch.push_back(
                take<Bytes>(m_stages.saved(extentOfChunk(m_inputs.shape, static_cast<std::int64_t>(chunk))),
                            path("saved_per_microbatch")));
        work.step = stepMessages(extent, work, path("messages"));
        const OptimizerOf<S> optimizer = m_stages.optimizer(N);
        work.optimized = take<Elements>(optimizer.parameters, path("parameters"));
        work.optimizerWork =
            takeWork({optimizer.operations, optimizer.read, optimizer.write, m_symbols.zero()}, path("optimizer"));
        return work;
    }

    template <class Path>
    std::vector<StepMessage> stepMessages(const StageExtent& extent, const StageFacts& work, const Path& path)
    {
        const Choices& choices = m_symbols.choices;
        const MappingSpec& mapping = m_inputs.mapping;
        const std::int64_t replicas = mapping.data.degree * mapping.context.degree;
        std::vector<StepMessage> messages;
        if (choices.replicated && choices.optimizerSharding) {
            messages.push_back(
                {StepMessageKind::Gradients, CollectiveKind::ReduceScatter, GroupAxis::Data, replicas, work.gradients});
            messages.push_back(
                {StepMessageKind::Weights, CollectiveKind::AllGather, GroupAxis::Data, replicas, work.weights});
        } else if (choices.replicated) {
            messages.push_back(
                {StepMessageKind::Gradients, CollectiveKind::AllReduce, GroupAxis::Data, replicas, work.gradients});
        }
        if (choices.tied && choices.pipelined && (extent.first || extent.last))
            messages.push_back({StepMessageKind::TiedEmbeddingGradient, CollectiveKind::AllReduce, GroupAxis::Embedding,
                                2, take<Bytes>(m_stages.tiedGradientBytes(), path)});
        if (choices.sequenceParallel)
            messages.push_back({StepMessageKind::ReplicatedGradients, CollectiveKind::AllReduce, GroupAxis::Tensor,
                                mapping.tensor.degree,
                                take<Bytes>(m_stages.gradientBytes(m_stages.replicated(extent)), path)});
        return messages;
    }

    void fillParameters(WholeWork& into)
    {
        const auto path = [] { return std::string{"stages[0].parameters"}; };
        for (const Unit unit : units)
            m_memory.forEachParameter(unit, [&](const ParameterOf<S>& row) {
                std::optional<LinearShape> linear;
                if (row.outputs)
                    linear = {take<Elements>(*row.outputs, path).value(), take<Elements>(*row.inputs, path).value()};
                into.parameterRows.push_back({row.tensor, take<Elements>(row.elements, path), linear});
            });
    }

    void fillMemory(WholeWork& into)
    {
        constexpr const char* peak = "memory.peak";
        if (m_symbols.choices.recompute == RecomputeKind::Full) {
            auto at = into.saved.begin();
            while (at->tensor != SavedTensor::BlockInput)
                ++at;
            std::vector<SavedRow> rebuilt;
            m_memory.forEachKept(Unit::Block, [&](SavedTensor tensor, const S& elements) {
                rebuilt.push_back(savedRow(tensor, elements, true));
            });
            into.saved.insert(at + 1, rebuilt.begin(), rebuilt.end());
        }
        m_memory.forEachTransient([&](Moment moment, TransientTerm term, const S& bytes) {
            into.transients.push_back({moment, term, take<Bytes>(bytes, peak)});
        });
        into.sizes.hiddenShard = take<Bytes>(m_stages.boundaryBytes(), peak);
        into.sizes.hidden = take<Bytes>(m_symbols.w * m_symbols.H, peak);
        into.sizes.logits = take<Bytes>(m_symbols.w * m_symbols.X, peak);
        if (m_symbols.choices.rotary)
            into.sizes.ropeTable = take<Bytes>(m_stages.ropeTableBytes(), peak);
        into.sizes.tokens = take<Elements>(m_symbols.T, peak).value();
    }

    const AlgebraInputs& m_inputs;
    AlgebraSymbols<A> m_symbols;
    MemoryAlgebra<A> m_memory;
    StageAlgebra<A> m_stages;
    Narrowing& m_narrow;
};

} // namespace

StageExtent extentOfStage(const Shape& shape, std::int64_t stages, std::int64_t stage)
{
    StageExtent extent{0, stage == 0, stage == stages - 1};
    for (std::size_t chunk = static_cast<std::size_t>(stage); chunk < shape.chunks.size();
         chunk += static_cast<std::size_t>(stages))
        extent.blocks += shape.chunks[chunk];
    return extent;
}

StageExtent extentOfChunk(const Shape& shape, std::int64_t chunk)
{
    return {shape.chunks[static_cast<std::size_t>(chunk)], chunk == 0,
            static_cast<std::size_t>(chunk) + 1 == shape.chunks.size()};
}

Result<WholeWork> deriveWholeWork(const AlgebraInputs& inputs)
{
    {
        SaturatingArithmetic saturating;
        Narrowing narrow;
        WholeWork work;
        Filling<SaturatingArithmetic>{saturating, inputs, narrow}.fill(work);
        if (!narrow.overflowed())
            return work;
    }
    ExactArithmetic exact;
    Narrowing narrow;
    WholeWork work;
    Filling<ExactArithmetic>{exact, inputs, narrow}.fill(work);
    if (narrow.overflowed())
        return refuse(*narrow.found());
    return work;
}

} // namespace planscope::whole
