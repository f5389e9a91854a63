#include "ui/export/report_pagination.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace planscope::ui {
namespace {

constexpr double page = 100;

FlowPiece piece(double height, bool keepWithNext = false)
{
    FlowPiece made;
    made.height = height;
    made.keepWithNext = keepWithNext;
    return made;
}

/// A heading, a table of that many rows of 10 with a head of 15, its last two rows together, and a line.
std::vector<FlowPiece> tableOfRows(std::size_t rows)
{
    std::vector<FlowPiece> pieces{piece(20, true), piece(15, true)};
    for (std::size_t row = 0; row < rows; ++row) {
        pieces.push_back(piece(10, row == 0 || row + 2 == rows));
        pieces.back().header = 1;
    }
    pieces.push_back(piece(12));
    pieces.back().gap = 8;
    return pieces;
}

/// What must hold of any pagination.
void expectSound(const std::vector<FlowPiece>& pieces, const Pagination& set)
{
    std::vector<std::size_t> order;
    double bottom = 0;
    std::size_t at = 0;
    for (const PlacedPiece& placed : set.placed) {
        if (placed.page != at) {
            EXPECT_EQ(placed.page, at + 1) << "a page is empty";
            at = placed.page;
            bottom = 0;
            EXPECT_EQ(placed.top, 0) << "a page begins with a gap";
        }
        EXPECT_GE(placed.top, bottom) << "pieces overlap";
        bottom = placed.top + pieces[placed.piece].height;
        EXPECT_LE(bottom, page) << "piece " << placed.piece << " is cut";
        if (!placed.isRepeated)
            order.push_back(placed.piece);
    }
    std::vector<std::size_t> all(pieces.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = k;
    EXPECT_EQ(order, all);
    EXPECT_EQ(set.pageCount, pieces.empty() ? 0 : at + 1);
}

std::size_t pageOf(const Pagination& set, std::size_t piece)
{
    for (const PlacedPiece& placed : set.placed)
        if (placed.piece == piece && !placed.isRepeated)
            return placed.page;
    ADD_FAILURE() << "piece " << piece << " is nowhere";
    return 0;
}

TEST(ReportPagination, nothingTakesNoPage)
{
    EXPECT_EQ(paginate({}, page).pageCount, 0u);
}

TEST(ReportPagination, fillsAPageToItsEdge)
{
    const std::vector<FlowPiece> pieces{piece(60), piece(40), piece(1)};
    const Pagination set = paginate(pieces, page);
    expectSound(pieces, set);
    EXPECT_THAT(set.placed, testing::ElementsAre(PlacedPiece{0, 0, 0, false}, PlacedPiece{1, 0, 60, false},
                                                 PlacedPiece{2, 1, 0, false}));
}

TEST(ReportPagination, aHeadingGoesWithWhatItIsOf)
{
    const std::vector<FlowPiece> pieces{piece(70), piece(20, true), piece(30)};
    const Pagination set = paginate(pieces, page);
    expectSound(pieces, set);
    EXPECT_EQ(pageOf(set, 1), 1u);
    EXPECT_EQ(pageOf(set, 2), 1u);
}

TEST(ReportPagination, whatBeginsAPageIsNotHeldBack)
{
    std::vector<FlowPiece> pieces{piece(10, true), piece(10)};
    pieces[1].startsPage = true;
    const Pagination set = paginate(pieces, page);
    expectSound(pieces, set);
    EXPECT_EQ(pageOf(set, 1), 1u);
}

TEST(ReportPagination, repeatsTheHeadOfATableOnEachOfItsPagesAndNowhereElse)
{
    const std::vector<FlowPiece> pieces = tableOfRows(30);
    const Pagination set = paginate(pieces, page);
    expectSound(pieces, set);
    std::set<std::size_t> pagesWithHead;
    for (const PlacedPiece& placed : set.placed)
        if (placed.piece == 1) {
            EXPECT_TRUE(pagesWithHead.insert(placed.page).second) << "twice on page " << placed.page;
        }
    std::set<std::size_t> pagesWithRows;
    for (std::size_t row = 2; row < 32; ++row)
        pagesWithRows.insert(pageOf(set, row));
    EXPECT_EQ(pagesWithHead, pagesWithRows);
    EXPECT_GT(pagesWithRows.size(), 2u);
}

TEST(ReportPagination, noRowStandsAloneAtAnEndOfATable)
{
    for (std::size_t rows = 2; rows < 60; ++rows) {
        const std::vector<FlowPiece> pieces = tableOfRows(rows);
        const Pagination set = paginate(pieces, page);
        expectSound(pieces, set);
        EXPECT_EQ(pageOf(set, 2), pageOf(set, 3)) << rows;
        EXPECT_EQ(pageOf(set, rows), pageOf(set, rows + 1)) << rows;
    }
}

TEST(ReportPagination, whatKeepsTogetherButFitsNoPageBreaksWhereItIsFull)
{
    std::vector<FlowPiece> pieces(30, piece(10, true));
    const Pagination set = paginate(pieces, page);
    expectSound(pieces, set);
    EXPECT_EQ(set.pageCount, 3u);
}

} // namespace
} // namespace planscope::ui
