#pragma once

#include "compare/ir_comparison.h"
#include "compare/task_comparison.h"
#include "spec/accounting.h"
#include "study/candidate_result.h"
#include "study/study_document.h"

#include <string_view>

namespace planscope {

/// A field of what is compared, as files write its value; a side that is refused states none.
struct ComparedField {
    std::string path;  ///< "model.hidden_size", "mapping.tensor.degree"
    std::string label; ///< "Tensor parallel"
    std::optional<std::string> a;
    std::optional<std::string> b;

    bool differs() const { return a != b; }
    friend bool operator==(const ComparedField&, const ComparedField&) = default;
};

/// One side as far as it came.
struct ComparedSide {
    std::optional<std::string> name;
    ResultStatus status = ResultStatus::Refused;
    Diagnostics diagnostics;
    bool hasPlan = false;
    bool hasTime = false; ///< false with a plan: see whyNoTime()
    std::optional<Digest> session;
    std::optional<Digest> evidence;

    /// With a plan and without times what prevents them: a broken tier law, context parallelism, figures that are not
    /// finite. Null otherwise.
    const Diagnostic* whyNoTime() const;
};

/// A step message, or the optimizer, of a whole model: "step.gradients", "step.optimizer".
struct ComparedStepPart {
    std::string name;
    Change change = Change::Same;
};

/// A group of figures of the results, by name: shape, block, block_memory, memory, time, utilisation; of whole models
/// shape, parameters, flops_per_token, program, memory, time, utilisation, stages. The facts are named by their path in
/// `planscope-cli evaluate`'s JSON, those that it does not have as whole_comparison.h says.
struct FigureGroup {
    std::string_view name;
    std::vector<ComparedFact> facts;
};

/// Everything that differs between two results, and what is the same. An immutable value that refers to neither.
///
/// A side that was refused or rejected, or has no time, is no error: what it lacks is absent, and entities that the
/// other side has are added or removed. compare(b, a) mirrors compare(a, b): a and b, added and removed change places.
struct Comparison {
    Accounting accounting = Accounting::Block; ///< of both sides
    std::array<ComparedSide, 2> sides;         ///< A, B
    std::vector<ComparedField> subject; ///< what is compared: model, workload, system, evidence; said first
    std::vector<ComparedField> mapping; ///< the candidates' fields, in the order of fieldsOf<CandidateField>()
    std::array<IrComparison, countOf<IrKind>()> irs; ///< indexed by IrKind
    std::vector<ComparedTask> tasks;                 ///< of the plans, with predicted times
    ChangeCounts taskCounts;
    std::vector<ComparedStepPart> stepParts; ///< of whole models, on the stage that ends last; they are no tasks
    ChangeCounts stepCounts;
    std::vector<ComparedEntity> checks; ///< key "distributed/check.mesh", part the subject; every outcome once
    ChangeCounts checkCounts;
    std::vector<FigureGroup> figures; ///< always all groups; facts absent on a side that does not have them

    /// Null when there is no such figure: figure("time.system_evidence.total").
    const ComparedFact* figure(std::string_view path) const;
    /// False when a side is refused: then nothing was derived that could be equal or differ.
    bool comparable() const;
    /// True when model, workload and system agree, so that the mapping alone explains a difference.
    bool sameSubject() const;
    /// Nothing differs but, perhaps, the candidates' names. Two refused sides are equal when they say the same.
    bool equal() const;
};

/// Milliseconds for any two results. Threads: a pure function.
Comparison compare(const CandidateResult& a, const CandidateResult& b);

} // namespace planscope
