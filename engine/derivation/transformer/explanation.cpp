#include "derivation/transformer/explanation.h"

#include "base/symbolic_arithmetic.h"
#include "derivation/transformer/block_sums.h"
#include "spec/shape_algebra.h"

#include <array>
#include <limits>
#include <string_view>

namespace planscope {
namespace {

using Arithmetic = SymbolicArithmetic<std::int64_t>;

constexpr std::string_view tensorPartition
    = "tensor partition of the block: Shoeybi et al., Megatron-LM, arXiv 1909.08053, section 3";
constexpr std::string_view sequenceParallelism
    = "sequence parallelism and recompute: Korthikanti et al., arXiv 2205.05198, sections 4 and 5";
constexpr std::string_view localCounts
    = "operations and bytes of the layer: Isaev et al., Calculon, SC '23, doi 10.1145/3581784.3607102";
constexpr std::string_view sumOfPhase
    = "sum over the invocations of the phase, one block and one microbatch on one rank";
constexpr std::string_view sumOfPhases = "sum over the phases, one block and one microbatch on one rank";
constexpr std::string_view memoryOfBlock
    = "sum over the layers of the block on one rank: Korthikanti et al., arXiv 2205.05198, section 4";
constexpr std::string_view ranksOfMapping
    = "tensor, pipeline and data parallelism: Narayanan et al., arXiv 2104.04473, section 3";

std::string_view sourceOf(Primitive primitive)
{
    switch (primitive) {
    case Primitive::Linear:
    case Primitive::BatchMatmul: return tensorPartition;
    case Primitive::Collective: return sequenceParallelism;
    case Primitive::Fork:
    case Primitive::LayerNorm:
    case Primitive::Softmax:
    case Primitive::Dropout:
    case Primitive::ResidualAdd:
    case Primitive::Gelu:
    case Primitive::Adam: return localCounts;
    }
    return localCounts;
}

using Builder = ExplanationBuilder<std::int64_t>;

void addWork(Builder& builder, const WorkOf<Expression>& work)
{
    builder.add("operations", "operations", work.operations);
    builder.add("read_bytes", "bytes", work.read);
    builder.add("write_bytes", "bytes", work.write);
    builder.add("message_bytes", "bytes", work.message);
}

Explanation bytesHeld(std::string_view name, const Expression& bytes)
{
    Builder builder{"block_memory." + std::string{name}, memoryOfBlock};
    builder.add("bytes", "bytes", bytes);
    return std::move(builder).take();
}

/// "block.total", of all phases; a fact that leaves 64 bits is left out.
void addTotal(std::vector<Explanation>& explanations, Arithmetic& arithmetic,
              const std::array<WorkOf<Expression>, countOf<Phase>()>& phases)
{
    Builder builder{"block.total", sumOfPhases};
    const auto add = [&](std::string_view fact, std::string_view unit, const std::string& suffix,
                         Expression WorkOf<Expression>::*member) {
        Expression total;
        WideInteger exact = 0;
        for (std::size_t phase = 0; phase < phases.size(); ++phase) {
            const std::string name{nameOf(static_cast<Phase>(phase))};
            const std::int64_t value = (phases[phase].*member).value();
            exact += value;
            total = total + arithmetic.explained(name + suffix, "of the phase", value, "block." + name);
        }
        if (exact <= std::numeric_limits<std::int64_t>::max())
            builder.add(fact, unit, total);
    };
    add("operations", "operations", "", &WorkOf<Expression>::operations);
    add("read_bytes", "bytes", ".read", &WorkOf<Expression>::read);
    add("write_bytes", "bytes", ".written", &WorkOf<Expression>::write);
    add("message_bytes", "bytes", ".message", &WorkOf<Expression>::message);
    explanations.push_back(std::move(builder).take());
}

} // namespace

std::vector<Explanation> explainBlock(const BlockParameters& parameters)
{
    Arithmetic arithmetic;
    const BlockAlgebra<Arithmetic> algebra{arithmetic, parameters};
    std::vector<Explanation> explanations;
    algebra.forEachInvocation([&](const InvocationOf<Expression>& invocation) {
        Builder builder{invocationName(invocation.layer, invocation.phase, invocation.collective),
                        sourceOf(invocation.primitive)};
        addWork(builder, {invocation.operations, invocation.read, invocation.write, invocation.message});
        explanations.push_back(std::move(builder).take());
    });
    algebra.forEachMemoryRow([&](const MemoryOf<Expression>& row) {
        Builder builder{std::string{nameOf(row.layer)} + ".memory", sourceOf(primitiveOf(row.layer))};
        builder.add("parameters", "elements", row.parameters);
        builder.add("working_bytes", "bytes", row.working);
        builder.add("kept_bytes", "bytes", row.kept);
        builder.add("activation_gradient_bytes", "bytes", row.gradient);
        explanations.push_back(std::move(builder).take());
    });
    return explanations;
}

std::vector<Explanation> explainBlockSums(const BlockParameters& parameters)
{
    Arithmetic arithmetic;
    const BlockAlgebra<Arithmetic> algebra{arithmetic, parameters};
    PhaseSum<Arithmetic> phases{algebra};
    std::array<std::int64_t, countOf<Phase>()> invocations{};
    algebra.forEachInvocation([&](const InvocationOf<Expression>& invocation) {
        phases.add(invocation);
        ++invocations[static_cast<std::size_t>(invocation.phase)];
    });
    MemorySum<Arithmetic> memory{algebra};
    algebra.forEachMemoryRow([&](const MemoryOf<Expression>& row) { memory.add(row); });

    std::vector<Explanation> explanations;
    for (std::size_t phase = 0; phase < invocations.size(); ++phase) {
        if (invocations[phase] == 0)
            continue;
        Builder builder{"block." + std::string{nameOf(static_cast<Phase>(phase))}, sumOfPhase};
        addWork(builder, phases.sums()[phase]);
        explanations.push_back(std::move(builder).take());
    }
    addTotal(explanations, arithmetic, phases.sums());
    const auto& sum = memory.sum();
    explanations.push_back(bytesHeld("weights", sum.weights));
    explanations.push_back(bytesHeld("activation_working", sum.activationWorking));
    explanations.push_back(bytesHeld("activation_storage", sum.activationStorage));
    explanations.push_back(bytesHeld("activation_checkpoint", sum.activationCheckpoint));
    explanations.push_back(bytesHeld("weight_gradients", sum.weightGradients));
    explanations.push_back(bytesHeld("weight_gradients_unsharded", sum.weightGradientsUnsharded));
    explanations.push_back(bytesHeld("activation_gradients", sum.activationGradients));
    explanations.push_back(bytesHeld("optimizer", sum.optimizer));
    return explanations;
}

Explanation explainShape(const TransformerTraining& training)
{
    const TransformerTrainingMappingSpec& mapping = training.mapping();
    const TransformerTrainingWorkloadSpec& workload = training.workload();
    Arithmetic arithmetic;
    const ShapeOf<Expression> shape = shapeOf<Expression>(
        {arithmetic.given("t", "tensor-parallel degree, ranks", mapping.tensor.degree),
         arithmetic.given("p", "pipeline-parallel degree, stages", mapping.pipeline.degree),
         arithmetic.given("D", "data-parallel degree, replicas", mapping.data.degree),
         arithmetic.given("v", "virtual stages of a rank", virtualStagesOf(mapping.pipeline.schedule)),
         arithmetic.given("L", "blocks of the model", training.model().blockCount),
         arithmetic.given("G", "global batch size, sequences", workload.globalBatchSize),
         arithmetic.given("b", "microbatch size, sequences", workload.microbatchSize)});
    Builder builder{"shape", ranksOfMapping};
    builder.add("world_size", "ranks", shape.worldSize);
    builder.add("microbatch_count", "microbatches", shape.microbatchCount);
    builder.add("blocks_per_stage", "blocks", shape.blocksPerStage);
    builder.add("blocks_per_virtual_chunk", "blocks", shape.blocksPerVirtualChunk);
    return std::move(builder).take();
}

} // namespace planscope
