#pragma once

#include "frontend/any_candidate.h"
#include "study/candidate_result.h"
#include "study/whole_result.h"

#include <memory>
#include <variant>

namespace planscope {

/// A derivation of either accounting, never null. Its index is Accounting.
using AnyDerivation = std::variant<DerivationPtr, whole::DerivationPtr>;

/// The result of a candidate of either accounting, or none. A value that shares what it points to; any thread.
class AnyResult {
public:
    AnyResult() = default;
    AnyResult(CandidateResultPtr block) : m_block(std::move(block)) {}
    AnyResult(whole::CandidateResultPtr whole) : m_whole(std::move(whole)) {}

    /// Null when there is no result, or it is of the other accounting.
    const CandidateResultPtr& block() const { return m_block; }
    const whole::CandidateResultPtr& whole() const { return m_whole; }

    /// What both accountings have; null when there is no result.
    const ResultHead* head() const;
    /// What was derived; null when there is no result, or it was refused.
    const DerivedHistory* history() const;
    /// Whether a time was predicted: an estimate may stand without one.
    bool hasTime() const;

    explicit operator bool() const { return head() != nullptr; }
    /// Whether it is the same object.
    friend bool operator==(const AnyResult&, const AnyResult&) = default;

private:
    CandidateResultPtr m_block; ///< at most one of the two
    whole::CandidateResultPtr m_whole;
};

/// As the functions of the accounting: study/candidate_result.h, study/whole_result.h.
Result<AnyDerivation> derive(const AnyTraining& training, const DeriveOptions& options = {});
/// Requires: a derivation of the candidate's training.
AnyResult evaluate(const AnyCandidate& candidate, const AnyDerivation& derivation);

AnyTraining trainingOf(const AnyDerivation& derivation);
bool isDerivationOf(const AnyDerivation& derivation, const AnyTraining& training);
/// Whether evaluating the candidate would give this very result. Requires: the result was not refused.
bool isResultOf(const AnyResult& result, const AnyCandidate& candidate);

} // namespace planscope
