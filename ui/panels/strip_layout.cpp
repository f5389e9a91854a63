#include "ui/panels/strip_layout.h"

#include <algorithm>

namespace planscope::ui {
namespace {

constexpr std::size_t left = 4;

struct Placer {
    StripLayout layout;
    const StripMeasures& measures;
    const std::function<int(std::size_t, int)>& heightFor;

    /// Cards first … last − 1 side by side; returns their common height.
    int row(std::size_t first, std::size_t last, int x, int y, int width)
    {
        int height = 0;
        for (std::size_t k = first; k < last; ++k)
            height = std::max(height, heightFor(k, width));
        for (std::size_t k = first; k < last; ++k) {
            if (k > first) {
                layout.arrow[k] = QRect(x, y, measures.arrow, height);
                x += measures.arrow;
            }
            layout.card[k] = QRect(x, y, width, height);
            x += width;
        }
        return height;
    }

    /// An arrow down to the card, across that width; returns its height.
    int down(std::size_t card, int y, int width)
    {
        layout.arrowDown[card] = true;
        layout.arrow[card] = QRect(0, y, width, 2 * measures.line);
        return layout.arrow[card].height();
    }
};

int cardWidth(int available, int cards, int arrows, const StripMeasures& measures)
{
    return std::min(measures.maximumCard, (available - arrows * measures.arrow) / cards);
}

} // namespace

StripLayout layOutStrip(int width, const StripMeasures& measures,
                        const std::function<int(std::size_t card, int width)>& heightFor)
{
    Placer placer{{}, measures, heightFor};
    StripLayout& layout = placer.layout;
    const int across = 2 * measures.gap + 2;

    if (const int card = cardWidth(width - across, 6, 4, measures); card >= measures.minimumCard) {
        layout.form = StripLayout::Form::Row;
        // Both sides share the height of the taller one.
        int tallest = 0;
        for (std::size_t k = 0; k < StripLayout::cards; ++k)
            tallest = std::max(tallest, heightFor(k, card));
        const std::function<int(std::size_t, int)> same = [tallest](std::size_t, int) { return tallest; };
        Placer even{{}, measures, same};
        even.row(0, left, 0, 0, card);
        const int x = even.layout.card[left - 1].right() + 1 + measures.gap;
        even.row(left, StripLayout::cards, x + 2 + measures.gap, 0, card);
        even.layout.form = StripLayout::Form::Row;
        even.layout.boundary = QRect(x, 0, 2, tallest + measures.line);
        even.layout.boundaryText = QRect(0, tallest, x - measures.gap / 2, measures.line);
        even.layout.height = tallest + measures.line;
        return even.layout;
    }
    const bool isTwoRows = cardWidth(width, 4, 3, measures) >= measures.minimumCard;
    const std::size_t first = isTwoRows ? 0 : 1;
    const int beside = isTwoRows ? 4 : 3;
    if (const int card = cardWidth(width, beside, beside - 1, measures); card >= measures.minimumCard) {
        layout.form = isTwoRows ? StripLayout::Form::TwoRows : StripLayout::Form::ThreeRows;
        const int whole = beside * card + (beside - 1) * measures.arrow;
        int above = 0;
        if (!isTwoRows) {
            const int specs = placer.row(0, 1, 0, 0, whole);
            above = specs + placer.down(1, specs, card);
        }
        above += placer.row(first, left, 0, above, card);
        layout.boundaryText = QRect(0, above + measures.gap / 2, whole, measures.line);
        layout.boundary = QRect(0, layout.boundaryText.bottom() + 1, whole, 2);
        const int y = layout.boundary.bottom() + 1 + measures.gap;
        const int below = (whole - measures.arrow) / 2;
        layout.height = y + placer.row(left, StripLayout::cards, 0, y, below);
        return layout;
    }
    layout.form = StripLayout::Form::Column;
    const int card = std::min(width, 2 * measures.maximumCard);
    int y = 0;
    for (std::size_t k = 0; k < StripLayout::cards; ++k) {
        if (k == left) {
            layout.boundaryText = QRect(0, y + measures.gap / 2, card, measures.line);
            layout.boundary = QRect(0, layout.boundaryText.bottom() + 1, card, 2);
            y = layout.boundary.bottom() + 1 + measures.gap;
        } else if (k > 0) {
            y += placer.down(k, y, card);
        }
        layout.card[k] = QRect(0, y, card, heightFor(k, card));
        y = layout.card[k].bottom() + 1;
    }
    layout.height = y;
    return layout;
}

} // namespace planscope::ui
