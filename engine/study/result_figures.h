#pragma once

#include "study/candidate_result.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace planscope {

struct MemoryFigures {
    IterationMemory bytes;
    double capacity = 0; ///< bytes
};
/// Each indexed by EstimateMode.
struct TimeFigures {
    std::array<IterationTime, countOf<EstimateMode>()> modes;
};
struct UtilisationFigures {
    std::array<Utilisation, countOf<EstimateMode>()> modes;
};

/// What one result states in figures, as far as the candidate came: what JSON, CSV and text print.
struct ResultFigures {
    NamedDigests digests;
    std::vector<CheckpointReport> checkpoints;
    std::optional<TrainingShape> shape;
    std::optional<BlockTotals> block; ///< all invocations of a phase, local work of collectives included
    std::optional<BlockMemory> blockMemory;
    std::optional<MemoryFigures> memory;
    std::optional<TimeFigures> time;
    std::optional<UtilisationFigures> utilisation;
};
ResultFigures figuresOf(const CandidateResult& result);

enum class FigureUnit {
    Count, ///< of what the name says, or a ratio
    InBytes,
    InSeconds,
};

/// The fields of each group, once for every format. A sink has
///   integer(name, std::int64_t, FigureUnit)
///   real(name, double, FigureUnit)
///   capacity(name, double, FigureUnit)       a double that people write as an integer
///   group(name, const Group*)                null: the result has no such group
template <class Sink>
void visitFields(Sink& sink, const TrainingShape& shape)
{
    sink.integer("world_size", shape.worldSize, FigureUnit::Count);
    sink.integer("microbatch_count", shape.microbatchCount, FigureUnit::Count);
    sink.integer("blocks_per_stage", shape.blocksPerStage, FigureUnit::Count);
    sink.integer("blocks_per_virtual_chunk", shape.blocksPerVirtualChunk, FigureUnit::Count);
}

template <class Sink>
void visitFields(Sink& sink, const PhaseTotals& totals)
{
    sink.integer("invocations", totals.invocations, FigureUnit::Count);
    sink.integer("operations", totals.facts.operations.value(), FigureUnit::Count);
    sink.integer("read_bytes", totals.facts.read.value(), FigureUnit::InBytes);
    sink.integer("write_bytes", totals.facts.write.value(), FigureUnit::InBytes);
    sink.integer("message_bytes", totals.facts.message.value(), FigureUnit::InBytes);
}

template <class Sink>
void visitFields(Sink& sink, const BlockTotals& block)
{
    for (std::size_t phase = 0; phase < block.size(); ++phase)
        sink.group(nameOf(static_cast<Phase>(phase)), &block[phase]);
}

template <class Sink>
void visitFields(Sink& sink, const BlockMemory& memory)
{
    sink.integer("weights", memory.weights.value(), FigureUnit::InBytes);
    sink.integer("activation_working", memory.activationWorking.value(), FigureUnit::InBytes);
    sink.integer("activation_storage", memory.activationStorage.value(), FigureUnit::InBytes);
    sink.integer("activation_checkpoint", memory.activationCheckpoint.value(), FigureUnit::InBytes);
    sink.integer("weight_gradients", memory.weightGradients.value(), FigureUnit::InBytes);
    sink.integer("weight_gradients_unsharded", memory.weightGradientsUnsharded.value(), FigureUnit::InBytes);
    sink.integer("activation_gradients", memory.activationGradients.value(), FigureUnit::InBytes);
    sink.integer("optimizer", memory.optimizer.value(), FigureUnit::InBytes);
}

template <class Sink>
void visitFields(Sink& sink, const IterationMemory& memory)
{
    sink.integer("weights", memory.weights.value(), FigureUnit::InBytes);
    sink.integer("activations", memory.activations.value(), FigureUnit::InBytes);
    sink.integer("activation_checkpoints", memory.activationCheckpoints.value(), FigureUnit::InBytes);
    sink.integer("weight_gradients", memory.weightGradients.value(), FigureUnit::InBytes);
    sink.integer("activation_gradients", memory.activationGradients.value(), FigureUnit::InBytes);
    sink.integer("optimizer", memory.optimizer.value(), FigureUnit::InBytes);
    sink.integer("total", memory.total.value(), FigureUnit::InBytes);
}

template <class Sink>
void visitFields(Sink& sink, const MemoryFigures& memory)
{
    visitFields(sink, memory.bytes);
    sink.capacity("capacity", memory.capacity, FigureUnit::InBytes);
}

template <class Sink>
void visitFields(Sink& sink, const IterationTime& time)
{
    sink.real("forward", time.forward, FigureUnit::InSeconds);
    sink.real("backward", time.backward, FigureUnit::InSeconds);
    sink.real("optimizer", time.optimizer, FigureUnit::InSeconds);
    sink.real("recompute", time.recompute, FigureUnit::InSeconds);
    sink.real("tensor_parallel", time.tensorParallel, FigureUnit::InSeconds);
    sink.real("pipeline_parallel", time.pipelineParallel, FigureUnit::InSeconds);
    sink.real("data_parallel", time.dataParallel, FigureUnit::InSeconds);
    sink.real("recommunication", time.recommunication, FigureUnit::InSeconds);
    sink.real("pipeline_bubble", time.pipelineBubble, FigureUnit::InSeconds);
    sink.real("total", time.total, FigureUnit::InSeconds);
}

template <class Sink>
void visitFields(Sink& sink, const Utilisation& utilisation)
{
    sink.real("mfu", utilisation.mfu, FigureUnit::Count);
    sink.real("hfu", utilisation.hfu, FigureUnit::Count);
    sink.real("tokens_per_second", utilisation.tokensPerSecond, FigureUnit::Count);
}

template <class Sink>
void visitFields(Sink& sink, const TimeFigures& time)
{
    for (std::size_t mode = 0; mode < time.modes.size(); ++mode)
        sink.group(nameOf(static_cast<EstimateMode>(mode)), &time.modes[mode]);
}

template <class Sink>
void visitFields(Sink& sink, const UtilisationFigures& utilisation)
{
    for (std::size_t mode = 0; mode < utilisation.modes.size(); ++mode)
        sink.group(nameOf(static_cast<EstimateMode>(mode)), &utilisation.modes[mode]);
}

/// The groups of integers and doubles of a result, from shape to utilisation.
template <class Sink>
void visitGroups(Sink& sink, const ResultFigures& figures)
{
    const auto group = [&sink](std::string_view name, const auto& optional) {
        sink.group(name, optional ? &*optional : nullptr);
    };
    group("shape", figures.shape);
    group("block", figures.block);
    group("block_memory", figures.blockMemory);
    group("memory", figures.memory);
    group("time", figures.time);
    group("utilisation", figures.utilisation);
}

} // namespace planscope
