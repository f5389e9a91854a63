#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace planscope::ui {

/// Something that flows down pages and is never cut: a heading, a line, a row of a table, a picture. Heights are in any
/// one unit.
struct FlowPiece {
    double height = 0;
    double gap = 0;            ///< above it; none at the top of a page
    bool keepWithNext = false; ///< not the last of a page while the next one follows it
    bool startsPage = false;
    std::optional<std::size_t> header; ///< an earlier piece, repeated above this one where it begins a page

    friend bool operator==(const FlowPiece&, const FlowPiece&) = default;
};

struct PlacedPiece {
    std::size_t piece = 0;
    std::size_t page = 0; ///< from 0
    double top = 0;       ///< from the top of the page's body
    bool isRepeated = false;

    friend bool operator==(const PlacedPiece&, const PlacedPiece&) = default;
};

struct Pagination {
    std::vector<PlacedPiece> placed; ///< in reading order; every piece once, headers also where they are repeated
    std::size_t pageCount = 0;
};

/// Sets the pieces on as many pages as they need. Pieces that keep together move to the next page together, but for those
/// too high for any page, which break where one is full.
/// Requires: every piece, with its header above it, fits a page.
Pagination paginate(const std::vector<FlowPiece>& pieces, double pageHeight);

} // namespace planscope::ui
