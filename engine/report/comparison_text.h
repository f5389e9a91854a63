#pragma once

#include "frontend/candidate_source.h"
#include "study/candidate_result.h"
#include "study/whole_result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace planscope {

/// Many results in a table of one line each. Keeps the text of the lines, not the results.
class ComparisonTable {
public:
    using Row = std::vector<std::string>;

    /// The cells of one result; may be made on any thread.
    static Row rowFor(const CandidateResult& result);
    static Row rowFor(const whole::CandidateResult& result);
    /// The number is the candidate's in its file, from 1.
    void add(std::size_t number, Row row, Accounting accounting = Accounting::Block);
    std::size_t size() const { return m_rows.size(); }
    std::string text() const;

private:
    std::vector<Row> m_rows;
    bool m_anyWhole = false;
    bool m_anyBlock = false;
};

} // namespace planscope
