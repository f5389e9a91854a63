#pragma once

#include <QRect>

#include <array>
#include <functional>

namespace planscope::ui {

/// Where the six cards of the derivation strip, the arrows between them and the red boundary stand.
/// One row when it is wide enough; else the left side above the right side with the boundary across; narrower, the
/// specs above the snapshots; at last one column.
struct StripLayout {
    static constexpr std::size_t cards = 6;
    enum class Form { Row, TwoRows, ThreeRows, Column };

    Form form = Form::Row;
    std::array<QRect, cards> card;
    std::array<QRect, cards> arrow; ///< arrow[k] leads to card k; null for the first and across the boundary
    std::array<bool, cards> arrowDown{};
    QRect boundary;     ///< the line itself
    QRect boundaryText; ///< where its text stands
    int height = 0;
};

struct StripMeasures {
    int minimumCard = 0; ///< narrowest card
    int maximumCard = 0; ///< widest
    int arrow = 0;       ///< room for an arrow with its text
    int gap = 0;         ///< around the boundary
    int line = 0;        ///< height of a line of text
};

/// `heightFor`: the height that a card needs in that width.
StripLayout layOutStrip(int width, const StripMeasures& measures,
                        const std::function<int(std::size_t card, int width)>& heightFor);

} // namespace planscope::ui
