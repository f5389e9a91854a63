#pragma once

#include "compare/compared_fact.h"
#include "spec/accounting.h"
#include "study/candidate_result.h"
#include "study/whole_result.h"

#include <array>

namespace planscope {

/// The headline quantities whose difference is explained.
enum class Measure {
    PeakOnlyTime,       ///< seconds of an iteration
    SystemEvidenceTime, ///< likewise
    StageMemory,        ///< bytes of the first stage on a rank; of whole models, of the fullest stage at its peak
    RankOperations,     ///< of a rank in an iteration; of whole models, of a rank that has most of them
};
template <>
struct EnumNames<Measure> {
    static constexpr std::array<std::string_view, 4> names{"time.peak_only.total", "time.system_evidence.total",
                                                           "memory.total", "operations.total"};
};

/// The measure's name in an accounting: nameOf(), but of the memory of whole models "memory.peak", for it is that of
/// the fullest stage.
std::string_view nameOf(Measure measure, Accounting accounting);

/// One bar between A and B.
struct WaterfallStep {
    std::string name;               ///< "time.recompute", "mlp.expand", "mapping.recompute"
    std::optional<SemanticKey> key; ///< of the component, layer or operation; none for causes and what is nobody's
    std::optional<Number> a;        ///< what the component or layer has; none for causes
    std::optional<Number> b;
    double share = 0;
};

/// From A's quantity to B's. The shares add up to B − A within 1e-12·max(|A|, |B|).
struct Waterfall {
    FactUnit unit = FactUnit::InSeconds;
    Number a;
    Number b;
    std::vector<WaterfallStep> steps;
};

/// By component: those of iteration time, of memory, or the phases' operations. Absent where a side lacks the quantity.
std::optional<Waterfall> waterfallByComponent(const CandidateResult& a, const CandidateResult& b, Measure measure);
/// Of whole models: the parts of the step of the stage that ends last (iterationFigures), of the fullest stage's peak
/// (PeakPart), or the phases and the optimizer of a rank that has most operations.
std::optional<Waterfall> waterfallByComponent(const whole::CandidateResult& a, const whole::CandidateResult& b,
                                              Measure measure);

/// By layer: the layers' tasks on all their runs, or what the layers hold, and then what belongs to no layer: pipeline
/// and data-parallel communication, bubble, activation checkpoints, and the bytes that rounding the whole up adds
/// ("memory.rounding"). Absent as above.
std::optional<Waterfall> waterfallByLayer(const CandidateResult& a, const CandidateResult& b, Measure measure);
/// Of whole models: by row, the operations of embedding, block and head, on the same stages. Of memory a row has the
/// weights and gradients of its parameters and what it keeps for other microbatches; the rest belongs to no row.
std::optional<Waterfall> waterfallByLayer(const whole::CandidateResult& a, const whole::CandidateResult& b,
                                          Measure measure);

} // namespace planscope
