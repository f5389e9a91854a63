#pragma once

#include "base/json_document.h"
#include "frontend/candidate.h"
#include "spec/accounting.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planscope {

struct Study;
struct StudyFrame;
namespace whole {
struct Study;
}

/// The candidates of a file: a case (one), an array of cases (its elements), or a study (its candidates; one that is
/// refused when the study has none); an array may hold cases of both accountings. Reading one candidate touches nothing
/// shared that changes: any number of threads may read different or the same candidates.
class CandidateSource {
public:
    /// Fails when the bytes are not JSON within the limits (file.*).
    static Result<CandidateSource> open(std::string_view bytes);

    std::size_t count() const { return m_items.size(); }
    /// By its schema; a case of an unknown schema is read as one of equal blocks. Requires: index < count().
    Accounting accounting(std::size_t index) const;
    /// The candidates that a study pins as a and b.
    std::optional<std::pair<std::size_t, std::size_t>> pinned() const;
    /// What is wrong with a study's pins; its candidates stand without them.
    Diagnostics pinFaults() const;
    /// All faults of a candidate at once, in the order of the contract; those of a study's common part are told in full
    /// with its first candidate, and the first few of them with each further one.
    /// Requires: index < count(). A case of a whole model is refused as one of an unknown schema.
    ReadCandidate read(std::size_t index) const;
    /// The same. Requires: accounting(index) is Whole.
    whole::ReadCandidate readWhole(std::size_t index) const;

private:
    CandidateSource() = default;

    /// Null but for a study.
    const StudyFrame* frame() const;

    std::shared_ptr<const JsonDocument> m_document; ///< what the items are handles into
    std::vector<JsonValue> m_items;
    std::shared_ptr<const Study> m_study;             ///< null but for a study
    std::shared_ptr<const whole::Study> m_wholeStudy; ///< null but for a study of whole models
    bool m_isArray = false;
};

} // namespace planscope
