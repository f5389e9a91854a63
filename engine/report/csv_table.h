#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// A field as CSV writes it (RFC 4180): quoted where it holds a comma, a quote or a line break.
std::string csvField(std::string_view value);

/// A CSV file: a header row that names each column with its unit, then rows of as many fields. UTF-8 without a mark;
/// lines end in CR LF. The bytes are the same on every machine and in every locale.
class CsvTable {
public:
    explicit CsvTable(const std::vector<std::string_view>& header);

    /// Requires: as many fields as the header has.
    void row(const std::vector<std::string>& fields);
    const std::string& text() const { return m_text; }

private:
    std::size_t m_columns;
    std::string m_text;
};

} // namespace planscope
