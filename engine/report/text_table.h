#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planscope {

/// Columns of UTF-8 text, aligned by code points. Lines end without trailing blanks.
class TextTable {
public:
    enum class Align { Left, Right };

    /// A table without a heading has empty headings.
    struct Column {
        std::string heading;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns)
        : m_columns(std::move(columns))
    {
    }

    /// Requires: at most as many cells as columns; missing ones are empty.
    void row(std::vector<std::string> cells);
    /// A line across the table.
    void rule() { m_rows.emplace_back(); }
    bool empty() const { return m_rows.empty(); }

    /// Every line indented by that many blanks and ended by a line break.
    std::string text(std::size_t indent) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows; ///< an empty row is a rule
};

/// Code points of UTF-8 text.
std::size_t displayWidth(std::string_view text);

/// Text from a file made safe for a terminal: control characters (C0, DEL, C1) and the marks that reorder text are
/// written as \u001b, bytes that are no UTF-8 as \xff, and what is longer than the limit (code points) ends in "…".
std::string printable(std::string_view text, std::size_t limit = 200);

} // namespace planscope
