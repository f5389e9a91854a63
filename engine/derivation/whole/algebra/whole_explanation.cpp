#include "derivation/whole/algebra/whole_explanation.h"

#include "base/symbolic_arithmetic.h"
#include "derivation/whole/algebra/stage_algebra.h"
#include "derivation/whole/algebra/whole_work.h"
#include "derivation/whole/algebra/work_algebra.h"
#include "derivation/whole/dialect/program_rule.h"

#include <array>
#include <string>
#include <string_view>

namespace planscope::whole {
namespace {

using Arithmetic = SymbolicArithmetic<std::int64_t>;
using Builder = ExplanationBuilder<std::int64_t>;
using Symbols = AlgebraSymbols<Arithmetic>;

constexpr std::array<Unit, 3> units{Unit::Embedding, Unit::Block, Unit::Head};

constexpr std::string_view tensorPartition =
    "tensor partition: Shoeybi et al., Megatron-LM, arXiv 1909.08053, section 3; Megatron-LM core_r0.14.0, layers.py";
constexpr std::string_view sequenceParallelism =
    "sequence parallelism: Korthikanti et al., arXiv 2205.05198, section 4; Megatron-LM core_r0.14.0, layers.py";
constexpr std::string_view fusedAttention =
    "fused attention: Dao et al., arXiv 2205.14135; the full square, of which a causal kernel does half";
constexpr std::string_view vectorCounts =
    "a convention: LayerNorm, GELU and softmax by Isaev et al., Calculon, SC '23, doi 10.1145/3581784.3607102, the "
    "others by counting the textbook formula";
constexpr std::string_view vocabularyLoss =
    "vocabulary-parallel cross entropy: Megatron-LM core_r0.14.0, cross_entropy.py; Transformer Engine 2.11";
constexpr std::string_view modelFlops =
    "model operations: Korthikanti et al., arXiv 2205.05198, appendix A; Megatron-LM, num_floating_point_operations";
constexpr std::string_view parameterCounts = "Megatron-LM core_r0.14.0, the modules' weight shapes";
constexpr std::string_view savedTensors =
    "Megatron-LM core_r0.14.0 and Transformer Engine 2.11, read tensor by tensor; Korthikanti et al., arXiv "
    "2205.05198, section 4";
constexpr std::string_view moments = "Megatron-LM core_r0.14.0 and Transformer Engine 2.11: what a backward allocates";
constexpr std::string_view shapeSource = "counts that follow from the specs; each division is exact";
constexpr std::string_view programSums = "sum over the tasks of a unit and a phase, one microbatch on one rank";
constexpr std::string_view microbatchSource = "sizes of one microbatch on one rank";
constexpr std::string_view layoutSource = "the blocks of each chunk: as the layout states them, else evenly";
constexpr std::string_view scheduleSource =
    "Megatron-LM core_r0.14.0, schedules.py, get_pp_rank_microbatches: warm-up forwards and the pair after them";
constexpr std::string_view edgeSource =
    "between neighbouring chunks: Megatron-LM core_r0.14.0, schedules.py, get_tensor_shapes";
constexpr std::string_view stageState =
    "Megatron-LM core_r0.14.0, dist_optimizer.md and finalize_model_grads.py; the optimizer: two moments and an fp32 "
    "copy";

std::string_view sourceOf(const Invocation& invocation)
{
    if (invocation.row == Row::Loss)
        return vocabularyLoss;
    if (invocation.engine == Engine::Collective)
        return sequenceParallelism;
    if (invocation.row == Row::CoreAttention)
        return fusedAttention;
    return invocation.engine == Engine::Matrix ? tensorPartition : vectorCounts;
}

class WholeExplanation {
public:
    explicit WholeExplanation(const AlgebraInputs& inputs)
        : m_inputs(inputs)
        , m_model(m_arithmetic, inputs, Subject::PublishedModel)
        , m_symbols(m_arithmetic, inputs)
        , m_memory(m_symbols)
        , m_stages(m_symbols)
        , m_stageCount(m_arithmetic.given("p", "pipeline stages", inputs.mapping.pipeline.degree))
        , m_virtualStages(
              m_arithmetic.given("v", "chunks of a stage", virtualStagesOf(inputs.mapping.pipeline.schedule)))
    {
    }

    std::vector<Explanation> run() &&
    {
        explainShape();
        explainModel();
        for (const Unit unit : units)
            explainTasks(unit);
        for (const Unit unit : units)
            m_memory.forEachParameter(unit, [this](const ParameterOf<Expression>& row) {
                one("weights." + std::string{nameOf(row.tensor)}, parameterCounts, "parameters", "elements",
                    row.elements);
            });
        for (const Unit unit : units)
            explainSaved(unit);
        m_memory.forEachTransient([this](Moment moment, TransientTerm term, const Expression& bytes) {
            one("transient." + std::string{nameOf(moment)} + "." + std::string{nameOf(term)}, moments, "bytes", "bytes",
                bytes);
        });
        explainMicrobatch();
        for (std::int64_t stage = 0; stage < m_inputs.mapping.pipeline.degree; ++stage)
            explainStage(stage);
        if (m_symbols.choices.pipelined)
            for (const Direction direction : {Direction::Forward, Direction::Backward})
                explainEdge(direction);
        return std::move(m_explanations);
    }

private:
    void one(std::string subject, std::string_view source, std::string_view fact, std::string_view unit,
             const Expression& expression)
    {
        Builder builder{std::move(subject), source};
        builder.add(fact, unit, expression);
        m_explanations.push_back(std::move(builder).take());
    }

    void explainShape()
    {
        const Symbols& x = m_symbols;
        const MappingSpec& mapping = m_inputs.mapping;
        Builder builder{"shape", shapeSource};
        const Expression G =
            m_arithmetic.given("G", "global batch size, sequences", m_inputs.workload.globalBatchSize);
        builder.add("world_size", "ranks", x.t * x.c * m_stageCount * x.D);
        builder.add("microbatch_count", "microbatches", exactQuotient(G, x.D * x.b));
        const Expression extra = m_arithmetic.given("x", "extra tokens", mapping.vocabulary.extraTokens);
        const Expression rows = mapping.vocabulary.extraTokens > 0 ? x.V + extra : x.V;
        const Expression multiple =
            m_arithmetic.given("u", "rows of which the vocabulary is a multiple, a rank", mapping.vocabulary.multiple);
        builder.add("padded_vocabulary", "rows",
                    mapping.vocabulary.multiple > 0 ? ceilingQuotient(rows, multiple * x.t) * (multiple * x.t) : rows);
        m_explanations.push_back(std::move(builder).take());
    }

    void explainModel()
    {
        const StageAlgebra<Arithmetic> model{m_model};
        const auto parameters = [this](std::string_view what, const Expression& count) {
            one("parameters." + std::string{what}, parameterCounts, "parameters", "elements", count);
        };
        parameters("total", model.modelParameters());
        parameters("block", model.parameters(Unit::Block));
        parameters("embedding", model.parameters(Unit::Embedding));
        parameters("final", model.parameters(Unit::Head));
        const auto operations = [this](std::string_view convention, const Expression& count) {
            one("flops_per_token." + std::string{convention}, modelFlops, "operations", "operations", count);
        };
        operations("matmul_full", model.matmulFull());
        operations("causal_half", model.causalHalf());
        operations("causal_exact", model.causalExact());
        operations("with_embedding", model.withEmbedding());
        operations("six_n", model.sixN());
    }

    void explainTasks(Unit unit)
    {
        std::array<WorkOf<Expression>, countOf<Phase>()> sums;
        const auto addTo = [this](Expression& sum, const std::string& task, const char* meaning,
                                  const Expression& fact) {
            sum = sum + m_arithmetic.explained(task, meaning, fact.value(), task);
        };
        WorkAlgebra<Arithmetic>{m_symbols}.forEachInvocation(
            unit, [&](const Invocation& invocation, const WorkOf<Expression>& work) {
                const std::string name = taskName(invocation);
                Builder builder{name, sourceOf(invocation)};
                builder.add("operations", "operations", work.operations);
                builder.add("read_bytes", "bytes", work.read);
                builder.add("write_bytes", "bytes", work.write);
                builder.add("message_bytes", "bytes", work.message);
                m_explanations.push_back(std::move(builder).take());
                WorkOf<Expression>& sum = sums[static_cast<std::size_t>(invocation.phase)];
                addTo(sum.operations, name, "operations of the task", work.operations);
                addTo(sum.read, name, "bytes that the task reads", work.read);
                addTo(sum.write, name, "bytes that the task writes", work.write);
                addTo(sum.message, name, "bytes of the task's message", work.message);
            });
        for (std::size_t phase = 0; phase < sums.size(); ++phase) {
            const std::string subject =
                "program." + std::string{nameOf(unit)} + '.' + std::string{nameOf(static_cast<Phase>(phase))} + '.';
            one(subject + "operations", programSums, "operations", "operations", sums[phase].operations);
            one(subject + "read_bytes", programSums, "bytes", "bytes", sums[phase].read);
            one(subject + "write_bytes", programSums, "bytes", "bytes", sums[phase].write);
            one(subject + "message_bytes", programSums, "bytes", "bytes", sums[phase].message);
        }
    }

    void explainSaved(Unit unit)
    {
        const auto saved = [this](SavedTensor tensor, const Expression& elements, std::string_view reason) {
            Builder builder{"saved." + std::string{nameOf(tensor)},
                            std::string{reason} + "; " + std::string{savedTensors}};
            builder.add("elements", "elements", elements);
            builder.add("bytes", "bytes", m_symbols.number(bytesOf(elementTypeOf(tensor))) * elements);
            m_explanations.push_back(std::move(builder).take());
        };
        const bool full = unit == Unit::Block && m_symbols.choices.recompute == RecomputeKind::Full;
        if (full)
            saved(SavedTensor::BlockInput, m_memory.blockInput(), textOf(SaveReason::Checkpoint));
        m_memory.forEachKept(unit, [&](SavedTensor tensor, const Expression& elements) {
            saved(tensor, elements, full ? "rebuilt while the block runs backward" : textOf(reasonOf(tensor)));
        });
    }

    void explainMicrobatch()
    {
        const Symbols& x = m_symbols;
        Builder builder{"microbatch", microbatchSource};
        builder.add("tokens", "tokens", x.T);
        builder.add("hidden", "bytes", x.w * x.H);
        builder.add("hidden_shard", "bytes", x.w * x.P);
        builder.add("logits", "bytes", x.w * x.X);
        m_explanations.push_back(std::move(builder).take());
    }

    void explainEdge(Direction direction)
    {
        Builder builder{"edges." + std::string{nameOf(direction)}, edgeSource};
        const Expression bytes = m_stages.boundaryBytes();
        const Expression boundaries = m_stageCount * m_virtualStages - m_symbols.number(1);
        builder.add("bytes", "bytes", bytes);
        builder.add("count", "messages", m_symbols.m);
        builder.add("boundaries", "boundaries", boundaries);
        m_explanations.push_back(std::move(builder).take());
    }

    /// Chunk-microbatches alive at once, at most.
    Expression inFlight(std::int64_t stage)
    {
        const Schedule& schedule = m_inputs.mapping.pipeline.schedule;
        const Expression r = m_arithmetic.given("r", "the stage", stage);
        const Expression behind = stage > 0 ? m_stageCount - r : m_stageCount;
        if (kindOf(schedule) != ScheduleKind::InterleavedOneForwardOneBackward)
            return smaller(m_symbols.m, behind);
        const Expression one = m_symbols.number(1);
        const Expression g =
            m_arithmetic.given("g", "microbatches of an interleave group", groupOf(m_inputs.mapping.pipeline));
        return smaller(m_symbols.m * m_virtualStages,
                       m_symbols.number(2) * (behind - one) + (m_virtualStages - one) * g + one);
    }

    void explainStage(std::int64_t stage)
    {
        const StageExtent extent = extentOfStage(m_inputs.shape, m_inputs.mapping.pipeline.degree, stage);
        const std::string number = std::to_string(stage);
        const auto bytes = [&](const std::string& what, const Expression& expression) {
            one("stages." + number + '.' + what, stageState, "bytes", "bytes", expression);
        };
        const Expression parameters = m_stages.parameters(extent);
        const Expression N = m_arithmetic.define("N", "parameters of a rank of stage " + number, parameters);
        one("stages." + number + ".blocks", layoutSource, "blocks", "blocks", blocksOf(stage));
        one("stages." + number + ".parameters", stageState, "parameters", "elements", parameters);
        bytes("weights", m_stages.weightBytes(N));
        bytes("gradients", m_stages.gradientBytes(N));
        bytes("optimizer", m_stages.optimizerBytes(N));
        for (auto chunk = stage; chunk < static_cast<std::int64_t>(m_inputs.shape.chunks.size());
             chunk += m_inputs.mapping.pipeline.degree)
            bytes("saved_per_microbatch." + std::to_string(chunk),
                  m_stages.saved(extentOfChunk(m_inputs.shape, chunk)));
        one("stages." + number + ".in_flight", scheduleSource, "in_flight", "chunks", inFlight(stage));
        if (m_symbols.choices.tied && m_symbols.choices.pipelined && (extent.first || extent.last))
            bytes("tied_embedding_gradient", m_stages.tiedGradientBytes());
        if (m_symbols.choices.sequenceParallel)
            bytes("replicated_gradients", m_stages.gradientBytes(m_stages.replicated(extent)));
        if (m_symbols.choices.rotary)
            bytes("rope_table", m_stages.ropeTableBytes());
        const OptimizerOf<Expression> optimizer = m_stages.optimizer(N);
        Builder step{"stages." + number + ".optimizer_step", stageState};
        step.add("parameters", "elements", optimizer.parameters);
        step.add("operations", "operations", optimizer.operations);
        step.add("read_bytes", "bytes", optimizer.read);
        step.add("write_bytes", "bytes", optimizer.write);
        m_explanations.push_back(std::move(step).take());
    }

    /// Of all chunks of a stage: as the layout states them, else evenly.
    Expression blocksOf(std::int64_t stage) const
    {
        if (!m_inputs.mapping.pipeline.layout)
            return m_virtualStages * exactQuotient(m_symbols.L, m_stageCount * m_virtualStages);
        Expression sum;
        for (auto chunk = static_cast<std::size_t>(stage); chunk < m_inputs.shape.chunks.size();
             chunk += static_cast<std::size_t>(m_inputs.mapping.pipeline.degree))
            sum = sum + m_symbols.number(m_inputs.shape.chunks[chunk]);
        return sum;
    }

    const AlgebraInputs& m_inputs;
    Arithmetic m_arithmetic;
    Symbols m_model;
    Symbols m_symbols;
    MemoryAlgebra<Arithmetic> m_memory;
    StageAlgebra<Arithmetic> m_stages;
    Expression m_stageCount, m_virtualStages; ///< p, v
    std::vector<Explanation> m_explanations;
};

} // namespace

std::vector<Explanation> explainWhole(const AlgebraInputs& inputs)
{
    return WholeExplanation{inputs}.run();
}

} // namespace planscope::whole
