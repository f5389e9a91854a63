#pragma once

#include "cli/output.h"
#include "cli/output_format.h"
#include "frontend/candidate_source.h"
#include "report/comparison_text.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "report/whole_result_json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace planscope {

/// A result as far as it can be made ready on any thread.
struct RenderedResult {
    Accounting accounting = Accounting::Block;
    std::string body;         ///< in the stream's format
    ComparisonTable::Row row; ///< for text
};

/// Puts results together in one format, as they come: JSON an array, CSV a header and rows, text a table of all
/// candidates where there are several, and the details of each while they are few. The two accountings have other
/// columns in CSV: where they change, the header of the rows that follow stands before them.
class ResultStream {
public:
    struct Style {
        OutputFormat format = OutputFormat::Text;
        bool invocations = false;
        bool hostTime = false;
        bool severalFiles = false; ///< rows of text name the file
        bool sameScreen = false;   ///< diagnostics and results meet on one terminal: text does not repeat them
    };

    ResultStream(Output& output, const Style& style)
        : m_output(output)
        , m_style(style)
    {
    }

    /// The position counts all results of the stream, from 0: text shows only the first few in detail.
    /// Threads: a pure function of its arguments.
    static RenderedResult render(const CandidateResult& result, std::size_t position, const Style& style);
    static RenderedResult render(const whole::CandidateResult& result, std::size_t position, const Style& style);

    void beginFile(const std::string& label);
    /// False when nobody reads any more. The index counts within the file.
    bool add(std::size_t index, RenderedResult result);
    void end();
    std::size_t count() const { return m_count; }

private:
    /// CSV: the header of the rows to come, unless it stands already.
    bool writeHeader(Accounting accounting);

    Output& m_output;
    Style m_style;
    std::string m_file;
    bool m_begun = false;
    std::optional<Accounting> m_header; ///< CSV: of the last one written
    std::size_t m_count = 0;
    ComparisonTable m_table;
    std::vector<std::string> m_details; ///< text, while few
};

} // namespace planscope
