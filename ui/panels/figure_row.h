#pragma once

#include "ui/models/entity_key.h"
#include "ui/models/exact_fact.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QWidget>

#include <optional>
#include <vector>

namespace planscope::ui {

/// A headline number: what it is, the number, what stands beside it.
struct Figure {
    QString name;  ///< "MFU"
    QString text;  ///< "51.6 %"
    QString note;  ///< "peak only 60.9 %"
    QString exact; ///< both, exactly
    Role role = Role::Text;
    std::vector<ExactFact> facts{}; ///< what a copy of it holds
    EntityKey key{};                ///< what explains it; null: nothing does
    friend bool operator==(const Figure&, const Figure&) = default;
};

/// Headline numbers in a row that wraps. The arrow keys go from one to the next; a click, or the keys, select what
/// explains a figure; Enter or a double click opens it.
class FigureRow final : public QWidget {
    Q_OBJECT
public:
    explicit FigureRow(QWidget* parent);

    void setFigures(std::vector<Figure> figures, const Theme& theme);
    const std::vector<Figure>& figures() const { return m_figures; }
    /// Marks the figure that the key explains; none for any other key.
    void setSelected(const EntityKey& key);
    QString copyText() const; ///< of the marked figure; empty when none is
    QString allText() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void selected(const planscope::ui::EntityKey& key);
    void activated(const planscope::ui::EntityKey& key);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    std::vector<QRectF> boxes(int width) const;
    double lineHeight() const;
    std::optional<std::size_t> at(const QPointF& position) const;
    void moveTo(std::size_t figure);
    void paintMark(QPainter& painter, const QRectF& box) const;

    std::vector<Figure> m_figures;
    Theme m_theme;
    std::size_t m_current = 0; ///< where the keys stand
    bool m_marked = false;     ///< the current figure is the selected one
};

} // namespace planscope::ui
