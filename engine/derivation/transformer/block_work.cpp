#include "derivation/transformer/block_work.h"

#include "derivation/transformer/block_sums.h"
#include "derivation/transformer/block_work_buffer.h"
#include "derivation/transformer/exact_arithmetic.h"
#include "derivation/transformer/layer_memory.h"

#include <cassert>
#include <string>
#include <string_view>

namespace planscope {
namespace {

/// Turns scalars into quantities and remembers whether any left 64 bits.
class Narrowing {
public:
    template <class S>
    Operations operations(const S& value)
    {
        return Operations{narrow(value)};
    }
    template <class S>
    Bytes bytes(const S& value)
    {
        return Bytes{narrow(value)};
    }
    template <class S>
    Elements elements(const S& value)
    {
        return Elements{narrow(value)};
    }
    template <class S>
    WorkloadFacts facts(const WorkOf<S>& work)
    {
        return {operations(work.operations), bytes(work.read), bytes(work.write), bytes(work.message)};
    }
    template <class S>
    BlockMemory blockMemory(const BlockMemoryOf<S>& sum)
    {
        return {bytes(sum.weights),         bytes(sum.activationWorking),        bytes(sum.activationStorage),
                bytes(sum.activationCheckpoint), bytes(sum.weightGradients),     bytes(sum.weightGradientsUnsharded),
                bytes(sum.activationGradients),  bytes(sum.optimizer)};
    }
    bool overflowed() const { return m_overflowed; }

private:
    std::int64_t narrow(const SaturatingCount& value)
    {
        m_overflowed |= value.saturated();
        return value.value();
    }
    std::int64_t narrow(const ExactInteger& value)
    {
        m_overflowed |= beyond64Bits(value);
        return m_overflowed ? 0 : static_cast<std::int64_t>(value.value);
    }
    bool m_overflowed = false;
};

/// Fills the buffer from an algebra; false when some fact does not fit.
template <class A>
bool fill(const BlockAlgebra<A>& algebra, BlockWorkBuffer& buffer)
{
    using S = typename A::Scalar;
    Narrowing narrow;
    PhaseSum<A> phases{algebra};
    buffer.totals = {};
    buffer.invocationCount = 0;
    algebra.forEachInvocation([&](const InvocationOf<S>& invocation) {
        const WorkOf<S> work{invocation.operations, invocation.read, invocation.write, invocation.message};
        phases.add(invocation);
        buffer.invocationStore[buffer.invocationCount++] = {invocation.layer, invocation.phase, invocation.primitive,
                                                            invocation.collective, narrow.facts(work)};
        ++buffer.totals[static_cast<std::size_t>(invocation.phase)].invocations;
    });
    for (std::size_t phase = 0; phase < buffer.totals.size(); ++phase)
        buffer.totals[phase].facts = narrow.facts(phases.sums()[phase]);

    MemorySum<A> memory{algebra};
    std::size_t rowCount = 0;
    algebra.forEachMemoryRow([&](const MemoryOf<S>& row) {
        memory.add(row);
        buffer.memory[rowCount++] = {row.layer, narrow.elements(row.parameters), narrow.bytes(row.working),
                                     row.workingIsAlias, narrow.bytes(row.kept), narrow.bytes(row.gradient)};
    });
    buffer.blockMemory = narrow.blockMemory(memory.sum());
    return !narrow.overflowed();
}

/// One row's part of the block's sums; nothing when a step does not fit.
template <class Arithmetic>
std::optional<BlockMemory> partOf(const BlockParameters& parameters, const MemoryFacts& row)
{
    Arithmetic arithmetic;
    const BlockAlgebra<Arithmetic> algebra{arithmetic, parameters};
    MemorySum<Arithmetic> memory{algebra};
    memory.add({row.layer, arithmetic.literal(row.parameters.value()), arithmetic.literal(row.working.value()),
                row.workingIsAlias, arithmetic.literal(row.kept.value()), arithmetic.literal(row.gradient.value())});
    Narrowing narrow;
    BlockMemory part = narrow.blockMemory(memory.sum());
    part.activationCheckpoint = Bytes{};
    return narrow.overflowed() ? std::nullopt : std::optional{part};
}

/// fill(), when optimised with every formula inlined into one straight run: a quarter of the time of calling them.
/// Under a sanitizer that run would take the compiler minutes.
#ifdef NDEBUG
[[gnu::flatten]]
#endif
bool fillSaturating(const BlockParameters& parameters, BlockWorkBuffer& buffer)
{
    SaturatingArithmetic arithmetic;
    return fill(BlockAlgebra<SaturatingArithmetic>{arithmetic, parameters}, buffer);
}

/// Finds the first fact beyond 2^63 − 1 in the order of the results: block, block memory. An invocation beyond it takes
/// the sum of its phase there too, so it needs no look of its own.
class FirstOverflow {
public:
    void look(const std::string& path, const ExactInteger& value)
    {
        if (m_found || !beyond64Bits(value))
            return;
        m_found = Diagnostic{Severity::Error, Origin::Work, "integer.overflow", path,
                             path + " is " + value.value.str() + ", beyond 2^63 − 1", value.value.str(), {}};
    }
    void look(const std::string& path, const WorkOf<ExactInteger>& work)
    {
        look(path + ".operations", work.operations);
        look(path + ".read_bytes", work.read);
        look(path + ".write_bytes", work.write);
        look(path + ".message_bytes", work.message);
    }
    std::optional<Diagnostic>& found() { return m_found; }

private:
    std::optional<Diagnostic> m_found;
};

std::optional<Diagnostic> firstOverflow(const BlockParameters& parameters)
{
    ExactArithmetic arithmetic;
    const BlockAlgebra<ExactArithmetic> algebra{arithmetic, parameters};
    FirstOverflow first;
    PhaseSum<ExactArithmetic> phases{algebra};
    algebra.forEachInvocation([&](const InvocationOf<ExactInteger>& invocation) { phases.add(invocation); });
    for (std::size_t phase = 0; phase < phases.sums().size(); ++phase)
        first.look("block." + std::string{nameOf(static_cast<Phase>(phase))}, phases.sums()[phase]);

    MemorySum<ExactArithmetic> memory{algebra};
    algebra.forEachMemoryRow([&](const MemoryOf<ExactInteger>& row) { memory.add(row); });
    const auto& sum = memory.sum();
    first.look("block_memory.weights", sum.weights);
    first.look("block_memory.activation_working", sum.activationWorking);
    first.look("block_memory.activation_storage", sum.activationStorage);
    first.look("block_memory.activation_checkpoint", sum.activationCheckpoint);
    first.look("block_memory.weight_gradients", sum.weightGradients);
    first.look("block_memory.weight_gradients_unsharded", sum.weightGradientsUnsharded);
    first.look("block_memory.activation_gradients", sum.activationGradients);
    first.look("block_memory.optimizer", sum.optimizer);
    return first.found();
}

} // namespace

BlockParameters blockParametersOf(const TransformerModelSpec& model, const TransformerTrainingMappingSpec& mapping,
                                  std::int64_t microbatchSize, Datatype datatype)
{
    BlockParameters parameters;
    parameters.hiddenSize = model.hiddenSize;
    parameters.feedforwardSize = model.feedforwardSize;
    parameters.sequenceLength = model.sequenceLength;
    parameters.attentionHeads = model.attentionHeads;
    parameters.attentionHeadSize = model.attentionHeadSize;
    parameters.microbatchSize = microbatchSize;
    parameters.elementBytes = bytesPerElement(datatype);
    parameters.tensorDegree = mapping.tensor.degree;
    parameters.optimizerShards = mapping.data.optimizerSharding ? mapping.data.degree : 1;
    parameters.communication = mapping.tensor.communication;
    parameters.recompute = mapping.recompute;
    parameters.fusedActivation = mapping.fusedActivation;
    parameters.sequenceParallelAllGatherRedo = mapping.sequenceParallelAllGatherRedo;
    return parameters;
}

BlockParameters blockParametersOf(const TransformerTraining& training)
{
    return blockParametersOf(training.model(), training.mapping(), training.workload().microbatchSize,
                             training.workload().datatype);
}

BlockMemory blockMemoryOf(const BlockParameters& parameters, const MemoryFacts& row)
{
    if (const auto part = partOf<SaturatingArithmetic>(parameters, row))
        return *part;
    const auto part = partOf<ExactArithmetic>(parameters, row);
    assert(part && "a part of sums that fit");
    return part.value_or(BlockMemory{});
}

bool computeBlockWork(const BlockParameters& parameters, BlockWorkBuffer& buffer)
{
    if (fillSaturating(parameters, buffer))
        return true;
    ExactArithmetic exact;
    return fill(BlockAlgebra<ExactArithmetic>{exact, parameters}, buffer);
}

Result<BlockWork> deriveBlockWork(const BlockParameters& parameters)
{
    BlockWorkBuffer buffer;
    if (!computeBlockWork(parameters, buffer)) {
        auto overflow = firstOverflow(parameters);
        assert(overflow);
        return refuse(std::move(*overflow));
    }
    const auto invocations = buffer.invocations();
    return BlockWork{{invocations.begin(), invocations.end()},
                     {buffer.memory.begin(), buffer.memory.end()},
                     buffer.totals,
                     buffer.blockMemory};
}

} // namespace planscope
