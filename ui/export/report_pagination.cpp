#include "ui/export/report_pagination.h"

#include <cassert>

namespace planscope::ui {
namespace {

/// Layouts are sums of rounded heights: what fits but for less than this fits.
constexpr double rounding = 1e-6;

/// Fills one page after the other.
class Filler {
public:
    Filler(const std::vector<FlowPiece>& pieces, double pageHeight)
        : m_pieces(pieces)
        , m_pageHeight(pageHeight)
    {
    }

    /// Pieces from `first` to before `end` keep together where they fit a page.
    void place(std::size_t first, std::size_t end)
    {
        if (m_pieces[first].startsPage || !fits(heightOf(first, end)))
            turnPage();
        for (std::size_t piece = first; piece < end; ++piece)
            place(piece);
    }
    Pagination result() &&
    {
        m_result.pageCount = m_result.placed.empty() ? 0 : m_page + 1;
        return std::move(m_result);
    }

private:
    bool fits(double height) const { return m_y + height <= m_pageHeight + rounding; }
    double heightOf(std::size_t first, std::size_t end) const
    {
        double height = 0;
        for (std::size_t piece = first; piece < end; ++piece)
            height += m_pieces[piece].gap + m_pieces[piece].height;
        return height;
    }
    void turnPage()
    {
        if (m_y == 0)
            return;
        ++m_page;
        m_y = 0;
    }
    void place(std::size_t piece)
    {
        const FlowPiece& flowing = m_pieces[piece];
        if (!fits(flowing.gap + flowing.height))
            turnPage();
        if (m_y == 0 && flowing.header)
            put(*flowing.header, true);
        else if (m_y > 0)
            m_y += flowing.gap;
        put(piece, false);
    }
    void put(std::size_t piece, bool isRepeated)
    {
        assert(fits(m_pieces[piece].height));
        m_result.placed.push_back({piece, m_page, m_y, isRepeated});
        m_y += m_pieces[piece].height;
    }

    const std::vector<FlowPiece>& m_pieces;
    double m_pageHeight;
    double m_y = 0;
    std::size_t m_page = 0;
    Pagination m_result;
};

} // namespace

Pagination paginate(const std::vector<FlowPiece>& pieces, double pageHeight)
{
    Filler filler(pieces, pageHeight);
    for (std::size_t first = 0; first < pieces.size();) {
        std::size_t end = first + 1;
        while (end < pieces.size() && pieces[end - 1].keepWithNext && !pieces[end].startsPage)
            ++end;
        filler.place(first, end);
        first = end;
    }
    return std::move(filler).result();
}

} // namespace planscope::ui
