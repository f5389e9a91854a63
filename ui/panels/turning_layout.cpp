#include "ui/panels/turning_layout.h"

#include <QWidget>

#include <algorithm>

namespace planscope::ui {
namespace {

int heightOf(const QLayoutItem& item, int width)
{
    return item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height();
}

} // namespace

TurningLayout::~TurningLayout() = default;

void TurningLayout::setWideFrom(int width)
{
    if (m_wideFrom == width)
        return;
    m_wideFrom = width;
    invalidate();
}

void TurningLayout::addWidget(QWidget* widget, int stretch, Qt::Alignment alignment)
{
    addChildWidget(widget);
    auto item = std::make_unique<QWidgetItem>(widget);
    item->setAlignment(alignment);
    m_cells.push_back({std::move(item), stretch});
    invalidate();
}

void TurningLayout::addItem(QLayoutItem* item)
{
    m_cells.push_back({std::unique_ptr<QLayoutItem>(item), 0});
    invalidate();
}

QLayoutItem* TurningLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_cells[static_cast<std::size_t>(index)].item.get() : nullptr;
}

QLayoutItem* TurningLayout::takeAt(int index)
{
    if (itemAt(index) == nullptr)
        return nullptr;
    QLayoutItem* const taken = m_cells[static_cast<std::size_t>(index)].item.release();
    m_cells.erase(m_cells.begin() + index);
    invalidate();
    return taken;
}

std::vector<const TurningLayout::Cell*> TurningLayout::shown() const
{
    std::vector<const Cell*> cells;
    for (const Cell& cell : m_cells)
        if (!cell.item->isEmpty())
            cells.push_back(&cell);
    return cells;
}

/// Asks each cell once, and only for what counts: cells hold layouts, of which every question goes through all that is
/// in them.
std::vector<int> TurningLayout::widthsIn(int width, const std::vector<const Cell*>& cells) const
{
    const bool allAlike =
        std::all_of(cells.begin(), cells.end(), [](const Cell* cell) { return cell->stretch == 0; });
    struct Wish {
        int stretch;
        int least;
        int own; ///< of what stands still
    };
    std::vector<Wish> wishes;
    int stretches = 0;
    int least = 0;  // of what stretches
    int wanted = 0; // by what stands still
    for (const Cell* const cell : cells) {
        const int stretch = allAlike ? 1 : cell->stretch;
        const Wish wish{stretch, cell->item->minimumSize().width(), stretch > 0 ? 0 : cell->item->sizeHint().width()};
        stretches += stretch;
        least += stretch > 0 ? wish.least : 0;
        wanted += wish.own;
        wishes.push_back(wish);
    }
    const int room = width - spacing() * (static_cast<int>(cells.size()) - 1);
    // What stands still gives way only where the rest would have less than it needs.
    const int still = std::clamp(room - least, 0, wanted);

    std::vector<int> widths;
    for (const Wish& wish : wishes) {
        const int part = wish.stretch > 0 ? (room - still) * wish.stretch / stretches
                                          : (wanted > 0 ? wish.own * still / wanted : 0);
        widths.push_back(std::max(part, wish.least));
    }
    return widths;
}

int TurningLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    const std::vector<const Cell*> cells = shown();
    const int inner = width - margins.left() - margins.right();
    int height = 0;
    if (isWide(width)) {
        const std::vector<int> widths = widthsIn(inner, cells);
        for (std::size_t k = 0; k < cells.size(); ++k)
            height = std::max(height, heightOf(*cells[k]->item, widths[k]));
    } else {
        for (const Cell* const cell : cells)
            height += heightOf(*cell->item, inner);
        height += spacing() * std::max(0, static_cast<int>(cells.size()) - 1);
    }
    return height + margins.top() + margins.bottom();
}

QSize TurningLayout::sizeHint() const
{
    const QMargins margins = contentsMargins();
    int width = 0;
    for (const Cell* const cell : shown())
        width = std::max(width, cell->item->sizeHint().width());
    width += margins.left() + margins.right();
    return {width, heightForWidth(width)};
}

QSize TurningLayout::minimumSize() const
{
    const QMargins margins = contentsMargins();
    QSize least;
    for (const Cell* const cell : shown())
        least = least.expandedTo(cell->item->minimumSize());
    return least.expandedTo({0, 0}).grownBy(margins);
}

void TurningLayout::setGeometry(const QRect& box)
{
    QLayout::setGeometry(box);
    const QRect inner = box.marginsRemoved(contentsMargins());
    const std::vector<const Cell*> cells = shown();
    if (isWide(box.width())) {
        const std::vector<int> widths = widthsIn(inner.width(), cells);
        int left = inner.left();
        for (std::size_t k = 0; k < cells.size(); ++k) {
            cells[k]->item->setGeometry({left, inner.top(), widths[k], inner.height()});
            left += widths[k] + spacing();
        }
        return;
    }
    int top = inner.top();
    for (const Cell* const cell : cells) {
        const int height = heightOf(*cell->item, inner.width());
        cell->item->setGeometry({inner.left(), top, inner.width(), height});
        top += height + spacing();
    }
}

} // namespace planscope::ui
