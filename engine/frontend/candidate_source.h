#pragma once

#include "base/json_document.h"
#include "frontend/candidate.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// The candidates of a file: a case (one), an array of cases (its elements), or a study (its
/// candidates). Reading one candidate touches nothing shared that changes: any number of threads may
/// read different or the same candidates.
class CandidateSource {
public:
    /// Fails when the bytes are not JSON within the limits (file.*).
    static Result<CandidateSource> open(std::string_view bytes);

    std::size_t count() const;
    ReadCandidate read(std::size_t index) const;

private:
    explicit CandidateSource(JsonDocument document);
    std::shared_ptr<const JsonDocument> m_document;
    std::vector<JsonValue> m_items;
    bool m_isStudy = false;
};

} // namespace planscope
