#pragma once

#include "compare/compared_fact.h"
#include "study/candidate_result.h"

#include <array>

namespace planscope {

/// The headline quantities whose difference is explained.
enum class Measure {
    PeakOnlyTime,       ///< seconds of an iteration
    SystemEvidenceTime, ///< likewise
    StageMemory,        ///< bytes of the first stage on a rank
    RankOperations,     ///< of a rank in an iteration
};
template <>
struct EnumNames<Measure> {
    static constexpr std::array<std::string_view, 4> names{"time.peak_only.total", "time.system_evidence.total",
                                                           "memory.total", "operations.total"};
};

/// One bar between A and B.
struct WaterfallStep {
    std::string name;               ///< "time.recompute", "mlp.expand", "mapping.recompute"
    std::optional<SemanticKey> key; ///< of the component or layer; none for causes and for what is nobody's
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

/// By layer: the layers' tasks on all their runs, or what the layers hold, and then what belongs to no layer: pipeline
/// and data-parallel communication, bubble, activation checkpoints, and the bytes that rounding the whole up adds
/// ("memory.rounding"). Absent as above.
std::optional<Waterfall> waterfallByLayer(const CandidateResult& a, const CandidateResult& b, Measure measure);

} // namespace planscope
