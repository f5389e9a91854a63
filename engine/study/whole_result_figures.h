#pragma once

#include "study/result_figures.h"
#include "study/whole_result.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

/// The fields of a whole model's result, once for every format; sinks as in study/result_figures.h, and
///   total(name, Total, FigureUnit)           an integer that may leave 64 bits
namespace planscope::whole {

/// Of one microbatch of one unit on one rank.
struct UnitTotals {
    std::array<PhaseTotals, countOf<Phase>()> phases; ///< indexed by Phase
};
struct ProgramTotals {
    std::array<UnitTotals, countOf<Unit>()> units; ///< indexed by Unit
};
ProgramTotals programTotals(const PortablePlanIR& plan);

/// But the chunks, which are a list.
template <class Sink>
void visitFields(Sink& sink, const Shape& shape)
{
    sink.integer("world_size", shape.worldSize, FigureUnit::Count);
    sink.integer("microbatch_count", shape.microbatchCount, FigureUnit::Count);
    sink.integer("padded_vocabulary", shape.paddedVocabulary, FigureUnit::Count);
}

template <class Sink>
void visitFields(Sink& sink, const ModelParameters& parameters)
{
    sink.integer("total", parameters.total.value(), FigureUnit::Count);
    sink.integer("block", parameters.block.value(), FigureUnit::Count);
    sink.integer("embedding", parameters.embedding.value(), FigureUnit::Count);
    sink.integer("final", parameters.final.value(), FigureUnit::Count);
}

template <class Sink>
void visitFields(Sink& sink, const FlopsPerToken& flops)
{
    sink.total("matmul_full", flops.matmulFull, FigureUnit::Count);
    sink.total("causal_half", flops.causalHalf, FigureUnit::Count);
    sink.total("causal_exact", flops.causalExact, FigureUnit::Count);
    sink.total("with_embedding", flops.withEmbedding, FigureUnit::Count);
    sink.total("six_n", flops.sixN, FigureUnit::Count);
}

template <class Sink>
void visitFields(Sink& sink, const UnitTotals& totals)
{
    for (std::size_t phase = 0; phase < totals.phases.size(); ++phase)
        sink.group(nameOf(static_cast<Phase>(phase)), &totals.phases[phase]);
}

template <class Sink>
void visitFields(Sink& sink, const ProgramTotals& totals)
{
    for (std::size_t unit = 0; unit < totals.units.size(); ++unit)
        sink.group(nameOf(static_cast<Unit>(unit)), &totals.units[unit]);
}

template <class Sink>
void visitFields(Sink& sink, const ChunkTime& time)
{
    sink.real("forward", time.forward, FigureUnit::InSeconds);
    sink.real("backward", time.backward, FigureUnit::InSeconds);
}

template <class Sink>
void visitFields(Sink& sink, const StageTime& time)
{
    for (const auto& figure : stageTimeFigures)
        sink.real(figure.name, time.*figure.member, FigureUnit::InSeconds);
}

template <class Sink>
void visitFields(Sink& sink, const Utilisation& utilisation)
{
    for (const auto& figure : utilisationFigures)
        sink.real(figure.name, utilisation.*figure.member, FigureUnit::Count);
}

/// Bytes that a rank of a stage holds for ever.
struct StaticBytes {
    Bytes weights;
    Bytes gradients;
    Bytes optimizer;
};
StaticBytes staticBytes(const PlanStage& stage);

template <class Sink>
void visitFields(Sink& sink, const StaticBytes& bytes)
{
    sink.integer("weights", bytes.weights.value(), FigureUnit::InBytes);
    sink.integer("gradients", bytes.gradients.value(), FigureUnit::InBytes);
    sink.integer("optimizer", bytes.optimizer.value(), FigureUnit::InBytes);
}

/// All parts, those that are zero too.
template <class Sink>
void visitFields(Sink& sink, const StagePeak& peak)
{
    sink.integer("bytes", peak.bytes.value(), FigureUnit::InBytes);
    for (std::size_t k = 0; k < peak.parts.size(); ++k)
        sink.integer("parts." + std::string{nameOf(static_cast<PeakPart>(k))}, peak.parts[k].value(),
                     FigureUnit::InBytes);
}

/// What stands in `digests`.
NamedDigests digestsOf(const CandidateResult& result);

} // namespace planscope::whole
