#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace planscope::ui {

/// Widgets side by side from a width on, else below each other. Side by side, those with a stretch share what the
/// others leave; where none has one, all share alike. Asking for the height of any width changes nothing: what is
/// asked for is never laid out.
class TurningLayout final : public QLayout {
public:
    TurningLayout() = default;
    ~TurningLayout() override;

    void setWideFrom(int width);
    void addWidget(QWidget* widget, int stretch = 0, Qt::Alignment alignment = {});

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_cells.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& box) override;

private:
    struct Cell {
        std::unique_ptr<QLayoutItem> item;
        int stretch = 0;
    };

    std::vector<const Cell*> shown() const;
    bool isWide(int width) const { return width >= m_wideFrom; }
    /// Of cells side by side, in their order.
    std::vector<int> widthsIn(int width, const std::vector<const Cell*>& cells) const;

    std::vector<Cell> m_cells;
    int m_wideFrom = 0;
};

} // namespace planscope::ui
